import type { Reading } from '#schemas/cli/replay/result.ts'
import type { GalleryState } from '#schemas/gallery/gallery-state.ts'
import type { Finding, Surface } from '#schemas/gallery/result.ts'
import type { VisibleChange } from './visible-changes.ts'

/** What a gate looks at; `gate` of module.json sets the limits. */
export const gateChecks = ['fixtures', 'drawing', 'accessibility', 'reflow', 'keyboard', 'texts', 'nodes', 'script'] as const
export type GateCheck = (typeof gateChecks)[number]

/** Something that has to hold and does not. */
export interface GateFailure {
  check: GateCheck
  /** The surface, the fixture, or the language. */
  on: string
  sentence: string
}

/** A screen, grid or modal that a publication changes. */
export interface GateSurface extends Pick<Surface, 'id' | 'kind' | 'path'> {
  change: 'new' | 'changed' | 'gone'
  /** What a user would see differently. */
  differences: VisibleChange[]
  /** What is wrong with it. */
  findings: GateFinding[]
  /** Elements of the page, with many records. */
  nodes?: Measured
  /** Script and layout of one drawing, in milliseconds. */
  scriptMs?: Measured
}

export interface Measured {
  before?: number
  after: number
}

export interface GateFinding extends Finding {
  /** Where it was found first. */
  at: { state: GalleryState; locale: string; width: number }
  /** It was there before. */
  isOld: boolean
}

export interface GateFixture {
  name: string
  title: string
  reading: Reading
  /** What is different, step by step. */
  lines: string[]
}

export interface GateReport {
  format: 1
  module: string
  /** When it was made, ISO 8601. */
  at: string
  ms: number
  surfaces: GateSurface[]
  /** Surfaces that are as before. */
  unchanged: number
  fixtures: GateFixture[]
  failures: GateFailure[]
}

export const hasPassed = ({ failures }: GateReport): boolean => failures.length === 0

/** Whether a user would see something else: then somebody has to say that it is right like this. */
export const isVisible = ({ surfaces, fixtures }: GateReport): boolean =>
  surfaces.some(({ change, differences }) => change !== 'changed' || differences.length > 0) ||
  fixtures.some(({ reading }) => reading === 'different')
