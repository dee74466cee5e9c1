import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { locales } from '#schemas/rules/locales.ts'

const folder = join(import.meta.dirname, '../../../widgets/rich-text')
const read = (locale: string) => JSON.parse(readFileSync(join(folder, 'messages', `${locale}.json`), 'utf8')) as Record<string, string>
const insertions = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort()

it.each(locales.map((locale) => [locale]))('%s says all that English says, with the same insertions', (locale) => {
  const english = read('en')
  const texts = read(locale)
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(texts)) expect([key, insertions(text)]).toEqual([key, insertions(english[key]!)])
})

it('has a text for every key that the code names', () => {
  const english = read('en')
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const named = [...code.matchAll(/\bsay\('([\w.-]+)'/g)].map(([, key]) => key!)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((key) => english[key] === undefined)).toEqual([])
})
