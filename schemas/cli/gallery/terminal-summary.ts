import type { Finding, GalleryResult, Picture } from '#schemas/gallery/result.ts'

const ruleNames: Readonly<Record<Finding['rule'], string>> = {
  axe: 'accessibility (axe)',
  reflow: 'reflow',
  cut: 'text that is cut off',
  text: 'text',
  name: 'no name',
  console: 'console',
  policy: 'security policy',
  drawing: 'drawing',
  keyboard: 'keyboard',
  direction: 'direction',
}

/** A finding with the pictures that have it. */
export interface FindingGroup extends Finding {
  pictures: Picture[]
}

/** Findings of the same rule with the same text are one, since a button stands in each picture of its page. */
export function groupFindings(pictures: readonly Picture[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>()
  for (const picture of pictures)
    for (const { rule, text } of picture.findings) {
      const key = JSON.stringify([rule, text])
      const group = groups.get(key)
      if (!group) groups.set(key, { rule, text, pictures: [picture] })
      else if (group.pictures.at(-1) !== picture) group.pictures.push(picture)
    }
  return [...groups.values()].sort((a, b) => b.pictures.length - a.pictures.length)
}

export const pictureName = ({ surface, state, locale, scheme, width }: Picture): string =>
  `${surface.id} ${state} (${locale}, ${scheme}, ${width})`

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What a gallery found, a finding in three lines at most, and its numbers. */
export function gallerySummary({ pictures, missed, gone, ms }: GalleryResult, mostFindings = 40): string {
  const groups = groupFindings(pictures)
  const lines = groups
    .slice(0, mostFindings)
    .flatMap(({ rule, text, pictures: on }) => [
      `${ruleNames[rule]}: ${text}`,
      `    ${pictureName(on[0]!)}${on.length > 1 ? ` and ${counted(on.length - 1, 'more picture')}` : ''}`,
    ])
  if (groups.length > mostFindings) lines.push(`and ${groups.length - mostFindings} more; the contact sheet has all of them`)
  const changed = pictures.filter(({ change }) => change !== undefined && change !== 'new')
  const fresh = pictures.filter(({ change }) => change === 'new').length
  const against = fresh === pictures.length ? '' : `, ${changed.length} changed, ${fresh} new, ${gone.length} gone`
  return [
    ...lines,
    ...missed.map(({ id, reason }) => `not drawn: ${id}: ${reason}`),
    ...changed.slice(0, mostFindings).map((picture) => `changed: ${pictureName(picture)}`),
    ...(changed.length > mostFindings ? [`and ${changed.length - mostFindings} more changed`] : []),
    `${counted(new Set(pictures.map(({ surface }) => surface.id)).size, 'surface')}, ${counted(pictures.length, 'picture')}${against}: ${counted(groups.length, 'finding')}, ${(ms / 1000).toFixed(1)} s`,
  ].join('\n')
}
