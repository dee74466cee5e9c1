import type { Action } from '#schemas/types/contract.d.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { useActionRunner } from '#renderer/action/run-action.ts'
import { Icon } from '#renderer/ui/icon.tsx'

interface CreateButtonProps {
  action: Action
  title: string
  context: ActionContext
  disabled: boolean
}

/** Opens the form of a new row in a dialog, which gives the focus back. */
export function CreateButton({ action, title, context, disabled }: CreateButtonProps) {
  const run = useActionRunner()
  return (
    <button type="button" className="pk-button" data-action="create" disabled={disabled} onClick={() => void run(action, context)}>
      <Icon name="plus" size={16} />
      <span>{title}</span>
    </button>
  )
}
