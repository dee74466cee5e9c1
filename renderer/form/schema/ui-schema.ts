import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'

export type FlatUi = Record<string, FormDocumentFieldUi>

/** The tree that the drawing library passes down: each place carries its own entry of `ui` under `ui:options.ui`. */
export interface UiTree {
  [key: string]: UiTree | unknown
}

/** `{ 'rows[].count': ui }` becomes `{ rows: { items: { count: { 'ui:options': { ui } } } } }`. */
export function buildUiTree(flat: FlatUi | undefined): UiTree {
  const root = node()
  for (const [path, ui] of Object.entries(flat ?? {})) {
    if (typeof ui !== 'object' || ui === null) continue
    let place = root
    for (const part of path.replaceAll('[]', '.items').split('.')) {
      place[part] ??= node()
      place = place[part] as UiTree
    }
    place['ui:options'] = { ui }
    if (ui.title) place['ui:title'] = ui.title
    if (ui.description) place['ui:description'] = ui.description
    if (ui.widget === 'hidden') place['ui:widget'] = 'hidden'
  }
  return root
}

/** Without a prototype: a field may be called `constructor`. */
const node = (): UiTree => Object.create(null) as UiTree

/** The entry of `ui` at a node of the tree. */
export function uiOf(node: unknown): FormDocumentFieldUi {
  const options = (node as { 'ui:options'?: { ui?: FormDocumentFieldUi } } | undefined)?.['ui:options']
  return options?.ui ?? noUi
}

const noUi: FormDocumentFieldUi = {}

const own = new Set([
  'title',
  'description',
  'placeholder',
  'widget',
  'visible',
  'required',
  'disabled',
  'disabled_text',
  'disabled_reasons',
  'value',
  'access',
  'computed_from',
])

/** The props of the widget: all further properties of the entry. */
export const propsOf = (ui: FormDocumentFieldUi): Record<string, unknown> =>
  Object.fromEntries(Object.entries(ui).filter(([key]) => !own.has(key)))
