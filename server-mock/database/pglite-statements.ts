import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'

const { serialize } = protocol
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
type Prepared = { name: string; types: number[] }
type Run = <Row>(text: string, parameters: readonly unknown[]) => Promise<Results<Row>>

/** Statements that are kept prepared; each costs the database some ten kilobytes. */
const keptStatements = 200
/** Long ones, such as those of many rows, do not come again often enough. */
const longestKept = 20_000
/** Statements that change what others answer, after which none is kept. */
const changesSchema = /^\s*(create|alter|drop|do|truncate|reindex|set|reset|discard)\b/i
/** A kept statement that the database does not know, or whose answer has other columns by now. */
const outdated = new Set(['26000', '0A000'])
const endsTransaction = /^\s*(commit|rollback(?!\s+to))\b/i

/**
 * Runs statements on the embedded database in as few turns as its protocol allows: one that comes again is parsed and planned once, and
 * its values, its run and its answer are one message. PGlite's own `query` takes six and plans each time.
 */
export function createStatements(pglite: PGlite): Run {
  const prepared = new Map<string, Prepared>()
  /** Statements that came once. */
  const seen = new Set<string>()
  let count = 0
  let isSchemaOpen = false
  let leftOver: Uint8Array[] = []

  const send = (...messages: Uint8Array[]): Promise<Message[]> =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })
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
    const isKept = !isSchemaOpen && seen.has(text)
    const name = isKept ? `kept_${(count += 1)}` : ''
    const old = leftOver
    leftOver = []
    const types = parse.parseDescribeStatementResults(
      await send(...old, serialize.parse({ name, text }), serialize.describe({ type: 'S', name })),
    )
    if (isKept) {
      prepared.set(text, { name, types })
      const [oldest] = prepared
      if (prepared.size > keptStatements) drop(...oldest!)
    } else if (text.length <= longestKept) {
      if (seen.size >= 4 * keptStatements) seen.clear()
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
