import { sql } from 'kysely'
import { at } from '#schemas/check/source.ts'
import type { Trx } from '#server/database/database.ts'
import { castOf } from './column-casts.ts'
import { conversionProblem, conversionsOf, wordOf } from './convert-columns.ts'
import { foldColumn, searchColumn, sortColumn, sqlTypes, systemFieldNames, type EntityShape } from '#server/database/entity-shape.ts'
import { stateProblems } from './state-problems.ts'
import { quote, tableOf } from '#server/database/sql-names.ts'
import { storedTypeNames, type StoredTable } from './stored-tables.ts'
import { treeProblems } from './tree-problems.ts'
import { uniqueIndexes } from './unique-indexes.ts'

/** Why an entity cannot be stored as its document says. */
export interface MigrationProblem {
  entity: string
  field: string
  /** JSON pointer into the entity's document. */
  pointer: string
  message: string
}

/** Finds everything that prevents the tables from being changed as the documents require; changes nothing. */
export async function findProblems(trx: Trx, shapes: EntityShape[], stored: ReadonlyMap<string, StoredTable>): Promise<MigrationProblem[]> {
  // Tables of a module that is switched off can still be referred to.
  const names = new Set([...stored.keys(), ...shapes.map((shape) => shape.entity)])
  const problems = shapes.flatMap((shape) => [
    ...namingProblems(shape),
    ...referenceProblems(shape, names),
    ...typeProblems(shape, stored.get(shape.entity)),
  ])
  if (problems.length === 0)
    for (const shape of shapes)
      problems.push(
        ...(await conversionProblems(trx, shape, stored.get(shape.entity))),
        ...(await duplicateProblems(trx, shape, stored.get(shape.entity))),
        ...(await stateProblems(trx, shape, stored.get(shape.entity))),
        ...(await treeProblems(trx, shape, stored.get(shape.entity))),
      )
  return problems
}

const fieldAt = (field: string) => at('/schema/properties', field)

function namingProblems(shape: EntityShape): MigrationProblem[] {
  const { storage = {}, schema } = shape.document
  const problem = (field: string, message: string, pointer = fieldAt(field)) => ({ entity: shape.entity, field, pointer, message })
  const problems: MigrationProblem[] = []
  const computed = new Set([searchColumn, ...shape.columns.flatMap((column) => [sortColumn(column.name), foldColumn(column.name)])])
  const ownerByName = new Map<string, string>()
  for (const column of shape.columns) {
    if (computed.has(column.name) && !column.system)
      problems.push(problem(column.field, `the name "${column.name}" is kept for a column that the server computes`))
    for (const key of new Set([column.name, column.expanded ?? column.name])) {
      if (ownerByName.has(key)) problems.push(problem(column.field, `stands for "${key}", as "${ownerByName.get(key)}" does`))
      ownerByName.set(key, column.field)
    }
  }
  for (const field of Object.keys(schema.properties))
    if (systemFieldNames.has(field)) problems.push(problem(field, 'every record has this field by itself'))
  if (storage.translate?.length && Object.hasOwn(schema.properties, 'translations'))
    problems.push(problem('translations', 'every record with translated fields has this field by itself'))
  const unique = storage.unique ?? []
  const lists: [string, string, string[]][] = [
    ['translate', '/storage/translate', storage.translate ?? []],
    ['search', '/storage/search', storage.search ?? []],
    ...unique.map((list, place): [string, string, string[]] => ['unique', `/storage/unique/${place}`, list]),
    ...(storage.index ?? []).map((list, place): [string, string, string[]] => [
      'index',
      `/storage/index/${place}`,
      list.map((field) => field.replace(/^-/, '')),
    ]),
  ]
  if (storage.active && !shape.byName.has(storage.active))
    problems.push(problem(storage.active, 'storage.active names a field that the entity does not have', '/storage/active'))
  for (const [hint, pointer, fields] of lists)
    for (const [place, field] of fields.entries())
      if (!shape.byName.has(field))
        problems.push(problem(field, `storage.${hint} names a field that the entity does not have`, at(pointer, place)))
  for (const [place, fields] of unique.entries())
    for (const [step, field] of fields.entries()) {
      const column = shape.byName.get(field)
      if (column?.kind === 'json' && !column.translated)
        problems.push(problem(field, 'objects and arrays cannot be unique', `/storage/unique/${place}/${step}`))
    }
  for (const [place, field] of (storage.translate ?? []).entries()) {
    const type = schema.properties[field]?.type
    if (type !== undefined && type !== 'string' && !(Array.isArray(type) && type.includes('string')))
      problems.push(problem(field, 'only text can be translated', `/storage/translate/${place}`))
  }
  if (storage.active && shape.byName.get(storage.active)?.kind !== 'boolean')
    problems.push(problem(storage.active, 'storage.active needs a boolean field', '/storage/active'))
  return problems
}

