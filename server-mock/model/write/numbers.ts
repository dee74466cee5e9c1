import { randomInt } from 'node:crypto'
import { alphabets, sequenceOf, type Sequence } from '#schemas/rules/entities/sequence.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelEntity } from '#server/model/context.ts'

/** Draws as many characters as a sequence has, each by itself, so that no number tells another. */
export const drawNumber = ({ random, of, prefix }: Sequence): string =>
  prefix + Array.from({ length: random }, () => alphabets[of][randomInt(alphabets[of].length)]).join('')

/** The columns that the server numbers. */
export const numbered = (entity: ModelEntity): Map<EntityColumn, Sequence> =>
  new Map(
    entity.shape.columns.flatMap((column) => {
      const sequence = sequenceOf(entity.document.schema.properties[column.field])
      return sequence ? [[column, sequence] as const] : []
    }),
  )

/** Names of the columns that the server numbers. */
export const numberedColumns = (entity: ModelEntity): ReadonlySet<string> => new Set([...numbered(entity).keys()].map(({ name }) => name))

/** Gives a new record its numbers; one that is there already, as of an import, stays. Changes `values`. */
export function giveNumbers(entity: ModelEntity, values: Record<string, unknown>): void {
  for (const [column, sequence] of numbered(entity)) values[column.name] ??= drawNumber(sequence)
}
