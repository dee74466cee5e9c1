import { createContext, createElement, use, type ReactNode } from 'react'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** A cell as it is shown while nobody edits it. */
export const CellAsShown = createContext<ReactNode>(null)
const Waiting = () => createElement('div', { className: 'grid-edit-waiting', 'aria-busy': true }, use(CellAsShown))

/** The editor of a cell with the sentences of the rules, fetched when somebody comes to a cell that can be edited. */
export const CellEditing = lazyComponent(
  () => Promise.all([import('./cell-editing.tsx'), loadRuleMessages(useActiveLocale.getState().locale)]).then(([part]) => part),
  { waiting: createElement(Waiting) },
)
/** What tells of edited cells. */
export const EditBar = lazyComponent(() => import('./edit-bar.tsx'))
