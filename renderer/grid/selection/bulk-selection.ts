import type { Selection, SelectionList } from '#renderer/documents/action-context.ts'
import { handsOverSelection } from '#renderer/action/run-call.ts'
import type { Action, GridPagination, ModalAnswer } from '#schemas/types/contract.d.ts'
import { formatGridRequest, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import type { GridSource } from '#renderer/grid/data/grid-source.ts'
import { isOfferedForSome } from '#renderer/grid/rows/row-actions.ts'
import type { SelectionState } from './use-selection.ts'

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The call of a list, for code elsewhere that works on its rows. */
export function listOf({ endpoint, params }: GridSource, query: GridQuery): SelectionList {
  const { page: _page, page_size: _pageSize, sort: _sort, order: _order, defaults: _defaults, ...narrowing } = formatGridRequest(query)
  const own = Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) =>
      Array.isArray(value) ? [[key, value.join()]] : isScalar(value) ? [[key, value]] : [],
    ),
  )
  return { name: endpoint, params: own, matching: { ...narrowing, ...own } }
}

/** Tells a list from others: whatever it shows, it is the same list. */
export const listKey = ({ name, params }: SelectionList): string => JSON.stringify([name, params])

/** The selection in the form that actions use. */
export function selectionOf(state: SelectionState, list: SelectionList, pagination: GridPagination | undefined): Selection {
  if (state.all && pagination) return { ids: [], count: pagination.total, isExact: pagination.total_is_exact !== false, all: true, list }
  return { ids: state.rows.map(({ id }) => id), count: state.rows.length, rows: state.rows, list }
}

/** Bulk actions for the selection; an action that needs ids cannot work on all matching rows. */
export function bulkActionsFor(actions: Action[], { rows, all }: SelectionState, modals: readonly ModalAnswer[] = []): Action[] {
  const suits = (action: Action) =>
    !all ||
    (action.type === 'call'
      ? !handsOverSelection(action.options)
      : action.type === 'modal' &&
        !/\{selection\.ids/.test(JSON.stringify([action.options, modals.find(({ id }) => id === action.options?.modal)])))
  return actions.filter((action) => isOfferedForSome(action, rows) && suits(action))
}
