import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { OfferedTransition } from '#server/model/lifecycles/offered-transitions.ts'
import { noteTitle } from '#server/model/lifecycles/state-titles.ts'
import { panelModule } from '#server/documents/messages.ts'
import type { Values } from './served.ts'

/**
 * A form in which the next state is chosen: a select of those that are possible, the others disabled with the reason, the `present` one
 * marked as such, and a note where the chosen one asks for it. Its fields are called as the call that takes them names them (`values` of
 * its document), else `to` and `note`.
 */
export function transitionForm(
  { registry, caller }: ModelContext,
  entity: ModelEntity,
  offered: readonly OfferedTransition[],
  values: Values | undefined,
  present: State,
): FormAnswer {
  const say = (key: string) => registry.message(panelModule, caller.locale, key)
  const [to, note] = [nameOf(values, 'to'), nameOf(values, 'note')]
  // Possible transitions come first: of several that lead to one state the possible one is meant.
  const byState = new Map<State, { title: string; transition: OfferedTransition }>()
  for (const transition of offered)
    for (const { value, title } of transition.to) if (!byState.has(value)) byState.set(value, { title, transition })
  const states = [...byState].map(([value, rest]) => ({ value, ...rest }))
  const asking = (wanted: readonly (string | null)[]) =>
    states.filter(({ transition }) => transition.possible && wanted.includes(transition.note)).map(({ value }) => value)
  const required = asking(['required'])
  const noted = asking(['required', 'optional'])
  const noting = states.find(({ value }) => noted.includes(value))?.transition
  return {
    entity: entity.name,
    schema: {
      type: 'object',
      required: [to],
      properties: {
        [to]: { enum: states.map(({ value }) => value), rules: 'required' },
        ...(noted.length > 0 && { [note]: { type: 'string', rules: 'max:4000' } }),
      },
    },
    ui: {
      [to]: {
        title: say('lifecycle.to'),
        widget: 'select',
        options: states.map(({ value, title, transition }) => ({
          value,
          title,
          ...(!transition.possible && { disabled: true, note: value === present ? say('lifecycle.present') : transition.reason }),
        })),
      },
      ...(noting && {
        [note]: {
          title: noteTitle(registry, caller, entity, noting.name),
          widget: 'textarea',
          rows: 4,
          visible: { properties: { [to]: { enum: noted } } },
          ...(required.length > 0 && { required: { properties: { [to]: { enum: required } } } }),
        },
      }),
    },
    layout: [to, ...(noted.length > 0 ? [note] : [])],
  } as FormAnswer
}

/** The name of a field: what `values` inserts in its place, or what it says as a plain word. */
function nameOf(values: Values | undefined, key: 'to' | 'note'): string {
  const value = values?.[key]
  if (typeof value !== 'string') return key
  return pathsIn(value)[0]?.replace(/^payload\./, '') ?? value
}
