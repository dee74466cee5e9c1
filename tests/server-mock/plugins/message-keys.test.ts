import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { locales } from '#schemas/rules/locales.ts'
import { errorTable } from '#server/errors.ts'

const messagesOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
const sources = readdirSync('server-mock', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path: `server-mock/${path.replaceAll('\\', '/')}`, text: readFileSync(`server-mock/${path}`, 'utf8') }))
const keysIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, key]) => key!)

const shared = new Set([
  ...Object.values(errorTable).map(({ message }) => message as string),
  ...sources.flatMap(({ text }) => keysIn(text, /'((?:errors|rules)\.[A-Za-z_.]+)'/g)),
])
const own = sources.flatMap(({ path, text }) => {
  const module = /^server-mock\/(?:features\/([a-z]+)|(publishing))\//.exec(path)?.slice(1).find(Boolean)
  const keys = [
    ...keysIn(text, /\btext\((?:\{[^}]*\}|context), '([a-z_.]+)'/g),
    ...keysIn(text, /(?:userMessage:|Refusal =) \{ key: '([a-z_]+)'/g),
  ]
  return module === undefined ? [] : keys.map((key) => [module, key] as const)
})

it('finds the keys that the server throws', () => {
  expect([...shared]).toEqual(expect.arrayContaining(['errors.not_in_trash', 'errors.busy', 'rules.required']))
  expect(own).toEqual(
    expect.arrayContaining([
      ['content', 'type_unknown'],
      ['auth', 'account_blocked'],
      ['publishing', 'publish_refused'],
    ]),
  )
})

it.each(locales)('has a sentence for each of them in %s', (locale) => {
  const panel = messagesOf(`modules/panel/locales/${locale}.json`)
  const rules = messagesOf(`schemas/rules/messages/${locale}.json`)
  expect([...shared].filter((key) => !(key.startsWith('rules.') ? rules : panel)[key])).toEqual([])
  expect(own.filter(([module, key]) => !(messagesOf(`modules/${module}/locales/${locale}.json`)[key] ?? panel[key]))).toEqual([])
})