function referenceProblems(shape: EntityShape, names: ReadonlySet<string>): MigrationProblem[] {
  return shape.columns
    .filter((column) => !column.system)
    .flatMap((column) =>
      [column.references, column.itemReferences]
        .filter((target) => target !== undefined && !names.has(target))
        .map((target) => ({
          entity: shape.entity,
          field: column.field,
          pointer: at(fieldAt(column.field), ...(column.itemReferences === target ? ['items', 'references'] : ['references'])),
          message: `refers to the entity "${target}", which is not published`,
        })),
    )
}

async function conversionProblems(trx: Trx, shape: EntityShape, table: StoredTable | undefined): Promise<MigrationProblem[]> {
  const problems: MigrationProblem[] = []
  for (const conversion of conversionsOf(shape, table)) {
    const problem = await conversionProblem(trx, shape, table!, conversion)
    if (problem) problems.push(problem)
  }
  return problems
}

function typeProblems(shape: EntityShape, table: StoredTable | undefined): MigrationProblem[] {
  const converted = new Set(conversionsOf(shape, table).map(({ column }) => column))
  return shape.columns.flatMap((column) => {
    if (converted.has(column)) return []
    const there = table?.columns.get(column.name)
    const type = sqlTypes[column.kind]
    if (!there || column.name === 'version' || there.type === (storedTypeNames[type] ?? type)) return []
    const wanted = column.translated ? 'a translated text' : wordOf(storedTypeNames[type] ?? type)
    const was = there.type === 'jsonb' ? 'an object, a list or a translated text' : wordOf(there.type)
    const canConvert = !column.translated && castOf(there.type, storedTypeNames[type] ?? type) !== undefined
    const pointer = column.translated ? '/storage/translate' : fieldAt(column.field)
    return {
      entity: shape.entity,
      field: column.field,
      pointer,
      message: `was ${was} and cannot become ${wanted}: what is stored would be lost; ${canConvert ? `give the new field another name, or name it in "converted", and its values become ${wanted}` : 'give the new field another name'}`,
    }
  })
}

async function duplicateProblems(trx: Trx, shape: EntityShape, table: StoredTable | undefined): Promise<MigrationProblem[]> {
  if (!table) return []
  const problems: MigrationProblem[] = []
  for (const { name, fields, columns, locale, slug } of uniqueIndexes(shape)) {
    if (table.indexes.has(name) || !columns.every((column) => table.columns.has(column.name))) continue
    const keys = columns.map((column) =>
      column.translated ? sql`${sql.ref(column.name)} ->> ${sql.lit(locale!)}` : sql.raw(quote(column.name)),
    )
    const filled = (slug ? keys.slice(-1) : keys).map((key) => sql`${key} is not null`)
    const { rows } =
      await sql`select 1 from ${sql.raw(tableOf(shape.entity))} where ${sql.join(filled, sql` and `)} group by ${sql.join(keys)} having count(*) > 1 limit 1`.execute(
        trx,
      )
    if (rows.length > 0)
      problems.push({
        entity: shape.entity,
        field: fields.join(', '),
        pointer: slug ? at(fieldAt(slug.field), 'slug') : uniquePointer(shape, fields),
        message: 'stored records share values that are to be unique',
      })
  }
  return problems
}

function uniquePointer({ document }: EntityShape, fields: readonly string[]): string {
  const place = (document.storage?.unique ?? []).findIndex((list) => list === fields)
  return place < 0 ? '/storage/sisters' : `/storage/unique/${place}`
}
