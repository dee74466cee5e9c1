import { createContext, createElement, use, type ReactNode } from 'react'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** A cell without its editor. */
export const CellAsShown = createContext<ReactNode>(null)
const Waiting = () => createElement('div', { className: 'grid-edit-waiting', 'aria-busy': true }, use(CellAsShown))

/** The cell editor and the rule messages, loaded when a cell that can be edited gets the focus. */
export const CellEditing = lazyComponent(
  () => Promise.all([import('./cell-editing.tsx'), loadRuleMessages(useActiveLocale.getState().locale)]).then(([part]) => part),
  { waiting: createElement(Waiting) },
)
/** Shows the state of edited cells. */
export const EditBar = lazyComponent(() => import('./edit-bar.tsx'))
