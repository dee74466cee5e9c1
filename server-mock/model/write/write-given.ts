import { sql } from 'kysely'
import { uniqueIndexes } from '#server/database/tables/unique-indexes.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { drawNumber, numbered } from './numbers.ts'
import { slugAgain, slugsOf } from './slugs.ts'

/** A value that others have is given again so many times. */
const mostTries = 20

/**
 * Writes a row of which the server has given values, and gives them again while another record has them that was written at the same
 * moment: a number is drawn again, a slug is the next free one. `changed`: columns that are written; `id`: of a record that is there.
 * @throws a 422 with a free slug for one that somebody wrote
 */
export async function writeGiven<Row>(
  context: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  values: Record<string, unknown>,
  { changed = values, id }: { changed?: Readonly<Record<string, unknown>>; id?: number },
  write: (values: Record<string, unknown>) => Promise<Row>,
): Promise<Row> {
  const numbers = id === undefined ? numbered(entity) : new Map<never, never>()
  const isAtStake = numbers.size > 0 || slugsOf(entity).some(({ column }) => (changed[column.name] ?? null) !== null)
  if (!isAtStake) return write(values)
  const row = { ...values }
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint given`.execute(context.trx)
    try {
      const written = await write(row)
      await sql`release savepoint given`.execute(context.trx)
      return written
    } catch (error) {
      const index = brokenIndex(entity, error)
      const [column] = index?.slug ? [index.slug] : (index?.columns ?? [])
      const sequence = column && index?.columns.length === 1 ? numbers.get(column) : undefined
      if (!column || (!index?.slug && !sequence) || tries === mostTries) throw error
      await sql`rollback to savepoint given`.execute(context.trx)
      row[column.name] = sequence ? drawNumber(sequence) : await slugAgain(context, entity, column, row, id)
    }
  }
}

function brokenIndex(entity: ModelEntity, error: unknown) {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' ? uniqueIndexes(entity.shape).find(({ name }) => name === constraint) : undefined
}
