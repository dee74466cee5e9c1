/** Ids of the chosen labels by the slug of their folder. */
export type ChosenLabels = Record<string, number[]>

/** Tags that are shown at first, and that "more" adds. @source specification, "folder tags are rendered in chunks of 5" */
export const chunk = 5

/** The labels of a value from anywhere; what is none is left out. */
export function readChosen(value: unknown): ChosenLabels {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([slug, ids]) =>
      Array.isArray(ids) ? [[slug, ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)]] : [],
    ),
  )
}

/** The chosen labels without a title, by folder; at most as many as one call takes. */
export function missingIn(chosen: ChosenLabels, titles: ReadonlyMap<number, string>): ChosenLabels {
  const missing = Object.entries(chosen).map(([slug, ids]) => [slug, ids.filter((id) => !titles.has(id)).slice(0, 99)] as const)
  return Object.fromEntries(missing.filter(([, ids]) => ids.length > 0).map(([slug, ids]) => [slug, [...ids]]))
}

/** With other labels of one folder; a folder without labels is left out. */
export function withLabels(chosen: ChosenLabels, slug: string, ids: readonly number[]): ChosenLabels {
  const { [slug]: _, ...others } = chosen
  return ids.length === 0 ? others : { ...chosen, [slug]: [...new Set(ids)] }
}
