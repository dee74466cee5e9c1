import type { EntityDocument } from '#schemas/types/contract.d.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Values that were written down under former names of fields, under the present ones: by column, where `author_id` belongs to `author`. A
 * value that stands under its present name counts.
 */
export function underPresentNames<V extends Values | null>({ renamed }: Pick<EntityDocument, 'renamed'>, values: V): V {
  if (!renamed || values === null) return values
  const present: Record<string, unknown> = { ...values }
  for (const [former, now] of Object.entries(renamed))
    for (const suffix of ['', '_id'])
      if (Object.hasOwn(values, former + suffix) && !Object.hasOwn(values, now + suffix)) present[now + suffix] = values[former + suffix]
  return present as V
}
