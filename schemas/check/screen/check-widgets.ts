import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  FormDocumentFieldUi,
  GridDocumentColumn,
  GridDocumentColumnCase,
  ScreenDocumentWidgetBlock,
  WidgetDocument,
} from '#schemas/types/contract.d.ts'
import { validateSchema } from '#schemas/rules/json-schema/json-schema.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { builtInCells } from './check-columns.ts'
import { documentSchema } from '#schemas/check/schema/contract-check.ts'
import { checkCurrencyCode } from '#schemas/check/module/computed/check-currency.ts'
import { nearest } from '#schemas/check/problem.ts'
import { missing } from '#schemas/check/scope.ts'

const ownOf = (kind: string, definition: string): Set<string> => {
  const part = (documentSchema(kind).definitions as Record<string, { properties: object }>)[definition]!
  return new Set(Object.keys(part.properties))
}
const uiProperties = ownOf('form', 'field_ui')
const columnProperties = new Set([...ownOf('grid', 'column'), ...ownOf('grid', 'column_case')])
/** Settings of a field that belong to the form, not to the widget. */
const formSettings = new Set([
  'multiple',
  'readonly',
  'help',
  'input',
  'rows',
  'hidden',
  'width',
  'span',
  'autofocus',
  'autocomplete',
  'prefix',
  'suffix',
])

export function checkCell(document: CheckedDocument, pointer: string, column: GridDocumentColumn | GridDocumentColumnCase): void {
  checkCurrencyCode(document, column.currency, at(pointer, 'currency'))
  if (column.cell === undefined || builtInCells.includes(column.cell))
    return warnOfNear(document, pointer, rest(column, new Set([...columnProperties, ...cellSettings])), [
      ...columnProperties,
      ...cellSettings,
    ])
  const widgets = document.scope.context.widgets
  if (!widgets) return
  const cells = Object.values(widgets)
    .filter((widget) => widget.kind === 'cell')
    .map((widget) => widget.name)
  const manifest = Object.hasOwn(widgets, column.cell) ? widgets[column.cell] : undefined
  if (manifest?.kind === 'cell') return checkProps(document, pointer, manifest, rest(column, columnProperties))
  return error(
    document,
    at(pointer, 'cell'),
    manifest ? `the widget "${column.cell}" is a ${manifest.kind}, here a cell is expected` : `there is no cell widget "${column.cell}"`,
    missing(column.cell, [...builtInCells, ...cells]),
  )
}

/** Settings of a column that the panel's cells read. */
const cellSettings = ['icon']

/** Warns of an unknown setting whose name is close to a known one. Others may be meant for a feature. */
function warnOfNear(document: CheckedDocument, pointer: string, unknown: Record<string, unknown>, known: Iterable<string>): void {
  for (const name of Object.keys(unknown)) {
    const suggestion = nearest(name, known)
    if (suggestion !== undefined) warn(document, at(pointer, name), `"${name}" has no effect here`, { suggestion, atKey: true })
  }
}

export function checkField(document: CheckedDocument, pointer: string, ui: FormDocumentFieldUi): void {
  checkCurrencyCode(document, ui.currency, at(pointer, 'currency'))
  if (ui.widget === undefined)
    return warnOfNear(document, pointer, rest(ui, new Set([...uiProperties, ...formSettings, ...propsOfFields(document)])), [
      ...uiProperties,
      ...formSettings,
      ...propsOfFields(document),
    ])
  const manifest = findWidget(document, at(pointer, 'widget'), ui.widget, ['field'], [])
  if (!manifest) return
  // A prop may have the name of a setting that every field has, such as `options`.
  const named = new Set(Object.keys(isRecord(manifest.props) && isRecord(manifest.props.properties) ? manifest.props.properties : {}))
  const known = new Set([...uiProperties, ...formSettings].filter((name) => !named.has(name)))
  const props = rest(ui, known)
  checkProps(document, pointer, manifest, props)
  warnOfNear(document, pointer, rest(props, new Set([...named, ...uiProperties])), [...named, ...uiProperties, ...formSettings])
}

/** Props of all field widgets: a field without `widget` gets the one that fits its schema. */
const propsOfFields = ({ scope }: CheckedDocument): string[] =>
  Object.values(scope.context.widgets ?? {})
    .filter((widget) => widget.kind === 'field')
    .flatMap((widget) => Object.keys(isRecord(widget.props) && isRecord(widget.props.properties) ? widget.props.properties : {}))

export function checkWidgetBlock(document: CheckedDocument, pointer: string, block: ScreenDocumentWidgetBlock): void {
  const manifest = findWidget(document, at(pointer, 'widget'), block.widget, ['block', 'dashboard'], [])
  if (!manifest) return
  const props = block.props ?? {}
  checkProps(document, at(pointer, 'props'), manifest, props)
  const names = Object.keys(isRecord(manifest.props) && isRecord(manifest.props.properties) ? manifest.props.properties : {})
  warnOfNear(document, at(pointer, 'props'), rest(props, new Set(names)), names)
}

function findWidget(
  document: CheckedDocument,
  pointer: string,
  name: string,
  kinds: string[],
  builtIn: string[],
): WidgetDocument | undefined {
  const widgets = document.scope.context.widgets ?? {}
  const fitting = Object.values(widgets).filter((widget) => kinds.includes(widget.kind))
  if (fitting.length === 0) return undefined
  const widgetManifest = fitting.find((widget) => widget.name === name)
  const other = Object.hasOwn(widgets, name) ? widgets[name] : undefined
  return expectFound(
    document,
    pointer,
    widgetManifest ? { found: widgetManifest, module: '' } : missing(name, [...fitting.map((widget) => widget.name), ...builtIn]),
    other && !widgetManifest
      ? `the widget "${name}" is a ${other.kind}, here a ${kinds[0]!} is expected`
      : `there is no ${kinds[0]!} widget "${name}"`,
  )
}

/** Checks props against the manifest. A value that is filled in at run time (`{row.id}`) has no type yet. */
function checkProps(document: CheckedDocument, pointer: string, manifest: WidgetDocument, props: Record<string, unknown>): void {
  if (!manifest.props) return
  const names = isRecord(manifest.props.properties) ? Object.keys(manifest.props.properties) : []
  for (const fault of validateSchema(manifest.props, props)) {
    const step = fault.pointer.split('/').pop() ?? ''
    const value = fault.pointer
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (node, key) => (node !== null && typeof node === 'object' ? (node as Record<string, unknown>)[key] : undefined),
        props,
      )
    if (typeof value === 'string' && /\{[^{}]+\}/.test(value)) continue
    if (fault.keyword === 'required') error(document, pointer, `the widget "${manifest.name}" needs "${step}"`)
    else if (fault.keyword === 'additionalProperties')
      error(document, pointer + fault.pointer, `the widget "${manifest.name}" has no property "${step}"`, {
        ...missing(step, names),
        atKey: true,
      })
    else
      error(
        document,
        pointer + fault.pointer,
        `the widget "${manifest.name}" refuses this value (${fault.keyword}${fault.value === undefined ? '' : ` ${JSON.stringify(fault.value)}`})`,
        fault.keyword === 'enum' && Array.isArray(fault.value) ? { allowed: fault.value.map(String) } : {},
      )
  }
}

const rest = (values: object, known: Set<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !known.has(key)))
