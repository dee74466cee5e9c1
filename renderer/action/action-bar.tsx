import { useLocale } from '#renderer/locale/use-locale.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { ActionButton } from './action-button.tsx'
import { ActionMenu } from './action-menu.tsx'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { actionsShown } from './actions-shown.ts'

const buttonsAtMost = 2

/** Actions of a page or list: the primary one at the end, few as buttons, the rest in a menu. */
export function ActionBar({
  actions,
  context = {},
  record,
}: {
  actions: readonly Action[]
  context?: ActionContext
  record?: Record<string, unknown>
}) {
  const { t } = useLocale()
  const shown = actionsShown(actions, record)
  const primary = shown.find((action) => action.primary)
  const others = shown.filter((action) => action !== primary)
  const [buttons, rest] =
    others.length > buttonsAtMost ? [others.slice(0, buttonsAtMost - 1), others.slice(buttonsAtMost - 1)] : [others, []]
  return (
    <div className="pk-action-bar">
      <ActionMenu actions={rest} context={context} label={t('shell.more')} />
      {buttons.map((action, at) => (
        <ActionButton key={`${action.id ?? action.type}-${at}`} action={action} context={context} />
      ))}
      {primary && <ActionButton action={primary} context={context} />}
    </div>
  )
}
