import { createSchemaUtils, type RJSFSchema, type SchemaUtilsType } from '@rjsf/utils'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { fillDefaults } from '#renderer/form/data/fill-defaults.ts'
import { type FieldSchema } from './json-schema.ts'
import { closestBranch, resolveSchema } from './resolve-schema.ts'
import { formValidator } from '#renderer/form/validation/validator.ts'
import { choicesOf } from './widget-name.ts'

/**
 * Answers the drawing library's questions about schemas for one place at a time; the library's own functions would
 * resolve everything below it.
 */
export function createLazySchemaUtils(root: FieldSchema): SchemaUtilsType {
  const standard = createSchemaUtils(formValidator, root as RJSFSchema) as SchemaUtilsType
  return Object.assign(
    Object.create(standard) as SchemaUtilsType,
    {
      retrieveSchema: (schema: object, data?: unknown) => resolveSchema(schema as FieldSchema, root, data),
      getClosestMatchingOption: (data: unknown, options: object[], chosen?: number) =>
        closestBranch(options as FieldSchema[], data, root, chosen),
      getDefaultFormState: (schema: object, data?: unknown) => fillDefaults(schema as FieldSchema, data, root),
      isSelect: (schema: object) => choicesOf(schema as FieldSchema, {}) !== undefined,
      isMultiSelect: () => false,
      isFilesArray: () => false,
      // Labels are drawn by our own frames.
      getDisplayLabel: () => false,
      sanitizeDataForNewSchema: (next?: object, before?: object, data?: unknown) =>
        keepWhatFits(next as FieldSchema | undefined, before as FieldSchema | undefined, data, root),
    } as unknown as Partial<SchemaUtilsType>,
  )
}

/** The values of one branch's data that another branch accepts, and those that neither names. */
function keepWhatFits(next: FieldSchema | undefined, before: FieldSchema | undefined, data: unknown, root: FieldSchema): unknown {
  if (next === undefined) return undefined
  if (!isRecord(data)) return isValid(next, data, { root }) ? data : undefined
  const named = (schema: FieldSchema | undefined, name: string): FieldSchema | undefined =>
    schema?.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => {
      const part = named(next, name)
      return part === undefined ? named(before, name) === undefined : isValid(part, value, { root })
    }),
  )
}
