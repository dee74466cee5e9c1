import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  Action,
  EndpointDocument,
  EntityDocument,
  FormDocument,
  FormDocumentFieldUi,
  GridDocument,
  GridDocumentColumn,
  GridDocumentColumnCase,
  LedgerDocument,
  MetricDocument,
  ModalDocument,
  ModuleDocument,
  NotificationDocument,
  ScreenDocument,
  ScreenDocumentWidgetBlock,
  Target,
} from '#schemas/types/contract.d.ts'
import { checkAction, checkTarget } from './module/check-calls.ts'
import { checkDashboard } from './module/check-dashboard.ts'
import { checkEndpoints } from './module/check-endpoints.ts'
import { checkEntity } from './module/check-entity.ts'
import { checkForm } from './form/check-form.ts'
import { checkGrid } from './screen/check-grid.ts'
import { checkLedger } from './module/check-ledger.ts'
import { checkMetric } from './module/check-metric.ts'
import { checkNotification } from './module/check-notification.ts'
import { checkNames } from './module/check-names.ts'
import { checkSchema } from './schema/check-schema.ts'
import { checkValues } from './check-values.ts'
import { checkInsertions } from './screen/check-insertions.ts'
import { checkBlocks, checkModal, checkScreen } from './screen/check-screen.ts'
import { checkCell, checkField, checkWidgetBlock } from './screen/check-widgets.ts'
import { error, expectFound, visitsOf, warn, type CheckedDocument } from './checked-document.ts'
import { checkContract } from './schema/contract-check.ts'
import { fieldsOf, missing, type Scope } from './scope.ts'

/** Checks one document: its actions, permissions, schemas and conditions, and the names of other documents in it. */
export function checkDocument(document: CheckedDocument, locales: readonly CheckedDocument[]): void {
  const value = document.source.value
  const inlineModals: { pointer: string; modal: ModalDocument }[] = []
  for (const { pointer, value: action } of visitsOf<Action>(document, 'action')) {
    if (!isRecord(action)) continue
    checkAction(document, pointer, action)
    const modal = action.options?.modal
    if (isRecord(modal)) inlineModals.push({ pointer: `${pointer}/options/modal`, modal: modal as unknown as ModalDocument })
  }
  for (const { pointer, modal } of inlineModals) {
    const before = document.source.problems.length
    checkContract(
      document.source,
      'modal',
      (definition, at, inner) => document.visits.push({ definition, pointer: at, value: inner }),
      modal,
      pointer,
    )
    if (document.source.problems.length === before && checkNames(document)) checkModal(document, modal, pointer)
  }
  const permissions = document.scope.permissions()
  for (const { pointer, value: name } of visitsOf<string>(document, 'permission')) {
    if (!permissions.has(name)) expectFound(document, pointer, missing(name, permissions), `no module defines the permission "${name}"`)
  }
  for (const { pointer, value: schema, definition } of schemasOf(document)) {
    checkSchema(document, pointer, schema, fieldsAround(document, pointer))
    if (definition === 'json_schema') checkValues(document, pointer, schema)
  }
  for (const { pointer, value: condition } of visitsOf<unknown>(document, 'condition'))
    if (isRecord(condition) && Object.entries(condition).every(([key, part]) => restrictsNothing(key, part)))
      error(
        document,
        pointer,
        'this condition always holds: name a property, e.g. { "properties": { "status": { "const": "open" } } }, or leave it out',
      )
  const isMenu = document.kind === 'module' || document.kind === 'layout'
  for (const { pointer, value: target } of visitsOf<Target>(document, 'target'))
    checkTarget(document, pointer, target, { fixed: isMenu && !pointer.endsWith('/open') })
  for (const { pointer, value: column } of visitsOf<GridDocumentColumn | GridDocumentColumnCase>(
    document,
    'grid/column',
    'grid/column_case',
  ))
    checkCell(document, pointer, column)
  for (const { pointer, value: ui } of visitsOf<FormDocumentFieldUi>(document, 'form/field_ui')) checkField(document, pointer, ui)
  for (const { pointer, value: block } of visitsOf<ScreenDocumentWidgetBlock>(document, 'screen/widget_block'))
    checkWidgetBlock(document, pointer, block)
  for (const { pointer, value: form } of visitsOf<FormDocument>(document, 'form')) if (isRecord(form)) checkForm(document, pointer, form)

  switch (document.kind) {
    case 'module':
      checkModuleDocument(document, value as ModuleDocument)
      checkDashboard(document)
      break
    case 'entity':
      checkEntity(document, value as EntityDocument)
      break
    case 'grid':
      checkGrid(document, value as GridDocument)
      break
    case 'form':
      checkForm(document, '', value as FormDocument)
      break
    case 'metric':
      checkMetric(document, value as MetricDocument)
      break
    case 'ledger':
      checkLedger(document, value as LedgerDocument)
      break
    case 'notification':
      checkNotification(document, value as NotificationDocument, locales)
      break
    case 'modal':
      checkModal(document, value as ModalDocument)
      break
    case 'screen':
      checkScreen(document, value as ScreenDocument)
      break
    case 'endpoints':
      checkEndpoints(document, (value as { endpoints: EndpointDocument[] }).endpoints)
      break
    case 'layout':
      checkBlocks(document, [])
      break
  }
  checkInsertions(document, locales)
}

