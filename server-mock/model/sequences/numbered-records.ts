import { gaplessFields } from '#schemas/rules/entities/sequence.ts'
import { ApiError } from '#server/errors.ts'
import type { ModelEntity } from '#server/model/context.ts'

/** The number without gaps that a record has, and that keeps it from being destroyed. */
export function gaplessNumber({ document, shape }: ModelEntity, row: Readonly<Record<string, unknown>>): string | undefined {
  for (const field of gaplessFields(document)) {
    const number = row[shape.byName.get(field)?.name ?? field] ?? null
    if (number !== null) return String(number)
  }
  return undefined
}

/** @throws `in-use` for a record whose number leaves no gap */
export function requireUnnumbered(entity: ModelEntity, row: Readonly<Record<string, unknown>>): void {
  const number = gaplessNumber(entity, row)
  if (number !== undefined) throw new ApiError('in-use', { userMessage: { key: 'errors.numbered', values: { number } } })
}
