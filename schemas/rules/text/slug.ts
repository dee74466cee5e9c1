import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/**
 * Text as part of an address: lower case, hyphens for spaces, no special characters, letters of any script (Arabic ye
 * and kaf as Persian ones, Latin without accents). `slugify('Hello, World!') === 'hello-world'`. With `typing` a hyphen
 * at the end stays, so that the user can go on typing.
 */
export function slugify(text: string, { typing = false }: { typing?: boolean } = {}): string {
  const slug = toLatinDigits(text)
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[\u064b-\u0652\u0670\u0640]/g, '')
    .replace(/[\s\u200c–—]+/g, '-')
    .replace(/[^\p{L}\p{N}\p{M}-]/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-/, '')
  return typing ? slug : slug.replace(/-$/, '')
}

export const isSlug = (text: string): boolean => text !== '' && slugify(text) === text

/** A slug without the number that counts those of its name: `north` of `north-2`. A year belongs to the name. */
export const withoutNumber = (slug: string): string => slug.replace(/-[1-9]\d{0,2}$/, '') || slug

/** The slug itself if it is free, otherwise the first free one of `slug-2`, `slug-3` … of its stem. */
export function firstFreeSlug(slug: string, usedSlugs: ReadonlySet<string>, stem = slug): string {
  if (!usedSlugs.has(slug)) return slug
  for (let number = 2; ; number += 1) if (!usedSlugs.has(`${stem}-${number}`)) return `${stem}-${number}`
}
