import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'
import { createProtocol, type OnNotification } from './pglite-protocol.ts'

const { serialize } = protocol
type Prepared = { name: string; types: number[] }
type Run = <Row>(text: string, parameters: readonly unknown[]) => Promise<Results<Row>>

/** Most statements that stay prepared; each costs the database about ten kilobytes. */
const mostPrepared = 200
/** In characters. Longer statements, such as those with many rows, are not repeated often enough. */
const longestPrepared = 20_000
/** Statements that change the results of others; after them all prepared statements are dropped. */
const changesSchema = /^\s*(create|alter|drop|do|truncate|reindex|set|reset|discard)\b/i
/** Error codes of a prepared statement that the database does not know, or whose result now has other columns. */
const outdated = new Set(['26000', '0A000'])
const endsTransaction = /^\s*(commit|rollback(?!\s+to))\b/i

/**
 * Runs statements on the embedded database with few round trips: a repeated statement is parsed and planned once, and
 * its values, its execution and its result are one message. PGlite's own `query` takes six and plans each time.
 */
export function createStatements(pglite: PGlite, onNotification: OnNotification): Run {
  const prepared = new Map<string, Prepared>()
  /** Statements that have run once. */
  const seen = new Set<string>()
  let count = 0
  let isSchemaOpen = false
  let leftOver: Uint8Array[] = []

  const exchange = createProtocol(pglite, onNotification)
  const send = (...messages: Uint8Array[]) => exchange(Buffer.concat([...messages, serialize.sync()]))
  const drop = (text: string, { name }: Prepared) => {
    prepared.delete(text)
    leftOver.push(serialize.close({ type: 'S', name }))
  }
  async function prepare(text: string): Promise<Prepared> {
    const known = prepared.get(text)
    if (known) {
      prepared.delete(text)
      prepared.set(text, known)
      return known
    }
    const isRepeated = !isSchemaOpen && seen.has(text)
    const name = isRepeated ? `kept_${(count += 1)}` : ''
    const old = leftOver
    leftOver = []
    const types = parse.parseDescribeStatementResults(
      await send(...old, serialize.parse({ name, text }), serialize.describe({ type: 'S', name })),
    )
    if (isRepeated) {
      prepared.set(text, { name, types })
      const [oldest] = prepared
      if (prepared.size > mostPrepared) drop(...oldest!)
    } else if (text.length <= longestPrepared) {
      if (seen.size >= 4 * mostPrepared) seen.clear()
      seen.add(text)
    }
    return { name, types }
  }
  const forget = () => {
    for (const [text, statement] of [...prepared]) drop(text, statement)
  }

  return (text, parameters) =>
    pglite.runExclusive(async () => {
      if (changesSchema.test(text)) {
        isSchemaOpen = true
        forget()
      }
      const { name, types } = await prepare(text)
      const values = parameters.map((value, at) =>
        value === null || value === undefined ? null : ((pglite.serializers[types[at]!] ?? String)(value) as string),
      )
      const messages = await send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute(),
      ).catch((fault) => {
        if (outdated.has((fault as { code?: string }).code ?? '')) forget()
        throw fault
      })
      if (isSchemaOpen && endsTransaction.test(text)) {
        forget()
        isSchemaOpen = false
      }
      if (!pglite.isInTransaction()) await pglite.syncToFs()
      return parse.parseResults(messages, pglite.parsers)[0] as Results<never>
    })
}
