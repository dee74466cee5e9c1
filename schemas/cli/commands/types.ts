import { writeFileSync } from 'node:fs'
import { checkModule, hasErrors } from '#schemas/check/check-module.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { extendedDocument } from '#schemas/extensions/extend-modules.ts'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import { renameSchema } from '#schemas/rules/endpoints/wire-names.ts'
import { isRequiredBy } from '#schemas/rules/validation/rule-string.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { textOption, type Command } from '#schemas/cli/command.ts'
import { offlineContext } from '#schemas/cli/module-folder.ts'
import { readableFolder } from '#schemas/cli/readable-folder.ts'
import { formatProblems, summarise } from '#schemas/cli/report.ts'

type Node = Record<string, unknown>

export const types: Command = {
  name: 'types',
  summary: "writes TypeScript types of a module's records and calls",
  arguments: ['dir'],
  options: { out: { type: 'string', value: 'FILE', summary: 'where to; standard output when left out' } },
  async run(call) {
    const files = readableFolder(call.arguments[0]!, call.terminal, 'no types')
    if (!files) return 1
    const problems = checkModule(files, offlineContext()).filter((problem) => problem.severity === 'error')
    if (hasErrors(problems)) {
      call.terminal.err(formatProblems(problems, files, { colour: call.terminal.colour }))
      call.terminal.err(`no types: ${summarise(problems)}`)
      return 1
    }
    const text = await moduleTypes(parseModule(files))
    const file = textOption(call, 'out')
    if (file === undefined) call.terminal.out(text.trimEnd())
    else {
      writeFileSync(file, text)
      call.terminal.out(`wrote ${file}`)
    }
    return 0
  },
}

/**
 * Writes one interface per entity (`Book`), one for what the module adds to an entity of another (`ClubBook`), and
 * `<Module>Endpoints` with the input and the result of each call.
 */
export async function moduleTypes(documents: ModuleDocuments): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  const parts: string[] = []
  const options = {
    bannerComment: '',
    unknownAny: true,
    additionalProperties: false,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  }
  const lookup = (name: string) => documents.entities[name]
  for (const entity of Object.values(documents.entities)) {
    const naming = { entity, lookup }
    parts.push(await compile(renameSchema(record(entity.schema as Node), naming) as never, pascal(entity.name), options))
  }
  for (const [base, properties] of addedProperties(documents))
    parts.push(await compile(added(properties, base) as never, pascal(`${documents.module.name}-${base}`), options))
  const complete = (endpoint: EndpointDocument) =>
    completeEndpoint(endpoint, { entity: (name) => documents.entities[name], formEntity: (form) => documents.forms[form]?.entity })
  const endpoints = documents.endpoints
    .map((written) => [written, underWireNames(complete(written), documents)] as const)
    .map(
      ([written, endpoint]) =>
        [
          endpoint.name,
          {
            type: 'object',
            additionalProperties: false,
            required: ['method', 'params', 'payload', 'results'],
            ...(endpoint.description ? { description: endpoint.description } : {}),
            properties: {
              method: { const: endpoint.method },
              params: plain(endpoint.params ?? {}),
              payload: plain(endpoint.payload ?? {}),
              results: resultsOf(written, endpoint, documents),
            },
          },
        ] as const,
    )
  const name = pascal(`${documents.module.name}-endpoints`)
  if (endpoints.length > 0)
    parts.push(
      await compile(
        {
          type: 'object',
          additionalProperties: false,
          required: endpoints.map(([key]) => key),
          properties: Object.fromEntries(endpoints),
        } as never,
        name,
        options,
      ),
    )
  return `// Types of the module ${documents.module.name}, written by \`pishkhan types\`.\n\n${parts.join('\n')}`
}

/** The properties that a module adds to the entities of others, by entity. */
function addedProperties({ extensions }: ModuleDocuments): Map<string, Node> {
  const properties = new Map<string, Node>()
  for (const extension of Object.values(extensions)) {
    const { kind, document } = extendedDocument(extension.extends)
    if (kind === 'entities' && extension.properties)
      properties.set(document, { ...properties.get(document), ...(extension.properties as Node) })
  }
  return properties
}

