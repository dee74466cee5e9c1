import type { GalleryState } from '#schemas/gallery/gallery-state.ts'
import type { ModuleDocument } from '#schemas/types/contract.d.ts'
import type { GateCheck, GateFailure, GateFixture, GateSurface, Measured } from './gate-report.ts'

export interface GateLimits {
  /** Names of fixtures; all of the module where undefined. */
  fixtures?: readonly string[]
  states: readonly GalleryState[]
  widths: readonly number[]
  axe: 'A' | 'AA' | 'off'
  keyboard: boolean
  /** Languages in which no text may be missing; undefined: those that the module has, and only what was there before. */
  locales?: readonly string[]
  /** Roles for which the screens are compared too. */
  roles: readonly string[]
  maxNodes: number
  maxScript: number
}

export const gateStates = ['many', 'empty', 'longest', 'refused'] as const satisfies readonly GalleryState[]

/** What `gate` of module.json says, with what it leaves out. */
export const gateLimits = ({ gate = {} }: Pick<ModuleDocument, 'gate'>): GateLimits => ({
  ...(gate.fixtures && { fixtures: gate.fixtures }),
  states: gate.states ?? gateStates,
  widths: gate.widths ?? [1366, 320],
  axe: gate.axe ?? 'AA',
  keyboard: gate.keyboard ?? true,
  ...(gate.locales && { locales: gate.locales }),
  roles: gate.roles ?? [],
  maxNodes: gate.maxNodes ?? 1.5,
  maxScript: gate.maxScript ?? 1.5,
})

/** Less than this is lost in what a busy machine does beside it, in milliseconds. */
const leastScriptMs = 25
/** A page with so few more elements is not slower. */
const leastNodes = 50

const checkOfRule = { axe: 'accessibility', name: 'accessibility', reflow: 'reflow', cut: 'reflow', keyboard: 'keyboard' } as const

/** What does not hold. Findings that were there before fail nothing. */
export function gateFailures(
  surfaces: readonly GateSurface[],
  fixtures: readonly GateFixture[],
  missing: ReadonlyMap<string, readonly string[]>,
  limits: GateLimits,
): GateFailure[] {
  const ofSurfaces = surfaces.flatMap(({ id, findings, nodes, scriptMs }): GateFailure[] => [
    ...findings.flatMap(({ rule, text, isOld }): GateFailure[] => {
      const check: GateCheck = rule in checkOfRule ? checkOfRule[rule as keyof typeof checkOfRule] : 'drawing'
      return isOld ? [] : [{ check, on: id, sentence: `${rule}: ${text}` }]
    }),
    ...overLimit('nodes', id, nodes, limits.maxNodes, leastNodes, 'elements'),
    ...overLimit('script', id, scriptMs, limits.maxScript, leastScriptMs, 'ms of script and layout'),
  ])
  const ofFixtures = fixtures.flatMap(({ name, reading, lines }): GateFailure[] =>
    reading === 'failed' || reading === 'broken' ? [{ check: 'fixtures', on: name, sentence: lines[0] ?? `it is ${reading}` }] : [],
  )
  const named = (limits.fixtures ?? []).filter((name) => !fixtures.some((fixture) => fixture.name === name))
  return [
    ...ofSurfaces,
    ...ofFixtures,
    ...named.map((name): GateFailure => ({ check: 'fixtures', on: name, sentence: 'there is no such fixture in the folder "fixtures"' })),
    ...[...missing].map(([locale, keys]): GateFailure => ({
      check: 'texts',
      on: locale,
      sentence: `${keys.length === 1 ? 'a text is' : `${keys.length} texts are`} missing: ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', …' : ''}`,
    })),
  ]
}

/** Whether script and layout of a drawing are more than allowed. */
export const isTooSlow = (scriptMs: Measured, { maxScript }: GateLimits): boolean => isOver(scriptMs, maxScript, leastScriptMs)

const isOver = ({ before, after }: Measured, most: number, least: number): boolean =>
  before !== undefined && after > before * most && after - before >= least

function overLimit(check: GateCheck, on: string, measured: Measured | undefined, most: number, least: number, unit: string): GateFailure[] {
  if (!measured || !isOver(measured, most, least)) return []
  const { before = 0, after } = measured
  const times = (after / Math.max(before, 1)).toFixed(2)
  return [{ check, on, sentence: `${after} ${unit} instead of ${before}: ${times} times as many, and ${most} is allowed` }]
}
