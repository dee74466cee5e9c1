import { at } from '#schemas/check/source.ts'
import { tabsOf } from '#schemas/rules/lifecycle/state-tabs.ts'
import type {
  Action,
  FormDocument,
  FormDocumentLayoutItem,
  GridDocument,
  LayoutDocument,
  ModuleDocument,
  ScreenDocument,
} from '#schemas/types/contract.d.ts'
import { extendList, type Extending } from './extending.ts'
import { actionKind, blockKind, columnKind, entryKind, fieldKind, filterKind, tabKind } from './part-kinds.ts'
import { qualify, qualifyAction } from './qualify.ts'

/** A grid with the columns, filters, tabs and actions that extensions add. */
export function extendGrid(grid: GridDocument, extending: Extending): GridDocument {
  const qualifyItem = (action: string | Action, owner: Parameters<typeof qualify>[1]) =>
    typeof action === 'string' ? qualifyAction(action, owner) : qualify(action, owner)
  const actions = (key: 'toolbar' | 'row' | 'bulk') => extendList(grid[key] ?? [], key, actionKind, extending, qualifyItem)
  const tabs = extending.each.some(({ extension }) => extension.tabs) ? (tabsOf(grid, extending.entity(grid.entity)) ?? []) : []
  return withParts(grid, {
    columns: extendList(grid.columns, 'columns', columnKind, extending, qualify),
    filters: extendList(grid.filters ?? [], 'filters', filterKind, extending, qualify),
    tabs: extendList(tabs, 'tabs', tabKind, extending, qualify),
    toolbar: actions('toolbar'),
    row: actions('row'),
    bulk: actions('bulk'),
    import: extendImport(grid, extending),
  })
}

/** The import of a grid with further fields, where it lists them. */
function extendImport({ import: own }: GridDocument, { each, add, fault }: Extending): GridDocument['import'] {
  if (!each.some(({ extension }) => extension.import)) return own
  const fields = typeof own === 'object' ? [...(own.fields ?? [])] : []
  for (const { owner, name, extension } of each)
    for (const [index, field] of (extension.import ?? []).entries()) {
      const pointer = at('/import', index)
      if (own === undefined) fault(name, owner, '/import', 'this grid takes no files: it has no "import"')
      else if (typeof own === 'object' && own.fields) {
        add(name, owner, pointer, at('/import/fields', fields.length))
        fields.push(field)
      }
    }
  return typeof own === 'object' && own.fields ? { ...own, fields } : own
}

/** A form with the fields that extensions add, in their places. */
export function extendForm(form: FormDocument, extending: Extending): FormDocument {
  const entity = form.entity === undefined ? undefined : extending.entity(form.entity)
  const added = new Set(
    extending.each.flatMap(({ extension }) => (extension.layout ?? []).flatMap(({ add }) => add.flatMap(fieldKind.keysOf))),
  )
  const items: FormDocumentLayoutItem[] =
    form.layout ?? form.fields ?? Object.keys(entity?.schema.properties ?? {}).filter((name) => !added.has(name))
  const layout = extendList(items, 'layout', fieldKind, extending, qualify)
  const ui = { ...form.ui }
  for (const { owner, name, extension } of extending.each)
    for (const [path, look] of Object.entries(extension.ui ?? {})) {
      const pointer = at('/ui', path)
      if (Object.hasOwn(ui, path)) extending.fault(name, owner, pointer, `the form says already how "${path}" looks`)
      else {
        ui[path] = qualify(look, owner)
        extending.add(name, owner, pointer, pointer)
      }
    }
  const before = new Set(items.flatMap(fieldKind.keysOf))
  const fields = form.fields && layout && [...form.fields, ...layout.flatMap(fieldKind.keysOf).filter((name) => !before.has(name))]
  return withParts(form, { layout, fields, ui: Object.keys(ui).length > 0 ? ui : undefined })
}

/** A screen with the blocks that extensions add. */
export const extendScreen = (screen: ScreenDocument, extending: Extending): ScreenDocument =>
  withParts(screen, { body: extendList(screen.body, 'body', blockKind, extending, qualify) })

/** A module whose menu has the entries that extensions add. */
export const extendMenu = (module: ModuleDocument, extending: Extending): ModuleDocument =>
  withParts(module, { menu: extendList(module.menu ?? [], 'menu', entryKind, extending, qualify) })

export const extendLayout = (layout: LayoutDocument, extending: Extending): LayoutDocument =>
  withParts(
    layout,
    Object.fromEntries(
      (['profile', 'sidebar', 'settings'] as const).map((key) => [key, extendList(layout[key] ?? [], key, entryKind, extending, qualify)]),
    ),
  )

/** A copy of a document with the parts that are there. */
const withParts = <T extends object>(document: T, parts: Partial<T>): T => ({
  ...document,
  ...(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Partial<T>),
})
