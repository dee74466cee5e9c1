import { isSeoParameter, normaliseSeo, seoTexts, type Seo } from '#schemas/rules/values/seo.ts'
import type { ReadValue } from '#renderer'
import { useTexts } from './use-texts.ts'

/** The parts of title and description by their names, the texts written by hand and the address, a line each. */
const readSeo: ReadValue = async (value, _props, locale) => {
  const say = await useTexts.load(locale)
  const seo = normaliseSeo(value as Partial<Seo> | null)
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const titleOf = (slug: string): string => (isSeoParameter(slug) ? say(`p.${slug}`) : slug)
  const lines: [string, string | null][] = [
    ...seoTexts.flatMap(({ list: key, custom }): [string, string | null][] => [
      [say(key), list.format(seo[key].map(titleOf))],
      [say(custom), seo[custom]],
    ]),
    [say('canonical'), seo.seo_canonical],
  ]
  return lines.flatMap(([title, text]) => (text ? [`${title}: ${text}`] : [])).join('\n')
}

export default readSeo
