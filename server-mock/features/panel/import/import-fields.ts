import { foldText } from '#schemas/rules/numbers/digits.ts'
import { locales } from '#schemas/rules/locales.ts'
import type { EntityDocument, GridDocument, GridDocumentImport, Option } from '#schemas/types/contract.d.ts'
import { fieldLabel, fieldOptions, findEntity, findField, type FieldSchema } from '#server/documents/entity-field.ts'
import { textOf, within, type Expansion, type Reader } from '#server/documents/expansion.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import { mayUseField, type ModelContext, type ModelEntity } from '#server/model/context.ts'

/** A field that a column of a file can be. */
export interface ImportField {
  name: string
  title: string
  required: boolean
  /** A list is written in one cell, its values apart by commas. */
  isList: boolean
  /** Of a value, or of each of a list. */
  schema: FieldSchema
  options?: Option[]
  /** The same choices as they are called in any language. */
  optionsElsewhere?: Option[]
  /** Entity that a value, or each of a list, refers to. */
  references?: string
  /** What it is called in any language, folded. */
  names: ReadonlySet<string>
}

export const importOf = ({ import: importOptions }: GridDocument): GridDocumentImport =>
  importOptions === true || importOptions === undefined ? {} : importOptions

const scalarTypes = ['string', 'integer', 'number', 'boolean']
const typesOf = ({ type }: FieldSchema) => [type].flat().filter((each) => each !== 'null')

/** What a cell can hold: a value, or a list of values. */
function readable(schema: FieldSchema): { isList: boolean; schema: FieldSchema } | undefined {
  if (schema.format === 'file' || schema.format === 'password') return undefined
  const isList = typesOf(schema).includes('array')
  const value = isList ? schema.items : schema
  const fits =
    value !== undefined &&
    (value.enum !== undefined || value.references !== undefined || typesOf(value).some((type) => scalarTypes.includes(String(type))))
  return fits && value.format !== 'file' ? { isList, schema: value } : undefined
}

/** Fields that a file may have columns for, as far as the caller may write them. */
export function importFields(
  context: Pick<ModelContext, 'caller' | 'registry'>,
  reader: Reader,
  grid: Owned<GridDocument>,
  entity: ModelEntity,
): ImportField[] {
  const { registry, caller } = context
  const owned = findEntity(registry, entity.name)!
  const expansion: Expansion = { registry, reader, module: grid.module }
  const { fields, key, endpoint = entity.document.calls?.save } = importOf(grid.document)
  // A call of its own may fill in what is missing; trying the file out tells.
  const isGeneric = endpoint === undefined
  const wanted = fields ?? Object.keys(entity.document.schema.properties)
  return wanted.flatMap((name): ImportField[] => {
    const column = entity.shape.byName.get(name)
    const field = findField(registry, owned, name)
    const readableField = field && readable(field.schema)
    // A key may be read only: it finds a record and keeps its value. A call of its own may write what the grid names.
    const isHeld = field?.schema.readOnly === true && name !== key && (isGeneric || fields === undefined)
    if (!column || column.system || isHeld || !field || !readableField || !mayUseField(caller, entity, column, {})) return []
    return [
      {
        name,
        ...readableField,
        title: fieldLabel(expansion, owned, name),
        required: isGeneric && isRequired(entity.document, name),
        options: fieldOptions(expansion, field, { stored: true }),
        optionsElsewhere: locales.flatMap(
          (locale) => fieldOptions({ ...expansion, reader: { ...reader, locale } }, field, { stored: true }) ?? [],
        ),
        references: readableField.schema.references,
        names: namesOf(registry, reader, grid, owned, name),
      },
    ]
  })
}

const isRequired = ({ schema }: EntityDocument, name: string): boolean => {
  const property = schema.properties[name] as FieldSchema & { rules?: unknown; default?: unknown }
  const rules = typeof property.rules === 'string' ? property.rules.split('|') : []
  return property.default === undefined && (rules.includes('required') || (schema.required ?? []).includes(name))
}

const fold = (text: string) => foldText(text).replace(/[\s_*:.()-]+/g, '')

/** Titles of a field and of its column in every language, and its name. */
function namesOf(
  registry: DocumentRegistry,
  reader: Reader,
  grid: Owned<GridDocument>,
  entity: Owned<EntityDocument>,
  name: string,
): Set<string> {
  const columns = grid.document.columns.flatMap((column) =>
    typeof column !== 'string' && column.title !== undefined && [name, `${name}_id`].includes(column.key.split('.')[0]!)
      ? [column.title]
      : [],
  )
  return new Set(
    [
      name,
      ...locales.flatMap((locale) => {
        const expansion: Expansion = { registry, reader: { ...reader, locale }, module: grid.module }
        return [fieldLabel(expansion, entity, name), ...columns.map((title) => textOf(within(expansion, grid.module), title))]
      }),
    ]
      .map(fold)
      .filter((text) => text !== ''),
  )
}

/** For each field the column that is called as it is, in any language; each column is taken once. */
export function guessMapping(titles: readonly string[], fields: readonly ImportField[]): Record<string, number> {
  const usedColumns = new Set<number>()
  const mapping: Record<string, number> = {}
  for (const { name, names } of fields) {
    const at = titles.findIndex((title, index) => !usedColumns.has(index) && names.has(fold(title)))
    if (at < 0) continue
    usedColumns.add(at)
    mapping[name] = at
  }
  return mapping
}
