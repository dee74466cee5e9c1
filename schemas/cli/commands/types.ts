import { writeFileSync } from 'node:fs'
import { checkModule, hasErrors } from '#schemas/check/check-module.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { textOption, type Command } from '#schemas/cli/command.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'
import { formatProblems, summarise } from '#schemas/cli/report.ts'

type Node = Record<string, unknown>

export const types: Command = {
  name: 'types',
  summary: "writes TypeScript types of a module's records and calls",
  arguments: ['dir'],
  options: { out: { type: 'string', value: 'FILE', summary: 'where to; standard output when left out' } },
  async run(call) {
    const files = readModuleFolder(call.arguments[0]!)
    const problems = checkModule(files, offlineContext()).filter(problem => problem.severity === 'error')
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

/** One interface an entity (`Book`), and `<Module>Endpoints` with what each call takes and answers. */
export async function moduleTypes(documents: ModuleDocuments): Promise<string> {
  const { compile } = await import('json-schema-to-typescript')
  const parts: string[] = []
  const options = { bannerComment: '', unknownAny: true, additionalProperties: false, format: true, ignoreMinAndMaxItems: true, style: { semi: false, singleQuote: true, printWidth: 120 } }
  for (const entity of Object.values(documents.entities)) parts.push(await compile(record(entity.schema as Node) as never, pascal(entity.name), options))
  const endpoints = documents.endpoints.map(endpoint => [endpoint.name, {
    type: 'object', additionalProperties: false, required: ['method', 'params', 'payload', 'results'], ...(endpoint.description ? { description: endpoint.description } : {}),
    properties: { method: { const: endpoint.method }, params: plain(endpoint.params ?? {}), payload: plain(endpoint.payload ?? {}), results: typeof endpoint.results === 'object' ? plain(endpoint.results) : {} },
  }] as const)
  const name = pascal(`${documents.module.name}-endpoints`)
  if (endpoints.length > 0) parts.push(await compile({ type: 'object', additionalProperties: false, required: endpoints.map(([key]) => key), properties: Object.fromEntries(endpoints) } as never, name, options))
  return `// Types of the module ${documents.module.name}, written by \`pishkhan types\`.\n\n${parts.join('\n')}`
}

const pascal = (name: string): string => name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

/** A record as it is read: with the columns of every table, and references as their ids beside the record. */
function record(schema: Node): Node {
  const properties: Node = { id: { type: 'integer' }, version: { type: 'integer' } }
  for (const [name, property] of Object.entries((schema.properties as Record<string, Node>) ?? {})) {
    if (property.references) {
      properties[`${name}_id`] = { ...(plain(property) as Node), references: undefined }
      properties[name] = { type: ['object', 'null'], additionalProperties: true, description: `The ${String(property.references)} that ${name}_id names; read only.` }
    } else properties[name] = plain(property)
  }
  const required = ((schema.required as string[] | undefined) ?? []).map(name => ((schema.properties as Record<string, Node>)[name]?.references ? `${name}_id` : name))
  return { type: 'object', additionalProperties: false, required: ['id', 'version', ...required], properties: { ...properties, created_at: { type: 'string' }, updated_at: { type: 'string' }, deleted_at: { type: ['string', 'null'] } } }
}

/** Without titles, which would become names of types, and without references to the contract, which has types of its own. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (node === null || typeof node !== 'object') return node
  const source = node as Node
  if (typeof source.$ref === 'string' && !source.$ref.startsWith('#')) return {}
  return Object.fromEntries(Object.entries(source).filter(([key, value]) => !(key === 'title' && typeof value === 'string') && !['examples', 'rules', 'references'].includes(key)).map(([key, value]) => [key, plain(value)]))
}
