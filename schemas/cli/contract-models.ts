import { randomInt } from 'node:crypto'
import { isRecord } from '#schemas/rules/is-record.ts'
import { noSample, sampleValue } from '#schemas/samples/sample-value.ts'
import { Untried } from './contract-broken.ts'
import type { Reply } from './contract-suite.ts'

type Node = Record<string, unknown>
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Fields that the server writes itself. */
const systemFields = new Set(['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'deleted_at'])

type Send = (method: string, path: string) => Promise<Reply>

/** Module, class and part of every grid that a document shows or links to, by path or by the route `grid` with parameters. */
export function gridsOf(node: unknown): string[][] {
  const fieldsByModel = new Map<string, string[]>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      const parts = /^\/?grid\/([a-z0-9_-]+)\/([a-z0-9_-]+)\/([a-z0-9_-]+)$/.exec(value)?.slice(1, 4)
      if (parts) fieldsByModel.set(parts.join('/'), parts)
    } else if (value !== null && typeof value === 'object') {
      const { name, params, grid } = value as { name?: unknown; params?: Node; grid?: unknown }
      if (typeof grid === 'string') walk(`grid/${grid}`)
      const parts = name === 'grid' ? [params?.module, params?.class, params?.part] : []
      if (parts.length > 0 && parts.every((part) => typeof part === 'string' && part !== ''))
        fieldsByModel.set(parts.join('/'), parts as string[])
      Object.values(value).forEach(walk)
    }
  }
  walk(node)
  return [...fieldsByModel.values()]
}

/** Models that the actions of these grids name. */
export async function modelsOf(grids: string[][], send: Send): Promise<string[]> {
  const models = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    else if (isRecord(value)) {
      if (typeof value.model === 'string' && /^[a-z][a-z0-9_]*$/.test(value.model)) models.add(value.model)
      Object.values(value).forEach(walk)
    }
  }
  for (const [module, of, part] of grids) {
    const { body } = await send('GET', `grid?module=${module}&class=${of}&part=${part}&page_size=1`)
    if (isRecord(body)) walk(body.metadata)
  }
  return [...models].sort()
}

/**
 * The server's description of a model, with values that a new record needs.
 * @throws Untried when it may not be written, or a value cannot be guessed
 */
export async function sampleOf(model: string, send: Send): Promise<{ data: Node; trash: boolean }> {
  const { status, body } = await send('GET', `info?model=${encodeURIComponent(model)}`)
  const info = isRecord(body) && isRecord(body.results) ? body.results : undefined
  if (status !== 200 || !info) throw new Untried(`GET info?model=${model} answers ${status}`)
  if (info.can_write !== true || info.can_destroy !== true) throw new Untried('the generic calls may not make and destroy such records')
  const data: Node = {}
  for (const field of nodes(info.fields).filter((each) => each.required === true && !systemFields.has(String(each.name))))
    data[String(field.name)] = await valueFor(field, send)
  return { data, trash: info.trash === true }
}

async function valueFor({ name, type, options, references }: Node, send: Send): Promise<unknown> {
  const [first] = nodes(options)
  if (first) return first.value
  if (typeof references === 'string') {
    const { body } = await send('GET', `list?model=${encodeURIComponent(references)}&page_size=1`)
    const [record] = nodes(isRecord(body) ? body.results : undefined)
    if (!record) throw new Untried(`there is no ${references} for the field "${String(name)}"`)
    return record.id
  }
  const schema = fieldSchemas[String(type)]
  // Texts are told apart, since a field may take each only once.
  const made = schema
    ? sampleValue(schema, { field: String(name), at: randomInt(1_000_000), kind: 'usual', locale: 'en', required: true })
    : noSample
  if (made === noSample) throw new Untried(`no value can be guessed for the field "${String(name)}" (${String(type)})`)
  return type === 'text' ? `contract-${String(made).toLowerCase().replaceAll(' ', '-')}` : made
}

/** What is known of a field by its type. */
const fieldSchemas: Readonly<Record<string, Node>> = {
  text: { type: 'string' },
  integer: { type: 'integer', minimum: 1, maximum: 1 },
  number: { type: 'number', minimum: 1, maximum: 1 },
  decimal: { type: 'string', format: 'decimal', minimum: 1, maximum: 1 },
  boolean: { const: true },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
}
