import { foldText } from '#schemas/rules/numbers/digits.ts'
import { locales } from '#schemas/rules/locales.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { isAllowed } from '#server/caller.ts'
import { entityAccess } from '#server/documents/entity-field.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { inFormPaths, validationError, ApiError } from '#server/errors.ts'
import { handlersOf, type AnyHandler, type CallContext, type Feature } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { writeRecord } from '#server/model/model.ts'
import { operationHandler } from '#server/plugins/operations.ts'
import { endpointValidators } from '#server/plugins/validators.ts'
import type { ReadTable } from '#server/spreadsheet/read-table.ts'
import { createRecordFinder, findByKey } from './find-record.ts'
import { importFields, importOf, type ImportField } from './import-fields.ts'
import { openImport, type StoredImport } from './import-files.ts'
import type { ImportMode, ImportPlan } from './import-rows.ts'
import { readTableFile } from './read-table-file.ts'
import { withoutSummary } from './summary-lines.ts'

/** How the user maps a file and what is to be done with it. */
export interface ImportRequest {
  import: string
  /** Column of the file by field. */
  mapping: Record<string, number>
  mode: ImportMode
  /** Dry run: nothing is written, the answer says what would happen. */
  dry?: boolean
}

export type ImportContext = Omit<CallContext, 'trx' | 'params' | 'payload' | 'file'>

/** A file of the caller that he may import now, read. */
export interface OpenedImport {
  stored: StoredImport
  table: ReadTable
  fields: ImportField[]
}

const readerOf = ({ caller, config }: ImportContext) => ({ ...caller, locales: config.locales })

/**
 * Fields of a grid that a file can have columns for. @throws `unknown-grid`, `permission-denied` where nobody, or not the
 * caller, may import
 */
export function fieldsOf(context: ImportContext, gridName: string): ImportField[] {
  const { grid } = expandGrid(context.registry, readerOf(context), gridName)
  if (!grid.can_import) throw new ApiError('permission-denied')
  const owned = context.registry.grids.get(gridName)!
  return importFields(context, readerOf(context), owned, findModel(context, owned.document.entity))
}

/** What a list is called. */
export const listTitle = (context: ImportContext, gridName: string): string =>
  expandGrid(context.registry, readerOf(context), gridName).page_title

/** The rows of a file that are meant for a list. @throws as `readTableFile` */
export const readList = async (
  { caller, registry }: Pick<ImportContext, 'caller' | 'registry'>,
  gridName: string,
  bytes: Buffer,
  name: string,
): Promise<ReadTable> => withoutSummary(await readTableFile(caller, bytes, name), registry.grids.get(gridName)!.document, registry)

/** @throws `not-found` for a file that is gone or somebody else's; a 422 for columns, fields and modes that there are not */
export async function openedImport(
  context: ImportContext,
  request: Pick<ImportRequest, 'import'> & Partial<ImportRequest>,
): Promise<OpenedImport> {
  const { stored, bytes } = await openImport(context.config, request.import, context.caller.user?.id)
  const fields = fieldsOf(context, stored.grid)
  const table = await readList(context, stored.grid, bytes, stored.name)
  requireRequest(context, stored, table, fields, request)
  return { stored, table, fields }
}

function requireRequest(
  { registry }: ImportContext,
  { grid }: StoredImport,
  table: ReadTable,
  fields: readonly ImportField[],
  { mapping, mode }: Partial<ImportRequest>,
): void {
  if (mapping === undefined || mode === undefined) return
  const { key, create = true } = importOf(registry.grids.get(grid)!.document)
  const unknown = Object.keys(mapping).find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) throw validationError({ mapping: [{ key: 'errors.unknown_key', values: { key: unknown.slice(0, 80) } }] })
  if (Object.values(mapping).some((at) => at >= table.titles.length) || Object.keys(mapping).length === 0)
    throw validationError({ mapping: [{ key: 'errors.import_no_columns' }] })
  if ((mode !== 'create' && key === undefined) || (mode !== 'update' && !create))
    throw validationError({ mode: [{ key: 'rules.included' }] })
  if (mode !== 'create' && mapping[key!] === undefined) throw validationError({ mapping: [{ key: 'errors.import_key_missing' }] })
}

