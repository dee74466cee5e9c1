import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locales } from '#schemas/rules/locales.ts'

type Texts = Record<string, unknown>
const read = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8')) as Texts
const at = (texts: Texts, path: string): string =>
  String(path.split('.').reduce<unknown>((node, key) => (node as Texts | undefined)?.[key], texts))

describe.each(locales)('browser and server say one thing in one wording in %s:', (locale) => {
  const browser = read(`renderer/locale/messages/${locale}.json`)
  const server = read(`modules/panel/locales/${locale}.json`)
  it('what is marked has to be corrected', () => expect(at(browser, 'form.summary')).toBe(server['errors.invalid']))
  it('the session has ended', () => expect(at(browser, 'errors.session_ended')).toBe(server['errors.signed_out']))
  it('a file is too large, or of a wrong type', () => {
    const from = (text: unknown, part: string): string => String(text).slice(String(text).indexOf(part))
    expect(from(at(browser, 'form.upload.too_large'), '{size}')).toBe(from(server['errors.file_too_large'], '{size}'))
    expect(from(at(browser, 'form.upload.wrong_type'), '{types}')).toBe(from(server['errors.file_type'], '{types}'))
  })
})

describe.each(locales)('a value of a kind that its field is named after is refused without naming the kind again in %s:', (locale) => {
  const rules = read(`schemas/rules/messages/${locale}.json`) as Record<string, string>
  const notValid = rules['rules.invalid']!.replace(/[.。]$/, '')
  it.each(['national_code', 'card', 'sheba', 'postal_code', 'mobile', 'phone'])('%s', (rule) =>
    expect(rules[`rules.${rule}`]!.startsWith(notValid)).toBe(true),
  )
})
