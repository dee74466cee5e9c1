import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { fillDefaults } from '#renderer/form/data/fill-defaults.ts'
import { typeOf, type FieldSchema } from './json-schema.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import { closestBranch, mergeSchemas, resolveSchema } from './resolve-schema.ts'

/** The shapes that an object may have, and how they are distinguished. */
export interface Variants {
  /** The properties that all shapes share. */
  base: FieldSchema
  branches: FieldSchema[]
  /** Property whose constant identifies the branch. */
  discriminator?: string
  /** It is a field in its own right: it is filled in as such, and the variant follows. */
  isField?: boolean
}

const constantOf = (schema: FieldSchema | undefined): { value: unknown } | undefined =>
  !isRecord(schema)
    ? undefined
    : Object.hasOwn(schema, 'const')
      ? { value: schema.const }
      : schema.enum?.length === 1
        ? { value: schema.enum[0] }
        : undefined

/** The constant of a property in a branch. */
export const constantIn = (branch: FieldSchema | undefined, name: string): unknown => constantOf(branch?.properties?.[name])?.value

/** The variants of an object's schema as the data is; undefined for a schema without, or whose branches are not all objects. */
export function variantsOf(schema: FieldSchema, root: FieldSchema, data: unknown): Variants | undefined {
  const { oneOf, anyOf, ...base } = resolveSchema(schema, root, data)
  const given = oneOf ?? anyOf
  if (!given || (oneOf && anyOf) || (data !== undefined && data !== null && !isRecord(data))) return undefined
  const branches = given.map((branch) => resolveSchema(branch, root, data))
  const isObject = (branch: FieldSchema) =>
    (typeOf(branch) ?? typeOf(base)) === 'object' &&
    branch.undrawn === undefined &&
    !branch.oneOf &&
    !branch.anyOf &&
    (branch.properties ?? base.properties) !== undefined
  if (branches.length === 0 || !branches.every(isObject)) return undefined
  const discriminator = Object.keys(branches[0]!.properties ?? {}).find((name) => {
    const constants = branches.map((branch) => constantOf(branch.properties?.[name]))
    return (
      constants.every((one) => one !== undefined) && new Set(constants.map((one) => JSON.stringify(one.value))).size === branches.length
    )
  })
  return {
    base,
    branches,
    ...(discriminator !== undefined &&
      branches.length > 1 && { discriminator, isField: base.properties !== undefined && Object.hasOwn(base.properties, discriminator) }),
  }
}

/**
 * The variant of data: that of its discriminator; otherwise the chosen one if it has all filled-in properties; otherwise
 * the closest. None if a discriminator is required but missing, or if an optional object (`isOptional`) is missing.
 */
export function variantIn(
  { branches, discriminator, isField }: Variants,
  data: unknown,
  root: FieldSchema,
  chosen: number | undefined,
  isOptional = false,
): number | undefined {
  const present = isRecord(data) ? data : {}
  if (discriminator !== undefined && present[discriminator] !== undefined) {
    const matching = branches.findIndex((branch) => constantIn(branch, discriminator) === present[discriminator])
    if (matching !== -1) return matching
  }
  if (isField || (isOptional && chosen === undefined && isEmpty(data))) return undefined
  const knows = (branch: FieldSchema | undefined, name: string) =>
    branch?.properties !== undefined && Object.hasOwn(branch.properties, name)
  if (
    chosen !== undefined &&
    Object.keys(present).every(
      (name) => isEmpty(present[name]) || knows(branches[chosen], name) || !branches.some((branch) => knows(branch, name)),
    )
  )
    return chosen
  return closestBranch(branches, data, root, chosen)
}

/** The schema of an object in one of its variants. */
export function variantSchema({ base, branches, discriminator, isField }: Variants, at: number | undefined): FieldSchema {
  const schema = at === undefined ? base : mergeSchemas(base, branches[at] ?? {})
  return isField ? { ...schema, properties: { ...schema.properties, [discriminator!]: base.properties![discriminator!]! } } : schema
}

/** Values that belong to only one variant, so that they are restored when the user returns to it. */
export function ownValues({ base, branches, discriminator }: Variants, data: unknown, at: number): Record<string, unknown> {
  const own = Object.keys(branches[at]?.properties ?? {}).filter((name) => name !== discriminator && !base.properties?.[name])
  return Object.fromEntries(Object.entries(isRecord(data) ? data : {}).filter(([name]) => own.includes(name)))
}

/**
 * The data for another variant: properties that both know and that it accepts, those that neither names, its values from
 * before (`typed`), and its constants and defaults.
 */
export function changeVariant(
  variants: Variants,
  data: unknown,
  from: number | undefined,
  to: number,
  root: FieldSchema,
  typed: Record<string, unknown> = {},
): unknown {
  const [before, next] = [from === undefined ? {} : (variants.branches[from]?.properties ?? {}), variants.branches[to]?.properties ?? {}]
  const shared = Object.entries(isRecord(data) ? data : {}).filter(([name, value]) =>
    Object.hasOwn(next, name) ? isValid(next[name]!, value, { root }) : !Object.hasOwn(before, name),
  )
  const { discriminator, branches } = variants
  return fillDefaults(
    variantSchema(variants, to),
    {
      ...typed,
      ...Object.fromEntries(shared),
      ...(discriminator !== undefined && { [discriminator]: constantIn(branches[to], discriminator) }),
    },
    root,
  )
}
