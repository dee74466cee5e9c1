import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '#schemas/rules/is-record.ts'

/** A schema and the files next to it, as they are sent to `app/check-forms/worker.ts`. */
export interface FormCase {
  schema: unknown
  uiSchema?: unknown
  data?: unknown
}

/** Cases of a folder and its sub-folders, by file name; companion files are not cases themselves. */
export function findCases(folder: string): { file: string; read: () => FormCase }[] {
  const files = filesIn(folder)
  const neighbours = new Neighbours(files)
  const siblingOf = (file: string, names: string[]): string | undefined =>
    names.map((name) => join(dirname(file), name)).find((name) => name !== file && files.includes(name))
  // `data.json` belongs to `schema.json`; without that it is an ordinary schema.
  const isCompanion = (file: string): boolean =>
    /[.](?:ui|uischema|data|formdata)\.json$/i.test(file) ||
    (/\/(?:ui|uischema|data|formdata)\.json$/i.test(file) && files.includes(join(dirname(file), 'schema.json')))
  return files
    .filter((file) => !isCompanion(file))
    .map((file) => {
      const base = (file.split('/').at(-1) ?? '').replace(/(?:[.]schema)?[.]json$/i, '')
      const plainNames = (names: string[]): string[] => (base === 'schema' ? names : [])
      const ui = siblingOf(file, [`${base}.ui.json`, `${base}.uiSchema.json`, ...plainNames(['uiSchema.json', 'ui.json'])])
      const data = siblingOf(file, [`${base}.data.json`, `${base}.formData.json`, ...plainNames(['formData.json', 'data.json'])])
      return {
        file: relative(folder, file),
        read: () => {
          const content = readJson(file)
          const bundle =
            isRecord(content) &&
            isSchema(content.schema) &&
            ('uiSchema' in content || 'formData' in content || 'data' in content || 'ui' in content || Object.keys(content).length === 1)
              ? content
              : undefined
          const written = bundle
            ? { schema: bundle.schema, uiSchema: bundle.uiSchema ?? bundle.ui, data: bundle.formData ?? bundle.data }
            : { schema: content, uiSchema: undefined, data: undefined }
          return {
            schema: withNeighbours(written.schema, file, neighbours),
            uiSchema: written.uiSchema ?? (ui && readJson(ui)),
            data: written.data ?? (data && readJson(data)),
          }
        },
      }
    })
}

/** The schemas of a folder, by the names that references use. */
class Neighbours {
  readonly #files: readonly string[]
  #byId: Map<string, string> | undefined

  constructor(files: readonly string[]) {
    this.#files = files
  }

  /** The file of a reference: at that path, with it as `$id`, or the only file with that name. */
  find(address: string, reference: string, from: string): string | undefined {
    const path = join(dirname(from), decode(reference))
    if (!/^[a-z][a-z0-9+.-]*:/i.test(reference) && this.#files.includes(path)) return path
    // The meta-schemas are built in.
    if (/^https?:\/\/json-schema[.]org\/(?:draft-0\d\/)?schema$/.test(address.replace(/#.*$/s, ''))) return undefined
    const named = this.#ids().get(plain(address))
    if (named !== undefined) return named
    const name = decode(address.split(/[?]/)[0]!.split('/').at(-1) ?? '')
    const same =
      name === ''
        ? []
        : this.#files.filter((file) => file.endsWith(`/${name}`) || (!name.endsWith('.json') && file.endsWith(`/${name}.json`)))
    return same.length === 1 ? same[0] : undefined
  }

  #ids(): Map<string, string> {
    if (this.#byId) return this.#byId
    const byId = new Map<string, string>()
    for (const file of this.#files) {
      const content = tryJson(file)
      const id = isRecord(content) ? (content.$id ?? content.id) : undefined
      if (typeof id === 'string' && id !== '' && !id.startsWith('#') && !byId.has(plain(id))) byId.set(plain(id), file)
    }
    return (this.#byId = byId)
  }
}

/** An address without the parts that do not distinguish documents. */
const plain = (address: string): string => address.replace(/#.*$/s, '').replace(/^https?:/, '')

/** The schema with all schemas of its folder that it refers to (by path, `$id` or file name), embedded as definitions. */
function withNeighbours(schema: unknown, file: string, neighbours: Neighbours): unknown {
  if (!isRecord(schema)) return schema
  const embedded: Record<string, unknown> = {}
  const own = idOf(schema) ?? pathToFileURL(resolve(file)).href
  const known = new Set([plain(own)])
  const follow = (part: unknown, base: string, at: string): void => {
    if (Array.isArray(part)) part.forEach((item) => follow(item, base, at))
    if (!isRecord(part)) return
    const reference = typeof part.$ref === 'string' ? part.$ref.split('#', 1)[0]! : ''
    if (reference !== '' && URL.canParse(reference, base)) {
      const address = new URL(reference, base).href
      const target = known.has(plain(address)) ? undefined : neighbours.find(address, reference, at)
      if (target !== undefined && target !== file) {
        known.add(plain(address))
        const content = tryJson(target)
        // Draft 4 names a schema by `id`; here it gets the address of the reference.
        const { id: _, ...rest } = isRecord(content) ? content : {}
        embedded[address] = isRecord(content) ? named(typeof content.id === 'string' ? rest : content, address) : content
        follow(content, address, target)
      }
    }
    Object.values(part).forEach((inner) => follow(inner, base, at))
  }
  for (const id of idsIn(schema)) known.add(plain(URL.canParse(id, own) ? new URL(id, own).href : id))
  follow(schema, own, file)
  return Object.keys(embedded).length === 0
    ? schema
    : { ...named(schema, own), definitions: { ...(isRecord(schema.definitions) && schema.definitions), ...embedded } }
}

/** A schema with an `$id`. Next to a `$ref` it would be ignored, so the reference is wrapped; parts that others may refer to stay. */
function named(schema: Record<string, unknown>, $id: string): Record<string, unknown> {
  if (typeof schema.$ref !== 'string' || /draft\/20/.test(String(schema.$schema))) return { ...schema, $id }
  const ownEntries = Object.entries(schema).filter(([key]) => ['$schema', 'title', 'definitions', '$defs'].includes(key))
  return { ...Object.fromEntries(ownEntries), $id, allOf: [{ $ref: schema.$ref }] }
}

const idOf = (schema: Record<string, unknown>): string | undefined =>
  [schema.$id, schema.id].find((id): id is string => typeof id === 'string' && URL.canParse(id))

/** `$id`s inside a schema. */
function idsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(idsIn)
  if (!isRecord(part)) return []
  return [...[part.$id, part.id].filter((id): id is string => typeof id === 'string' && id !== ''), ...Object.values(part).flatMap(idsIn)]
}

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isRecord(value)
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))

function tryJson(file: string): unknown {
  try {
    return readJson(file)
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesIn(path) : name.endsWith('.json') ? [path] : []
    })
}