/** The JSON Schemas and conditions of a document. The fields of an entity are one schema. */
function schemasOf(document: CheckedDocument): { pointer: string; value: unknown; definition: string }[] {
  const conditionVisits = visitsOf<unknown>(document, 'json_schema', 'condition')
  if (document.kind !== 'entity') return conditionVisits
  const { schema } = document.source.value as EntityDocument
  return [
    { pointer: '/schema', value: schema, definition: 'json_schema' },
    ...conditionVisits.filter(({ pointer }) => !pointer.startsWith('/schema/')),
  ]
}

/** Keywords of a condition that restrict nothing. */
const restrictsNothing = (key: string, part: unknown): boolean =>
  ['title', 'description', '$comment', '$schema'].includes(key) ||
  (key === 'type' && part === 'object') ||
  (['properties', 'required'].includes(key) && part !== null && typeof part === 'object' && Object.keys(part).length === 0)

/** Fields of the record around a schema: those of the entity that contains the schema, or that the form of the schema names. */
function fieldsAround({ kind, scope, source }: CheckedDocument, pointer: string): Record<string, unknown> {
  if (kind === 'entity') return isRecord(source.value) ? fieldsOf(source.value as unknown as EntityDocument) : {}
  if (!pointer.endsWith('/schema')) return {}
  const form = pointer
    .split('/')
    .slice(1, -1)
    .reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      source.value,
    )
  const entity = isRecord(form) && typeof form.entity === 'string' ? scope.entity(form.entity).found : undefined
  return entity ? fieldsOf(entity) : {}
}

function checkModuleDocument(document: CheckedDocument, module: ModuleDocument): void {
  const { scope } = document
  module.requires?.forEach((name, index) => {
    const way = name === scope.name ? [name] : chainOfRequires(scope, name, scope.name)
    if (way?.length === 1) error(document, `/requires/${index}`, 'a module cannot require itself')
    else if (way)
      error(
        document,
        `/requires/${index}`,
        `"${name}" requires "${scope.name}" itself (${[scope.name, ...way].join(' → ')}): neither could be published, seeded or taken away before the other`,
      )
  })
  module.requires?.forEach((name, index) =>
    expectFound(
      document,
      `/requires/${index}`,
      scope.modules.has(name) ? { found: true, module: name } : missing(name, scope.modules.keys()),
      `there is no module "${name}"`,
    ),
  )
  module.permissions?.forEach((name, index) => {
    const other = [...scope.modules].find(([owner, documents]) => owner !== scope.name && documents.module.permissions?.includes(name))
    if (other) warn(document, `/permissions/${index}`, `the permission "${name}" is also defined by the module "${other[0]}"`)
  })
}

/** The chain of modules through which one requires another, both ends included; undefined if it does not. */
function chainOfRequires(scope: Scope, from: string, to: string): string[] | undefined {
  const seen = new Set<string>()
  const waiting = [[from]]
  for (let way = waiting.shift(); way; way = waiting.shift()) {
    const last = way.at(-1)!
    if (last === to) return way
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of scope.modules.get(last)?.module.requires ?? []) waiting.push([...way, next])
  }
  return undefined
}
