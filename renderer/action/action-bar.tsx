import { useLocale } from '#renderer/locale/use-locale.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { ActionButton } from './action-button.tsx'
import { ActionMenu } from './action-menu.tsx'
import { insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'
import { fillTarget } from '#renderer/routing/follow.ts'
import { withIds } from '#renderer/routing/route-ids.ts'
import { linkTo, useRoutes } from '#renderer/routing/route-store.ts'
import { actionsShown } from './actions-shown.ts'

const buttonsAtMost = 2

/** Whether a link is made of a parameter that this page does not have, as one to a new record of a type in the list of all types. */
function isAstray({ type, options: { to } = {} }: Action, context: ActionContext): boolean {
  if (type !== 'navigate' || to === undefined || !JSON.stringify(to).includes('{route.')) return false
  return linkTo(fillTarget(to, insertionContext(context))) === null
}

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
  const params = useRoutes(({ open }) => open?.params)
  const route = context.route ?? withIds(params ?? {})
  const shown = actionsShown(actions, record).filter((action) => !isAstray(action, { ...context, route }))
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
