import { matches } from '#schemas/rules/conditions/condition.ts'
import type { Action, GridColumn, GridRow } from '#schemas/types/contract.d.ts'

/** Whether an action is offered on a row: its flag must be true there and its condition must hold. */
export function isOffered(action: Action, row: GridRow): boolean {
  if (action.flag !== undefined && row[action.flag] !== true) return false
  return action.when === undefined || matches(action.when, row)
}

/**
 * Whether a cell's link works on this row. Its own flag and condition decide. Without a flag, a link that shows the row
 * needs `can_view`, and one that edits it needs the flag for editing.
 */
export function mayOpen({ action, to, flag }: Pick<GridColumn, 'action' | 'to'> & { flag?: unknown }, row: GridRow): boolean {
  if (typeof flag === 'string') return row[flag] === true
  if (action)
    return (
      isOffered(action, row) &&
      (action.flag !== undefined || (action.type !== 'modal' && action.type !== 'navigate') || row.can_view !== false)
    )
  return row.can_view !== false || !showsRow(to)
}

const showsRow = (to: unknown): boolean =>
  typeof to === 'string' ? !to.includes('{') || /\{(row\.)?(id|slug)\}/.test(to) : /\{(row\.)?(id|slug)\}/.test(JSON.stringify(to ?? null))

export interface OfferedAction {
  action: Action
  /** Place in the grid's list of row actions. */
  index: number
}

export const offeredActions = (actions: readonly Action[], row: GridRow): OfferedAction[] =>
  actions.flatMap((action, index) => (isOffered(action, row) ? [{ action, index }] : []))

/** Most buttons next to a row's menu; the menu contains them all. */
const mostInline = 2

/** The actions that appear next to a row's menu: the first ones with an icon, and quick view if there is room. */
export function inlineActions(actions: readonly Action[], row: GridRow, viewable: boolean): { inline: OfferedAction[]; hasView: boolean } {
  const inline = offeredActions(actions, row)
    .filter(({ action }) => action.icon)
    .slice(0, mostInline)
  return { inline, hasView: viewable && row.can_view !== false && inline.length < mostInline }
}

/** Widths of the column of actions, in pixels: of the menu's button with its margin, and of each button beside it. */
export const menuWidth = 40
const inlineWidth = 28

/** Width of the column of actions: of what the row with the most buttons shows; without a mouse every row has its menu alone. */
export function actionsWidth(actions: readonly Action[], rows: readonly GridRow[], viewable: boolean, canHover: boolean): number {
  if (!canHover) return menuWidth
  const counts = rows.map((row) => {
    const { inline, hasView } = inlineActions(actions, row, viewable)
    return inline.length + (hasView ? 1 : 0)
  })
  return menuWidth + Math.max(0, ...counts) * inlineWidth
}

/** Whether a bulk action suits the selection: it must suit at least one of the rows. */
export const isOfferedForSome = (action: Action, rows: GridRow[]): boolean =>
  rows.length === 0 || rows.some((row) => isOffered(action, row))

/** The action of Enter on a row: viewing, then editing, then any link; never an action that changes data. */
export function openingAction(actions: Action[], row: GridRow): OfferedAction | null {
  const offered = offeredActions(actions, row)
  const named = (name: string) => offered.find(({ action }) => action.id === name || action.flag === `can_${name}`)
  return named('view') ?? named('edit') ?? offered.find(({ action }) => action.type === 'navigate') ?? null
}
