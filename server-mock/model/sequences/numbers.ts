import { randomInt } from 'node:crypto'
import { alphabets, sequenceOf, type CountedSequence, type RandomSequence, type Sequence } from '#schemas/rules/entities/sequence.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { nextNumber } from './counters.ts'
import { partsFor } from './number-parts.ts'
import { partFault } from './part-fault.ts'

/** Draws as many characters as a sequence has, each by itself, so that no number tells another. */
export const drawNumber = ({ random, of, prefix }: RandomSequence): string =>
  prefix + Array.from({ length: random }, () => alphabets[of][randomInt(alphabets[of].length)]).join('')

/** The columns that the server numbers. */
export const numbered = (entity: ModelEntity): Map<EntityColumn, Sequence> =>
  new Map(
    entity.shape.columns.flatMap((column) => {
      const sequence = sequenceOf(entity.document.schema.properties[column.field])
      return sequence ? [[column, sequence] as const] : []
    }),
  )

/** Columns with numbers that are drawn, and drawn again while another record has them. */
export const drawn = (entity: ModelEntity): Map<EntityColumn, RandomSequence> =>
  new Map([...numbered(entity)].flatMap(([column, sequence]) => (sequence.kind === 'random' ? [[column, sequence] as const] : [])))

/** Columns with numbers that follow each other, of a transition or, without one, of the creation. */
export const counted = (entity: ModelEntity, at: string | undefined): [EntityColumn, CountedSequence][] =>
  [...numbered(entity)].flatMap(([column, sequence]) =>
    sequence.kind === 'counted' && sequence.at === at ? [[column, sequence] as const] : [],
  ) as [EntityColumn, CountedSequence][]

/** Names of the columns that the server numbers. */
export const numberedColumns = (entity: ModelEntity): ReadonlySet<string> => new Set([...numbered(entity).keys()].map(({ name }) => name))

/**
 * Gives a new record its numbers; one that is there already, as of an import, stays. A number whose parts are not filled yet is left out:
 * what is missing is an error of its own. Changes `values`. `fixed`: columns of the record that nobody sends.
 */
export async function giveNumbers(
  context: Pick<ModelContext, 'trx' | 'registry' | 'now' | 'caller'>,
  entity: ModelEntity,
  values: Record<string, unknown>,
  fixed: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  for (const [column, sequence] of drawn(entity)) values[column.name] ??= drawNumber(sequence)
  for (const [column, sequence] of counted(entity, undefined)) {
    if ((values[column.name] ?? null) !== null) continue
    const row = { created_at: context.now.toISOString(), ...values, ...fixed }
    const parts = await partsFor(context, entity, sequence, row)
    if (!('missing' in parts)) values[column.name] = await nextNumber(context.trx, entity, column, sequence, parts)
    else if (parts.inside) throw partFault(context, entity, parts)
  }
}
