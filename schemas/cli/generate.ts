import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { parseModule } from '#schemas/check/parse-module.ts'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import { readContractSchemas, type JsonSchema } from './contract-bundle.ts'
import { readModuleFolder } from './module-folder.ts'
import { referencePage } from './reference-page.ts'

const root = resolve(process.env.PISHKHAN_ROOT ?? '.')
const options = {
  bannerComment: '',
  unknownAny: true,
  additionalProperties: true,
  ignoreMinAndMaxItems: true,
  format: true,
  strictIndexSignatures: false,
  style: { semi: false, singleQuote: true, printWidth: 120 },
}

const pascal = (name: string) => name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

/** Name of the TypeScript type of a schema of the contract, e.g. `GridDocument`, `GridColumn`, `Text`. */
function typeName(id: string, definition?: string): string {
  const isAnswer = id.includes('/responses/')
  const file = basename(id, '.json')
  if (definition)
    return file === 'common' ? pascal(definition) : pascal(`${file}_${isAnswer || file === 'action' ? '' : 'document_'}${definition}`)
  if (file === 'action') return 'Action'
  if (file === 'envelope') return 'Envelope'
  if (file === 'error') return 'Failure'
  return pascal(file) + (isAnswer ? 'Answer' : 'Document')
}

/** Turns cross-file references into local ones and drops titles, which would become type names. */
function localise(node: unknown, id: string, keepTitle: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => localise(item, id, false))
  if (node === null || typeof node !== 'object') return node
  const source = node as JsonSchema
  if (typeof source.$ref === 'string') {
    const [file, pointer] = source.$ref.split('#')
    return { $ref: `#/definitions/${typeName(file || id, pointer?.replace('/definitions/', ''))}` }
  }
  const result: JsonSchema = {}
  for (const [key, value] of Object.entries(source)) {
    if (['$id', '$schema', 'examples', 'definitions', 'default'].includes(key) && typeof value !== 'object') continue
    if (['examples', 'definitions'].includes(key)) continue
    // JSON Schemas inside documents are not typed in depth: their nested definition is for editors.
    if (key === 'additionalProperties' && (value as JsonSchema).$ref === '#/definitions/property_schema') {
      result[key] = true
      continue
    }
    if (key === 'title' && typeof value === 'string' && !keepTitle) continue
    if (key === 'properties') {
      result.properties = Object.fromEntries(
        Object.entries(value as JsonSchema).map(([name, schema]) => [name, localise(schema, id, false)]),
      )
    } else result[key] = localise(value, id, false)
  }
  return result
}

async function contractTypes(): Promise<string> {
  const definitions: JsonSchema = {}
  for (const [id, schema] of readContractSchemas()) {
    const parts = Object.entries((schema.definitions ?? {}) as Record<string, JsonSchema>)
    for (const [name, part] of parts)
      definitions[typeName(id, name)] = { ...(localise(part, id, false) as JsonSchema), title: typeName(id, name) }
    if (basename(id) !== 'common.json') definitions[typeName(id)] = { ...(localise(schema, id, false) as JsonSchema), title: typeName(id) }
  }
  const all = {
    title: 'Contract',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }])),
    definitions,
  }
  return compile(all as never, 'Contract', options)
}

async function endpointTypes(): Promise<string> {
  const properties: JsonSchema = {}
  const folder = join(root, 'modules')
  const modules = (existsSync(folder) ? readdirSync(folder).sort() : [])
    .filter((name) => existsSync(join(folder, name, 'module.json')))
    .map((name) => parseModule(readModuleFolder(join(folder, name))))
  const entities = new Map(modules.flatMap((documents) => Object.entries(documents.entities)))
  for (const { endpoints, forms } of modules) {
    for (const written of endpoints) {
      // The panel's own code calls version 1.
      if (written.version !== undefined && written.version !== 1) continue
      const endpoint = completeEndpoint(written, { entity: (name) => entities.get(name), formEntity: (form) => forms[form]?.entity })
      const part = (schema: unknown) => (schema === undefined || typeof schema === 'boolean' ? {} : plain(schema as JsonSchema))
      properties[endpoint.name] = {
        type: 'object',
        additionalProperties: false,
        required: ['method', 'params', 'payload', 'results', 'metadata'],
        description: endpoint.description,
        properties: {
          method: { const: endpoint.method },
          params: part(endpoint.params),
          payload: part(endpoint.payload),
          results: part(endpoint.results),
          metadata: part(endpoint.metadata),
        },
      }
    }
  }
  return compile(
    {
      title: 'Endpoints',
      description: 'The endpoint catalogue: what each call takes and answers.',
      type: 'object',
      additionalProperties: false,
      required: Object.keys(properties),
      properties,
    } as never,
    'Endpoints',
    options,
  )
}

/** A schema without titles, and without references to the contract, which has its own types. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (node === null || typeof node !== 'object') return node
  const source = node as JsonSchema
  if (typeof source.$ref === 'string' && !source.$ref.startsWith('#')) {
    const [file, pointer] = source.$ref.split('#')
    return { tsType: `import('./contract.d.ts').${typeName(file!, pointer?.replace('/definitions/', ''))}` }
  }
  return Object.fromEntries(
    Object.entries(source)
      .filter(([key, value]) => !(key === 'title' && typeof value === 'string') && key !== 'examples')
      .map(([key, value]) => [key, plain(value)]),
  )
}

const outputs = { 'contract.d.ts': await contractTypes(), 'endpoints.d.ts': await endpointTypes() }
let drifted = false
const page = join(root, 'docs/reference.md')
if (process.argv.includes('--check')) {
  if (!existsSync(page) || readFileSync(page, 'utf8') !== referencePage()) {
    drifted = true
    console.error(`${page} is not what the product offers: run npm run generate`)
  }
} else writeFileSync(page, referencePage())
for (const [file, text] of Object.entries(outputs)) {
  const path = join(root, 'schemas/types', file)
  const body = `// Generated by \`npm run generate\`; never edited.\n${text}`
  if (process.argv.includes('--check')) {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== body) {
      drifted = true
      console.error(`${path} is not what the schemas say: run npm run generate`)
    }
  } else writeFileSync(path, body)
}
if (drifted) process.exit(1)
