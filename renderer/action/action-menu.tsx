import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { MenuButton } from '#renderer/ui/menu-button.tsx'
import type { Action } from '#schemas/types/contract.d.ts'
import { actionTitle } from './action-title.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { isDestructive } from './action-texts.ts'
import { useActionRunner } from './run-action.ts'

interface ActionMenuProps {
  actions: readonly Action[]
  context?: ActionContext
  label?: string
  disabled?: boolean
}

/** A “…” button with actions, e.g. of a row; draws nothing when there are none. */
export function ActionMenu({ actions, context = {}, label, disabled }: ActionMenuProps) {
  const { t } = useLocale()
  const run = useActionRunner()
  if (actions.length === 0) return null
  const entries = actions.map((action, at) => ({
    key: `${action.id ?? action.type}-${at}`,
    label: actionTitle(action, context),
    icon: action.icon,
    danger: isDestructive(action),
    run: () => void run(action, context),
  }))
  return (
    <MenuButton label={label ?? t('shell.actions')} entries={entries} className="pk-icon-button" disabled={disabled}>
      <Icon name="more" />
    </MenuButton>
  )
}
