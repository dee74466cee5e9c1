import { describe, expect, it } from 'vitest'
import { gateFailures, gateLimits } from '#schemas/gate/gate-limits.ts'
import type { GateFinding, GateFixture, GateSurface } from '#schemas/gate/gate-report.ts'

const surface = (more: Partial<GateSurface>): GateSurface => ({
  id: 'library-books',
  kind: 'screen',
  path: '/library/books',
  change: 'changed',
  differences: [],
  findings: [],
  ...more,
})
const finding = (rule: GateFinding['rule'], isOld: boolean): GateFinding => ({
  rule,
  text: 'something',
  isOld,
  at: { state: 'many', locale: 'en', width: 320 },
})
const fixture = (reading: GateFixture['reading']): GateFixture => ({ name: 'find-a-book', title: '', reading, lines: ['it failed'] })
const failed = (surfaces: GateSurface[], fixtures: GateFixture[] = [], gate = {}, missing = new Map<string, string[]>()): string[] =>
  gateFailures(surfaces, fixtures, missing, gateLimits({ gate })).map(({ check }) => check)

describe('limits of a gate', () => {
  it('fail for what is wrong, and not for what was wrong before', () => {
    expect(
      failed([
        surface({ findings: [finding('axe', false), finding('keyboard', false), finding('reflow', false), finding('console', false)] }),
      ]),
    ).toEqual(['accessibility', 'keyboard', 'reflow', 'drawing'])
    expect(failed([surface({ findings: [finding('axe', true), finding('reflow', true)] })])).toEqual([])
  })
  it('compare elements and script with before by the ratio that the module allows', () => {
    const heavier = surface({ nodes: { before: 1000, after: 1300 }, scriptMs: { before: 100, after: 140 } })
    expect(failed([heavier])).toEqual([])
    expect(failed([heavier], [], { maxNodes: 1.2, maxScript: 1.2 })).toEqual(['nodes', 'script'])
  })
  it('let pass what is little, and what was not there before', () => {
    const little = surface({ nodes: { before: 10, after: 50 }, scriptMs: { before: 5, after: 20 } })
    expect(
      failed([little, surface({ change: 'new', nodes: { after: 5000 }, scriptMs: { after: 900 } })], [], { maxNodes: 1, maxScript: 1 }),
    ).toEqual([])
  })
  it('fail for fixtures that cannot be played or are not there, and not for those that are different', () => {
    expect(failed([], [fixture('different'), fixture('same')])).toEqual([])
    expect(failed([], [fixture('failed'), fixture('broken')])).toEqual(['fixtures', 'fixtures'])
    expect(failed([], [fixture('same')], { fixtures: ['find-a-book', 'lend-a-book'] })).toEqual(['fixtures'])
  })
  it('fail for missing texts, with their keys', () => {
    expect(gateFailures([], [], new Map([['de', ['title', 'save']]]), gateLimits({}))).toEqual([
      { check: 'texts', on: 'de', sentence: '2 texts are missing: title, save' },
    ])
  })
})