/** What a module adds to a record: never required, and not there for who lacks its permission. */
function added(properties: Node, base: string): Node {
  const description = `What is added to the records of "${base}".`
  return { type: 'object', additionalProperties: false, description, properties: fieldsOf({ properties }) }
}

/** A call with the names that its callers know. */
function underWireNames(endpoint: EndpointDocument, { entities }: ModuleDocuments): EndpointDocument {
  const entity = endpoint.operation === undefined ? undefined : entities[(endpoint.entity ?? '').split('/').at(-1)!]
  if (!entity) return endpoint
  const naming = { entity, lookup: (name: string) => entities[name] }
  const { params, payload, results } = endpoint
  return {
    ...endpoint,
    ...(params !== undefined && { params: renameSchema(params, naming) }),
    ...(payload !== undefined && { payload: renameSchema(payload, naming) }),
    ...(results !== undefined && { results: renameSchema(results, naming) }),
  }
}

const pascal = (name: string): string => name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

/** The result of a call: its own schema, otherwise the record that its operation returns, or what follows from the operation. */
function resultsOf(
  written: EndpointDocument,
  { results, operation, entity, fields }: EndpointDocument,
  documents: ModuleDocuments,
): unknown {
  if (typeof written.results === 'object') return plain(results)
  const known = entity !== undefined && Object.hasOwn(documents.entities, entity) && fields === undefined
  if (!known || !['create', 'save', 'set', 'single', 'list', 'trash', 'restore'].includes(operation ?? ''))
    return typeof results === 'object' ? plain(results) : {}
  return operation === 'list' ? { type: 'array', items: { tsType: pascal(entity) } } : { tsType: pascal(entity) }
}

/** A record as it is read: every column exists, empty ones are null; references are `author_id` and `{ id, title }`. */
function record(schema: Node): Node {
  const properties: Node = { id: { type: 'integer' }, version: { type: 'integer' }, ...fieldsOf(schema) }
  for (const name of ['created_by', 'updated_by'])
    Object.assign(properties, { [`${name}_id`]: { type: ['integer', 'null'] }, [name]: reference('user', false) })
  Object.assign(properties, { created_at: { type: 'string' }, updated_at: { type: 'string' }, deleted_at: { type: ['string', 'null'] } })
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}

/** The fields of a schema as a record tells them. */
function fieldsOf(schema: Node): Node {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const properties: Node = {}
  for (const [name, property] of Object.entries((schema.properties as Record<string, Node>) ?? {})) {
    const isNeeded = required.has(name) || isRequiredBy(property.rules)
    if (property.references) {
      properties[`${name}_id`] = isNeeded ? { type: 'integer' } : { type: ['integer', 'null'] }
      properties[name] = reference(String(property.references), isNeeded)
    } else properties[name] = isNeeded ? plain(property) : orNull(plain(property) as Node)
  }
  return properties
}

const orNull = (schema: Node): Node => ({ anyOf: [schema, { type: 'null' }] })

function reference(entity: string, isNeeded: boolean): Node {
  const published = {
    type: 'object',
    additionalProperties: true,
    required: ['id', 'title'],
    properties: { id: { type: 'integer' }, title: { type: 'string' } },
  }
  return { description: `The ${entity}; read only.`, ...(isNeeded ? published : orNull(published)) }
}

/** A schema without titles, which would become type names, and without references to the contract, which has its own types. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (node === null || typeof node !== 'object') return node
  const source = node as Node
  if (typeof source.$ref === 'string' && !source.$ref.startsWith('#')) return {}
  return Object.fromEntries(
    Object.entries(source)
      .filter(([key, value]) => !(key === 'title' && typeof value === 'string') && !['examples', 'rules', 'references'].includes(key))
      .map(([key, value]) => [key, plain(value)]),
  )
}
