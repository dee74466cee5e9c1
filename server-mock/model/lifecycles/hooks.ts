import type { FieldMessage } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'

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

/** What features of the server add to documents, by `module/name`. */
export interface Hooks {
  guards: Readonly<Record<string, Guard>>
  effects: Readonly<Record<string, Effect>>
}

interface Providing {
  module: string
  guards?: Record<string, Guard>
  effects?: Record<string, Effect>
}

const named = <Hook>(
  features: readonly Providing[],
  pick: (feature: Providing) => Record<string, Hook> | undefined,
): Record<string, Hook> =>
  Object.fromEntries(
    features.flatMap((feature) => Object.entries(pick(feature) ?? {}).map(([name, hook]) => [`${feature.module}/${name}`, hook])),
  )

/** Names that documents may use where these features are there. */
export const hooksOf = (features: readonly Providing[]): Record<'guards' | 'effects', string[]> => ({
  guards: Object.keys(named(features, ({ guards }) => guards)),
  effects: Object.keys(named(features, ({ effects }) => effects)),
})

let hooks: Hooks = { guards: {}, effects: {} }

/** Makes the hooks of the features known; done once, when the server is put together. */
export function provideHooks(features: readonly Providing[]): void {
  hooks = { guards: named(features, ({ guards }) => guards), effects: named(features, ({ effects }) => effects) }
}

/** @throws for a name that no feature has, which publishing has refused */
export function guardOf(name: string): Guard {
  const guard = hooks.guards[name]
  if (!guard) throw new Error(`No feature has the guard "${name}".`)
  return guard
}

export function effectOf(name: string): Effect {
  const effect = hooks.effects[name]
  if (!effect) throw new Error(`No feature has the effect "${name}".`)
  return effect
}
