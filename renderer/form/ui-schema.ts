import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'

export type FlatUi = Record<string, FormDocumentFieldUi>

/** The tree that the drawing library passes down: each place carries its own entry of `ui` under `ui:options.ui`. */
export interface UiTree { [key: string]: UiTree | unknown }

/** `{ 'rows[].count': ui }` becomes `{ rows: { items: { count: { 'ui:options': { ui } } } } }`. */
export function buildUiTree(flat: FlatUi | undefined): UiTree {
  const root: UiTree = {}
  for (const [path, ui] of Object.entries(flat ?? {})) {
    if (typeof ui !== 'object' || ui === null) continue
    let node = root
    for (const part of path.replaceAll('[]', '.items').split('.')) {
      if (part === '__proto__') break
      node[part] ??= {}
      node = node[part] as UiTree
    }
    node['ui:options'] = { ui }
    if (ui.title) node['ui:title'] = ui.title
    if (ui.description) node['ui:description'] = ui.description
    if (ui.widget === 'hidden') node['ui:widget'] = 'hidden'
  }
  return root
}

/** The entry of `ui` at a node of the tree. */
export function uiOf(node: unknown): FormDocumentFieldUi {
  const options = (node as { 'ui:options'?: { ui?: FormDocumentFieldUi } } | undefined)?.['ui:options']
  return options?.ui ?? noUi
}

const noUi: FormDocumentFieldUi = {}

const own = new Set(['title', 'description', 'placeholder', 'widget', 'visible', 'required', 'disabled', 'value', 'access'])

/** What the widget itself is told: every further property of the entry. */
export const propsOf = (ui: FormDocumentFieldUi): Record<string, unknown> => Object.fromEntries(Object.entries(ui).filter(([key]) => !own.has(key)))
