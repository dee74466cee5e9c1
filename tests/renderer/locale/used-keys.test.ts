import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '#renderer/locale/messages/en.json'

type Messages = { [key: string]: string | Messages }

const keysOf = (messages: Messages, before = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) => (typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`)))
const known = keysOf(en)
const groups = Object.keys(en).join('|')

const sources = ['renderer', 'widgets'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`),
)

it('every text that the panel names is there', () => {
  const missing = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(new RegExp(`'((?:${groups})\\.[a-z_]+(?:\\.[a-zA-Z_]+)*)'`, 'g'))]
      .map(([, key]) => key!)
      .filter(
        (key) => !key.endsWith('.json') && !known.some((one) => one === key || one.startsWith(`${key}.`) || one.startsWith(`${key}_`)),
      )
      .map((key) => `${path}: ${key}`),
  )
  expect(missing).toEqual([])
})
