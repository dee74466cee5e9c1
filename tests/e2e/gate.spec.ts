import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GateScript } from '#schemas/cli/gate/load-gate.ts'
import { starterModule } from '#schemas/cli/starter-module.ts'
import { changeSentence } from '#schemas/gate/visible-changes.ts'
import { expect, test } from './panel.ts'

const root = resolve(import.meta.dirname, '../..')

type Documents = Record<string, Record<string, unknown>>

test('a gate says what a user would see differently on the screens that change, and what does not hold', async () => {
  test.setTimeout(240_000)
  const { runGate } = (await import(pathToFileURL(join(root, 'dist/server/gate.js')).href)) as GateScript
  const before = starterModule('notes') as Documents
  const after = structuredClone(before)
  const grid = after['grids/items.json'] as { columns: unknown[] }
  grid.columns = grid.columns.filter((column) => column !== 'status')
  after['locales/en.json'] = { ...after['locales/en.json'], items: 'Notes undefined' }
  after['module.json'] = { ...after['module.json'], gate: { states: ['many'], widths: [1366], fixtures: ['add-a-note'] } }
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-gate-'))
  for (const [name, document] of Object.entries(after)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(document))
  }
  const published = Object.fromEntries(Object.entries(before).map(([name, document]) => [name, JSON.stringify(document)]))
  const { report } = await runGate(folder, { root, env: process.env, before: published })
  const list = report.surfaces.find(({ kind }) => kind === 'grid')!
  expect(list.change).toBe('changed')
  const sentences = list.differences.map(changeSentence)
  expect(sentences).toContain('Column "Status" is gone')
  expect(sentences).toContain('Heading "Items" is called "Notes undefined"')
  expect(list.nodes!.after).toBeLessThan(list.nodes!.before!)
  expect(report.failures.map(({ check }) => check)).toContain('drawing')
  expect(report.failures).toContainEqual({ check: 'fixtures', on: 'add-a-note', sentence: expect.any(String) as unknown })
})
