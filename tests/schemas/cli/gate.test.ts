import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GateScript } from '#schemas/cli/gate/load-gate.ts'
import { passesGate } from '#schemas/cli/gate/passes-gate.ts'
import type { GateReport } from '#schemas/gate/gate-report.ts'

const report = (more: Partial<GateReport> = {}): GateReport => ({
  format: 1,
  module: 'library',
  at: '2026-03-21T08:30:00.000Z',
  ms: 1200,
  surfaces: [
    {
      id: 'library-books',
      kind: 'screen',
      path: '/library/books',
      change: 'changed',
      differences: [{ change: 'gone', thing: 'column', name: 'Price <b>' }],
      findings: [{ rule: 'axe', text: 'label', isOld: true, at: { state: 'many', locale: 'en', width: 320 } }],
      nodes: { before: 700, after: 690 },
    },
  ],
  unchanged: 3,
  fixtures: [],
  failures: [],
  ...more,
})

async function gate(found: GateReport, options: Record<string, string | boolean> = {}, answer?: boolean) {
  const lines: string[] = []
  const say = (text: string) => void lines.push(text)
  const load = (): Promise<GateScript> =>
    Promise.resolve({
      runGate: () => Promise.resolve({ report: found, pictures: new Map([['library-books', { after: Buffer.from('png') }]]) }),
      NoBrowser: Error,
    })
  const terminal = {
    out: say,
    err: say,
    env: {},
    colour: false,
    askSecret: () => Promise.resolve(undefined),
    confirm: () => Promise.resolve(answer),
  }
  const passed = await passesGate({ arguments: ['library'], options: { gate: true, ...options }, terminal }, 'library', {}, load)
  return { passed: passed !== undefined, text: lines.join('\n') }
}

describe('publish --gate', () => {
  it('says what a user would see differently and asks', async () => {
    const { passed, text } = await gate(report(), {}, true)
    expect(passed).toBe(true)
    expect(text).toContain('Column "Price <b>" is gone')
    expect(text).toContain('one finding was there before')
    expect(text).toContain('690 elements instead of 700')
    expect((await gate(report(), {}, false)).passed).toBe(false)
  })
  it('publishes nothing where nobody can be asked, unless --yes answers', async () => {
    const { passed, text } = await gate(report())
    expect(passed).toBe(false)
    expect(text).toContain('--yes publishes it')
    expect((await gate(report(), { yes: true })).passed).toBe(true)
  })
  it('does not ask where nothing is different', async () => {
    expect((await gate(report({ surfaces: [] }))).passed).toBe(true)
  })
  it('is not passed by --yes where something does not hold', async () => {
    const { passed, text } = await gate(
      report({ failures: [{ check: 'keyboard', on: 'library-books', sentence: 'not reached by Tab: button "Save"' }] }),
      { yes: true },
    )
    expect(passed).toBe(false)
    expect(text).toContain('FAILED  keyboard: library-books: not reached by Tab: button "Save"')
  })
  it('writes a page and JSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pishkhan-gate-'))
    const [html, json] = [join(folder, 'new/gate.html'), join(folder, 'gate.json')]
    await gate(report(), { html, json, yes: true })
    expect(readFileSync(html, 'utf8')).toContain('Column &quot;Price &lt;b&gt;&quot; is gone')
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ format: 1, module: 'library' })
  })
})
