import { hasMessage, translate } from '#renderer/locale/translate.ts'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'

/** Title of an action: its own with values filled in, else the standard one of its id or type. */
export function actionTitle(action: Action, context: ActionContext = {}): string {
  if (action.title) return interpolate(action.title, insertionContext(context))
  const key = [action.id, action.options?.name, action.type].map((name) => `action.${name}.title`).find(hasMessage)
  return key ? translate(key) : (action.id ?? action.type)
}
