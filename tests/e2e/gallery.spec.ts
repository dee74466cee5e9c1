import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { starterModule } from '#schemas/cli/starter-module.ts'
import { expect, test } from './panel.ts'

const root = resolve(import.meta.dirname, '../..')

const gallery = (...args: string[]): Promise<{ code: number; out: string }> =>
  new Promise((done) => {
    execFile('node', [join(root, 'schemas/cli/pishkhan.mjs'), 'gallery', ...args], { cwd: root }, (fault, stdout, stderr) =>
      done({ code: fault ? Number(fault.code) : 0, out: stdout + stderr }),
    )
  })

test('a gallery draws a module in states that are different, and finds a text that is not meant for people', async () => {
  test.setTimeout(240_000)
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-gallery-'))
  const files = starterModule('notes')
  const english = files['locales/en.json'] as Record<string, string>
  files['locales/en.json'] = { ...english, empty_text: 'There are undefined items.' }
  for (const [name, document] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(document))
  }
  const out = join(folder, 'pictures-of-it')
  const states = ['loading', 'server-error', 'many', 'empty', 'longest']
  const drawn = await gallery(
    ...[folder, '--only', 'grid-', '--states', states.join(','), '--locales', 'en', '--schemes', 'light', '--widths', '390'],
    ...['--out', out, '--check'],
  )
  expect(drawn.out).toContain('text: a text that is not meant for people: There are undefined items.')
  expect(drawn.out).toContain('grid-notes-notes_item-items empty (en, light, 390)')
  expect(drawn.code).toBe(1)
  const pictures = states.map((state) =>
    readFileSync(join(out, `pictures/grid-notes-notes_item-items/${state}.en.light.390.png`), 'base64'),
  )
  expect(new Set(pictures).size).toBe(states.length)
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('There are undefined items.')
})
