import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, FormDocument } from '#schemas/types/contract.d.ts'
import { schemaPart } from './schema/schema-part.ts'
import { missing, type Lookup, type Scope } from './scope.ts'

/** Looks up a path inside a value: `title` of a record, `user` of a payload. */
export type Reach = (path: string) => Lookup<unknown>

/** First steps of insertions. A root without a reach may contain anything. */
export type Roots = Readonly<Record<string, Reach | undefined>>

const anything = { found: true as unknown, module: '' }

/** Fields of a record in a response: references as `author_id` and as `author: { id, title }`, and the flags of a row. */
export const recordReach =
  (scope: Scope, entity: EntityDocument): Reach =>
  (path) => {
    const steps = path.split('.').filter((step) => !/^\d+$/.test(step))
    const first = steps[0] ?? ''
    if (/^can_[a-z_]+$/.test(first) || first === 'title' || first === 'sisters') return anything
    if (entity.storage?.translate?.includes(first)) return anything
    // A reference is returned with the id and the title of its record.
    const last = steps.at(-1)
    if (steps.length > 1 && (last === 'id' || last === 'title') && scope.field(entity, steps.slice(0, -1).join('.')).found?.references)
      return anything
    return scope.field(entity, steps.join('.'))
  }

/** The values that a form sends: its fields, references also as `author_id`, and the columns of every record. */
export function formReach(scope: Scope, form: FormDocument): Reach | undefined {
  const entity = form.entity ? scope.entity(form.entity).found : undefined
  if (!entity && !isRecord(form.schema?.properties)) return undefined
  const names = Object.keys(isRecord(form.schema?.properties) ? form.schema.properties : {})
  return (path) => {
    const plain = path
      .split('.')
      .filter((step) => !/^\d+$/.test(step))
      .join('.')
    if (isRecord(form.schema) && [plain, plain.replace(/_id$/, '')].some((name) => schemaPart(form.schema!, name))) return anything
    if (entity) return recordReach(scope, entity)(plain)
    return plain === 'id' || plain === 'version' ? anything : missing(plain, names)
  }
}

/** Properties of a JSON Schema; undefined if it names none or is open on purpose. */
export function schemaReach(schema: unknown): Reach | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined
  const names = Object.keys(schema.properties)
  return (path) => {
    const plain = path.split('.').filter((step) => !/^\d+$/.test(step))
    if (!Object.hasOwn(schema.properties as object, plain[0] ?? '')) return missing(plain[0] ?? '', names)
    const fieldSchema = schemaPart(schema, plain.join('.'))
    const parent = schemaPart(schema, plain.slice(0, -1).join('.'))
    return fieldSchema || !isRecord(parent?.properties)
      ? anything
      : missing(
          path,
          Object.keys(parent.properties).map((name) => [...plain.slice(0, -1), name].join('.')),
        )
  }
}

/** Looks up a name in a list, e.g. the parameters of a path. */
export const namesReach =
  (names: readonly string[]): Reach =>
  (path) =>
    names.includes(path.split('.')[0]!) ? anything : missing(path, names)

/** Finds a path that any of several reaches knows. */
export function anyReach(reaches: readonly (Reach | undefined)[]): Reach | undefined {
  if (reaches.length === 0 || reaches.some((reach) => reach === undefined)) return undefined
  return (path) => {
    const answers = reaches.map((reach) => reach!(path))
    return answers.find((answer) => answer.found !== undefined) ?? answers[0]!
  }
}

/** Calls and operations that return the record that they stored. */
const storing = ['save', 'restore', 'activate', 'deactivate']
const answering: readonly string[] = ['single', 'create', 'set', 'save', 'restore']

/** The entity of the record that a call loads or stores, if it is known. */
export function loadedEntity(
  scope: Scope,
  call: { name?: unknown; version?: number; params?: unknown; payload?: unknown } | undefined,
): EntityDocument | undefined {
  if (typeof call?.name !== 'string') return undefined
  const named = call.name === 'single' ? call.params : storing.includes(call.name) ? call.payload : undefined
  const endpoint = [...scope.modules.values()]
    .flatMap((documents) => documents.endpoints)
    .find((entry) => entry.name === call.name && (entry.version ?? 1) === (call.version ?? 1))
  const name = isRecord(named) ? named.model : endpoint?.operation && answering.includes(endpoint.operation) ? endpoint.entity : undefined
  return typeof name === 'string' ? scope.entity(name).found : undefined
}

/** Paths in the response of a call: those of the record, otherwise those of the endpoint's own closed `results` schema. */
export function answerReach(
  scope: Scope,
  call: { name: string; version?: number; params?: unknown; payload?: unknown },
): Reach | undefined {
  const entity = loadedEntity(scope, call)
  if (entity) return recordReach(scope, entity)
  const results = scope.endpoint(call.name, call.version).found?.results
  return isRecord(results) && results.additionalProperties === false ? schemaReach(results) : undefined
}
