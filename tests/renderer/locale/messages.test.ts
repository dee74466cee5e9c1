import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locales } from '#schemas/rules/locales.ts'

const folder = join(import.meta.dirname, '../../../renderer/locale/messages')
const read = (locale: string) => flatten(JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8')) as object)

function flatten(node: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? [...flatten(value as object, `${prefix}${key}.`)]
        : [[prefix + key, String(value)] as [string, string]],
    ),
  )
}

/** Plural forms differ from language to language; the key without the form has to be there. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const insertions = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

const english = read('en')

describe('messages', () => {
  it('are there for the ten locales', () => {
    expect(readdirSync(folder).sort()).toEqual([...locales].map((locale) => `${locale}.json`).sort())
  })

  it.each(locales)('%s has every key, with the same values inserted', (locale) => {
    const own = read(locale)
    expect([...new Set([...own.keys()].map(stem))].sort()).toEqual([...new Set([...english.keys()].map(stem))].sort())
    const differing = [...own].filter(([key, text]) => english.has(key) && insertions(text).join() !== insertions(english.get(key)!).join())
    expect(differing).toEqual([])
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(locales.filter((locale) => locale !== 'en'))('%s is translated, not copied', (locale) => {
    const own = read(locale)
    const same = [...own].filter(([key, text]) => english.get(key) === text && /\p{L}{4,}.*\s/u.test(text.replace(/\{\w+\}/g, '').trim()))
    expect(same).toEqual([])
  })

  it('say in English exactly what the catalogue says', () => {
    expect(
      Object.fromEntries(
        [
          'toast.success',
          'toast.error',
          'toast.short_error',
          'toast.saved',
          'toast.deactivated',
          'toast.activated',
          'toast.destroyed',
          'toast.updated',
          'pages.not_found',
          'session.login_failed',
          'action.save.error',
        ].map((key) => [key, english.get(key)]),
      ),
    ).toEqual({
      'toast.success': 'Operation has been done successfully.',
      'toast.error': 'A problem occurred during operation.',
      'toast.short_error': 'A problem occurred!',
      'toast.saved': 'Successfully saved.',
      'toast.deactivated': 'Successfully deactivated.',
      'toast.activated': 'Successfully activated.',
      'toast.destroyed': 'Permanently deleted.',
      'toast.updated': 'Successfully updated.',
      'pages.not_found': 'The page you are looking for does not exist.',
      'session.login_failed': 'a problem occurred in login',
      'action.save.error': 'A problem occurred in saving the {type}',
    })
  })
})
