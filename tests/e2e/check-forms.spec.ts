import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'playwright/test'

const root = resolve(import.meta.dirname, '../..')
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const child = execFile(
      process.execPath,
      ['schemas/cli/pishkhan.mjs', 'check-forms', ...args],
      { cwd: root, env: { ...process.env, ...env } },
      (_, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    )
  })

test('schemas of others are drawn and sent in a browser, under the policy of the panel', async ({}, info) => {
  const folder = info.outputPath('schemas')
  mkdirSync(folder, { recursive: true })
  const files = {
    'person.json': {
      $id: 'https://example.org/person',
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1 },
        tags: { type: 'array', items: { type: 'string' } },
        home: { $ref: 'https://example.org/place' },
      },
    },
    'person.data.json': { name: 'Sara', tags: ['a'], home: { city: 'Shiraz', kind: 'b', more: 3 } },
    'person.ui.json': { name: { 'ui:widget': 'textarea' } },
    'place.json': {
      $id: 'https://example.org/place',
      type: 'object',
      properties: { city: { type: 'string' }, kind: { enum: ['a', 'b'] } },
      if: { properties: { kind: { const: 'b' } } },
      then: { properties: { more: { type: 'integer' } } },
    },
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/${name}`, JSON.stringify(content))
  const { code, out, err } = await run([folder, '--browser', '--json'])
  expect([code, err]).toEqual([0, ''])
  const { summary } = JSON.parse(out) as { summary: Record<string, unknown> }
  expect(summary).toMatchObject({ schemas: 2, passed: 2, failed: 0, browser: expect.stringContaining('Chromium') })
  expect(summary.drawnInBrowser).toBeGreaterThan(3)
})

test('without a browser it says what is missing', async ({}, info) => {
  mkdirSync(info.outputPath('none'), { recursive: true })
  expect(await run([info.outputPath('none'), '--browser'], { CHROMIUM: '/no/such/chromium' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('there is no browser at /no/such/chromium'),
  })
})
