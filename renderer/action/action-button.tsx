import { useState } from 'react'
import { translate } from '#renderer/locale/translate.ts'
import { Icon } from '#renderer/shell/icon.tsx'
import type { Action } from '#schemas/types/contract.d.ts'
import { interpolate } from '#schemas/rules/interpolate.ts'
import { hasMessage } from '#renderer/locale/translate.ts'
import { insertionContext, type ActionContext } from './action-context.ts'
import { useActionRunner } from './run-action.ts'

/** Title of an action: its own with values filled in, else the standard one of its id or type. */
export function actionTitle(action: Action, context: ActionContext = {}): string {
  if (action.title) return interpolate(action.title, insertionContext(context))
  const key = [action.id, action.options?.name, action.type].map(name => `action.${name}.title`).find(hasMessage)
  return key ? translate(key) : action.id ?? action.type
}

interface ActionButtonProps { action: Action; context?: ActionContext; size?: 'small' | 'middle'; disabled?: boolean }

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
    <button type="button" className={['pk-button', color && `pk-button-${color}`, size === 'small' && 'pk-button-small'].filter(Boolean).join(' ')} data-action={action.id ?? action.type} aria-busy={busy || undefined} disabled={disabled} onClick={() => void press()}>
      {action.icon && <Icon name={action.icon} size={16} />}
      <span>{actionTitle(action, context)}</span>
    </button>
  )
}
