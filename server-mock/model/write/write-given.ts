import { sql } from 'kysely'
import { uniqueIndexes } from '#server/database/tables/unique-indexes.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { counted, drawn, drawNumber, giveNumbers } from '#server/model/sequences/numbers.ts'
import { slugAgain, slugsOf } from './slugs.ts'

/** A value that others have is given again so many times. */
const mostTries = 20

/**
 * Writes a row of which the server has given values, and gives them again while another record has them that was written at the same
 * moment: a number is drawn or taken again, a slug is the next free one. `changed`: columns that are written; `id`: of a record that is
 * there.
 * @throws a 422 with a free slug for one that somebody wrote
 */
export async function writeGiven<Row>(
  context: Pick<ModelContext, 'trx' | 'registry' | 'now' | 'caller'>,
  entity: ModelEntity,
  values: Record<string, unknown>,
  { changed = values, id }: { changed?: Readonly<Record<string, unknown>>; id?: number },
  write: (values: Record<string, unknown>) => Promise<Row>,
): Promise<Row> {
  const isNew = id === undefined
  const numbers = isNew ? drawn(entity) : new Map<never, never>()
  const followers = isNew ? counted(entity, undefined).map(([column]) => column) : []
  const isAtStake =
    numbers.size > 0 || followers.length > 0 || slugsOf(entity).some(({ column }) => (changed[column.name] ?? null) !== null)
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
      const isNumber = column !== undefined && index?.columns.length === 1
      const sequence = isNumber ? numbers.get(column) : undefined
      const isFollower = isNumber && followers.includes(column)
      if (!column || (!index?.slug && !sequence && !isFollower) || tries === mostTries) throw error
      await sql`rollback to savepoint given`.execute(context.trx)
      if (isFollower) {
        row[column.name] = null
        await giveNumbers(context, entity, row)
      } else row[column.name] = sequence ? drawNumber(sequence) : await slugAgain(context, entity, column, row, id)
    }
  }
}

function brokenIndex(entity: ModelEntity, error: unknown) {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' ? uniqueIndexes(entity.shape).find(({ name }) => name === constraint) : undefined
}
