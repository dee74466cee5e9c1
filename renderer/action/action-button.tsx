import { useState } from 'react'
import { Icon } from '#renderer/ui/icon.tsx'
import type { Action } from '#schemas/types/contract.d.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { actionTitle } from './action-title.ts'
import { useActionRunner } from './run-action.ts'

interface ActionButtonProps {
  action: Action
  context?: ActionContext
  size?: 'small' | 'middle'
  disabled?: boolean
}

/** A button that runs an action; while it runs it says so and takes no second press. */
export function ActionButton({ action, context = {}, size = 'middle', disabled }: ActionButtonProps) {
  const run = useActionRunner()
  const [busy, setBusy] = useState(false)
  const color = action.color && action.color !== 'default' ? action.color : action.primary ? 'primary' : null
  const press = async () => {
    if (busy) return
    setBusy(true)
    try {
      await run(action, context)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={['pk-button', color && `pk-button-${color}`, size === 'small' && 'pk-button-small'].filter(Boolean).join(' ')}
      data-action={action.id ?? action.type}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={() => void press()}
    >
      {action.icon && <Icon name={action.icon} size={16} />}
      <span>{actionTitle(action, context)}</span>
    </button>
  )
}
