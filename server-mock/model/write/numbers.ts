import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { alphabets, sequenceOf, type Sequence } from '#schemas/rules/entities/sequence.ts'
import { uniqueIndexes } from '#server/database/tables/unique-indexes.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'

/** Draws as many characters as a sequence has, each by itself, so that no number tells another. */
export const drawNumber = ({ random, of, prefix }: Sequence): string =>
  prefix + Array.from({ length: random }, () => alphabets[of][randomInt(alphabets[of].length)]).join('')

const numbered = (entity: ModelEntity): { column: EntityColumn; sequence: Sequence }[] =>
  entity.shape.columns.flatMap((column) => {
    const sequence = sequenceOf(entity.document.schema.properties[column.field])
    return sequence ? [{ column, sequence }] : []
  })

/** Names of the columns that the server numbers. */
export const numberedColumns = (entity: ModelEntity): ReadonlySet<string> => new Set(numbered(entity).map(({ column }) => column.name))

/** Gives a new record its numbers; one that is there already, as of an import, stays. Changes `values`. */
export function giveNumbers(entity: ModelEntity, values: Record<string, unknown>): void {
  for (const { column, sequence } of numbered(entity)) values[column.name] ??= drawNumber(sequence)
}

/** A number that others have is drawn again so many times. */
const mostTries = 20

/** Inserts a row, and draws its number again while another record has it, also one that is written at the same moment. */
export async function insertNumbered<Row>(
  { trx }: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  columns: Record<string, unknown>,
  insert: (columns: Record<string, unknown>) => Promise<Row>,
): Promise<Row> {
  const own = numbered(entity)
  if (own.length === 0) return insert(columns)
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint numbered`.execute(trx)
    try {
      const row = await insert(columns)
      await sql`release savepoint numbered`.execute(trx)
      return row
    } catch (error) {
      const taken = takenNumber(entity, own, error)
      if (!taken || tries === mostTries) throw error
      await sql`rollback to savepoint numbered`.execute(trx)
      columns[taken.column.name] = drawNumber(taken.sequence)
    }
  }
}

function takenNumber(entity: ModelEntity, own: ReturnType<typeof numbered>, error: unknown) {
  const { code, constraint } = error as { code?: string; constraint?: string }
  const index = code === '23505' ? uniqueIndexes(entity.shape).find(({ name }) => name === constraint) : undefined
  return own.find(({ column }) => index?.columns.length === 1 && index.columns[0] === column)
}
