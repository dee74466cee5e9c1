import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import { currentSession, type Session } from '#renderer/session/session.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import type { RepeatKeys } from '#renderer/api/idempotency-keys.ts'
import type { GridRow, ModalAnswer, TaskFailure } from '#schemas/types/contract.d.ts'

/** The call of a list: with `params` it returns any of its rows, with `matching` the current ones, over all pages. */
export interface SelectionList {
  name: string
  params: Record<string, unknown>
  matching?: Record<string, unknown>
}

/** Rows of a bulk action; with `all` every row that matches, whose ids are not known here. */
export interface Selection {
  ids: (string | number)[]
  count: number
  rows?: GridRow[]
  list: SelectionList
  all?: boolean
  /** False where there are more than `count`. */ isExact?: boolean
}

/** How an action on selected rows went, row by row. */
export interface BulkOutcome {
  done: (string | number)[]
  failed: readonly TaskFailure[]
}

/** The values that an action's texts can insert, and the functions of its place. */
export interface ActionContext {
  row?: GridRow
  form?: Record<string, unknown>
  selection?: Selection
  params?: Record<string, unknown>
  /** Parameters of the open route; the runner fills them in. */
  route?: Record<string, unknown>
  /** Values loaded by the screen, by name. */
  data?: Record<string, unknown>
  /** Modals that an action may open by id: those of the grid's metadata or of the screen. */
  modals?: readonly ModalAnswer[]
  /** Closes the modal that contains the action. */
  close?: () => void
  /** Keys under which calls go out, so that repeating one that was not answered does not happen twice. */
  idempotencyKeys?: RepeatKeys
  /** Called when the action begins, after its confirmation. */
  onBegin?: () => void
  /** Called first with every failure; if it returns true the failure is handled, and the action reports nothing and stops. */
  onFailure?: (failure: CallFailure) => boolean
  /** Told how an action on selected rows went. */
  onBulk?: (outcome: BulkOutcome) => void
  /** Told when a call has succeeded, before refresh and redirect. */
  onSuccess?: (results: unknown) => void
}

/** How many rows are selected, as it is shown. */
export const countText = ({ count, isExact }: Selection): string =>
  `${formatNumber(count, useActiveLocale.getState().locale)}${isExact === false ? '+' : ''}`

/** The values under the names that documents use. The token is not among them. */
export function insertionContext(context: ActionContext): Record<string, unknown> {
  const { row, form, selection, params, route, data } = context
  return {
    ...data,
    row,
    form,
    selection: selection && { ids: selection.ids, count: selection.count, count_text: countText(selection) },
    params,
    route,
    session: withoutToken(currentSession()),
  }
}

function withoutToken({ token: _token, ...session }: Session) {
  return session
}
