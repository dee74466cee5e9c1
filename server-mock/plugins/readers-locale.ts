import type { Config } from '#server/config.ts'

/** The first language of `fr-CH, fr;q=0.9, en;q=0.8` that the panel has; its default without one. */
export function readersLocale(header: string | undefined, { locales, defaultLocale }: Pick<Config, 'locales' | 'defaultLocale'>): string {
  const wanted = (header ?? '')
    .split(',', 20)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const weight = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined)
      return { locale: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ locale, weight }) => weight > 0 && locales.includes(locale))
    .sort((one, other) => other.weight - one.weight)
  return wanted[0]?.locale ?? defaultLocale
}
