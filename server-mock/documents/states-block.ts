import { lifecyclesOf, targetsOf, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type {
  Action,
  EntityDocument,
  LifecycleDocument,
  LifecycleDocumentLock,
  ScreenBlock,
  ScreenDocumentStatesBlock,
} from '#schemas/types/contract.d.ts'
import { fieldLabel, fieldOptions, findField } from './entity-field.ts'
import { compact, textOf, within, type Expansion } from './expansion.ts'
import type { ModalCollector } from './expand-modal.ts'
import { panelModule } from './messages.ts'
import type { Owned } from './registry.ts'
import { transitionActions } from './transition-actions.ts'

/** Fewer states are told by a badge alone. */
const shortestChain = 3

/** Where a loaded record stands, as the panel draws it. */
export function statesBlock(
  expansion: Expansion,
  block: ScreenDocumentStatesBlock,
  entity: Owned<EntityDocument> | undefined,
  modals: ModalCollector,
): ScreenBlock[] {
  const field = block.field ?? (entity && lifecyclesOf(entity.document)[0]?.[0])
  const lifecycle = field === undefined ? undefined : entity?.document.lifecycle?.[field]
  if (!entity || !lifecycle || field === undefined) return []
  const described = findField(expansion.registry, entity, field)
  const steps = chainOf(lifecycle)
  return [
    compact<ScreenBlock>({
      states: block.states,
      record: block.states,
      field,
      title: fieldLabel(expansion, entity, field),
      options: (described && fieldOptions(expansion, described)) ?? [],
      steps: steps.length >= shortestChain ? steps : undefined,
      // A sentence about single fields stands at these.
      locks: (lifecycle.locks ?? [])
        .filter(({ message, fields, transitions }) => message === undefined || !Array.isArray(fields) || transitions === true)
        .map((lock) => ({ in: lock.in, text: lockText(expansion, entity, lock) })),
      actions: offeredActions(expansion, block, entity, modals),
    }),
  ]
}

function offeredActions(
  expansion: Expansion,
  { states, actions = true }: ScreenDocumentStatesBlock,
  entity: Owned<EntityDocument>,
  modals: ModalCollector,
): Action[] | undefined {
  if (actions === false) return undefined
  const place = { record: states, refresh: 'screen' } as const
  if (actions === true) return transitionActions(expansion, entity, modals, place)
  return actions.flatMap((only) => transitionActions(expansion, entity, modals, { ...place, only }))
}

/** The states from the initial one along the transitions that come next (`primary`). */
function chainOf({ initial, transitions }: LifecycleDocument): State[] {
  const chain: State[] = [initial]
  for (;;) {
    const next = Object.values(transitions).find(({ primary, from }) => primary === true && from.includes(chain.at(-1)!))
    const state = next && targetsOf(next)[0]
    if (state === undefined || chain.includes(state)) return chain.filter((each) => each !== null)
    chain.push(state)
  }
}

/** What a lock says at the state of a record. */
function lockText(expansion: Expansion, entity: Owned<EntityDocument>, { message, fields }: LifecycleDocumentLock): string {
  const home = within(expansion, entity.module)
  if (message !== undefined) return textOf(home, message)
  const { registry, reader } = expansion
  if (fields === undefined) return registry.message(panelModule, reader.locale, 'lifecycle.locked_transitions')
  if (fields === true) return registry.message(panelModule, reader.locale, 'lifecycle.locked_all')
  const labels = fields.map((name) => fieldLabel(expansion, entity, name))
  return registry.message(panelModule, reader.locale, 'lifecycle.locked_fields', {
    fields: new Intl.ListFormat(reader.locale).format(labels),
  })
}