/** How the rows of a file are saved: what they are, and what saves them. @throws as `openedImport` */
export function planImport(
  context: ImportContext,
  others: readonly Feature[],
  { stored, table, fields }: OpenedImport,
  { mapping, mode }: ImportRequest,
): ImportPlan {
  const { document } = context.registry.grids.get(stored.grid)!
  const { key } = importOf(document)
  const entity = findModel(context, document.entity)
  const { caller, registry } = context
  const params = Object.fromEntries(
    Object.entries(document.params ?? {}).flatMap(([name, path]) =>
      stored.params[name] === undefined ? [] : [[name, { path: String(path), value: stored.params[name] }]],
    ),
  )
  const say = (name: string) => registry.message('panel', caller.locale, name)
  return {
    fields,
    mapping,
    mode,
    key,
    module: entity.module,
    entity: entity.name,
    reading: {
      locale: caller.locale,
      numberLocale: table.delimiter === undefined || table.delimiter === ',' ? 'en' : caller.locale,
      timeZone: caller.timezone,
      yes: say('import.yes'),
      no: say('import.no'),
      truths: truthsOf(registry),
    },
    named: createRecordFinder(),
    find: (step, value) => findByKey(step, entity.name, key!, value, params),
    save: saverOf(context, others, document, stored.params),
  }
}

const truthsOf = (registry: ImportContext['registry']): Map<string, boolean> =>
  new Map(
    locales.flatMap((locale) => [
      [foldText(registry.message('panel', locale, 'import.no')), false] as const,
      [foldText(registry.message('panel', locale, 'import.yes')), true] as const,
    ]),
  )

type SaveRow = ImportPlan['save']

/** The call that saves a row: the grid's, the entity's own, or the generic one, with its access and its checks. */
function saverOf(context: ImportContext, others: readonly Feature[], document: OpenedDocument, params: StoredImport['params']): SaveRow {
  const { registry, caller } = context
  const entity = findModel(context, document.entity)
  if (!isAllowed(caller, entityAccess(entity.document, 'write'))) throw new ApiError('permission-denied')
  const name = importOf(document).endpoint ?? entity.document.calls?.save
  if (name === undefined) {
    const fixed = Object.fromEntries(
      Object.entries(document.params ?? {}).flatMap(([param, path]) =>
        params[param] === undefined || String(path).includes('.') ? [] : [[String(path), params[param]]],
      ),
    )
    return (step, { id, version, data }) =>
      writeRecord(step, entity.name, { id, version, data: { ...(id === undefined && fixed), ...data } })
  }
  const owned = registry.endpoints.get(`1/${name}`)
  if (!owned || !isAllowed(caller, owned.document.access)) throw new ApiError('permission-denied')
  const handler = handlerOf(others, owned.module, owned.document)
  const { payload } = endpointValidators(owned.document)
  return (step, { id, version, data }) =>
    handler({
      ...context,
      ...step,
      params: {},
      payload: inFormPaths(() => payload({ ...params, ...(id !== undefined && { id, version }), data }, context.config.allowedRules)),
    })
}

type OpenedDocument = Parameters<typeof importOf>[0]

/** @throws where an endpoint opens transactions of its own: nothing of it could be taken back */
function handlerOf(others: readonly Feature[], module: string, endpoint: EndpointDocument): AnyHandler {
  const handler = endpoint.operation
    ? operationHandler(endpoint, module)
    : others.flatMap((feature) => (feature.module === module ? handlersOf(feature)[endpoint.name] : undefined)).find(Boolean)
  if (typeof handler !== 'function')
    throw new Error(`${endpoint.name} cannot save the rows of an import: it does not work in the transaction of its call`)
  return handler
}
