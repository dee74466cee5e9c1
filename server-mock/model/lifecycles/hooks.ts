import type { FieldMessage } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { ModelRecord, StoredRow } from '#server/model/read.ts'

type Values = Record<string, unknown>

/** Says why a record may not take a transition; undefined where it may. It reads and writes nothing but through the model, in `trx`. */
export type Guard = (context: ModelContext, record: StoredRow, input: Values) => Promise<FieldMessage | undefined>

/** What a change of a record brings about elsewhere; values that it answers are written to the record. */
export type Effect = (context: ModelContext, change: EffectChange) => Promise<Values | void>

export interface EffectChange {
  entity: string
  /** Name of the transition; undefined for a record that was made. */
  transition?: string
  before?: StoredRow
  after: StoredRow
  /** What the form of the transition sent. */
  input: Values
}

/** Reads records as a call answers them, in the order of the ids, where they are more than their fields. */
export type ReadAnswer = (context: ModelContext, ids: readonly number[]) => Promise<readonly ModelRecord[]>

/** What a metric is worked out for. */
export interface MetricQuestion {
  /** What the call sent, with the days that the reader chose: `{ from: '2024-03-20', to: '' }`. */
  params: Readonly<Record<string, string>>
  /** What the rows are grouped by; of periods the first and the last day of each. */
  groups: readonly { field: string; starts?: readonly string[]; ends?: readonly string[] }[]
}

/**
 * Works out the rows of a metric: each has a value, or the first day of a period, for every group, and the values of the metric by name;
 * decimals are texts. What the caller may not read it leaves out.
 */
export type ReadMetric = (context: ModelContext, question: MetricQuestion) => Promise<readonly Values[]>

/**
 * Works a field out of records with their rows (`record.lines`), as they will be: a value for each, decimals as texts. It writes
 * nothing.
 */
export type Compute = (context: ModelContext, records: readonly Values[]) => Promise<readonly (string | number | boolean | null)[]>

/** Users whom a notification about a record tells; what it notes of them goes with the change. */
export type Audience = (context: ModelContext, record: StoredRow) => Promise<readonly number[]>

/** What features of the server add to documents, by `module/name`. */
export interface Hooks {
  guards: Readonly<Record<string, Guard>>
  effects: Readonly<Record<string, Effect>>
  answers: Readonly<Record<string, ReadAnswer>>
  metrics: Readonly<Record<string, ReadMetric>>
  computes: Readonly<Record<string, Compute>>
  audiences: Readonly<Record<string, Audience>>
  events: Readonly<Record<string, readonly string[]>>
}

type Providing = { module: string } & { [Kind in keyof Hooks]?: Hooks[Kind] }

const namedOf = <Kind extends keyof Hooks>(features: readonly Providing[], kind: Kind): Hooks[Kind] =>
  Object.fromEntries(
    features.flatMap((feature) => Object.entries(feature[kind] ?? {}).map(([name, hook]) => [`${feature.module}/${name}`, hook])),
  ) as Hooks[Kind]

const allOf = (features: readonly Providing[]): Hooks => ({
  guards: namedOf(features, 'guards'),
  effects: namedOf(features, 'effects'),
  answers: namedOf(features, 'answers'),
  metrics: namedOf(features, 'metrics'),
  computes: namedOf(features, 'computes'),
  audiences: namedOf(features, 'audiences'),
  events: namedOf(features, 'events'),
})

/** Names that documents may use where these features are there. */
export function hooksOf(features: readonly Providing[]): Record<keyof Hooks, string[]> {
  return Object.fromEntries(Object.entries(allOf(features)).map(([kind, named]) => [kind, Object.keys(named as object)])) as Record<
    keyof Hooks,
    string[]
  >
}

let hooks: Hooks = allOf([])

/** Makes the hooks of the features known; done once, when the server is put together. */
export function provideHooks(features: readonly Providing[]): void {
  hooks = allOf(features)
}

function hookOf<Kind extends keyof Hooks>(kind: Kind, name: string): Hooks[Kind][string] {
  const hook = hooks[kind][name]
  if (!hook) throw new Error(`No feature has "${name}" among its ${kind}.`)
  return hook as Hooks[Kind][string]
}

/** The hook of a name. @throws for one that no feature has, which publishing has refused */
export const guardOf = (name: string): Guard => hookOf('guards', name)
export const effectOf = (name: string): Effect => hookOf('effects', name)
export const answerOf = (name: string): ReadAnswer => hookOf('answers', name)
export const metricOf = (name: string): ReadMetric => hookOf('metrics', name)
export const audienceOf = (name: string): Audience => hookOf('audiences', name)
export const computeOf = (name: string): Compute => hookOf('computes', name)
