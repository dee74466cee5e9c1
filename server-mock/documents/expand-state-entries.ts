import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import { gridOfStates, partsOfStates } from '#schemas/rules/lifecycle/state-entries.ts'
import { entityAccess, fieldOptions, findEntity, findField, mayReadField } from './entity-field.ts'
import { humanise, may, type Expansion } from './expansion.ts'

/** What a menu entry for one state says by itself. */
export interface OfState {
  id: string
  title: string
  color?: string
  to: string
}

/**
 * Menu entries for the states of a field, with the titles and colours of its options: each leads to the tab of its state. None for who may
 * not read the entity or the field.
 */
export function stateEntries(expansion: Expansion, { id, states, to }: Pick<LayoutDocumentMenuEntry, 'id' | 'states' | 'to'>): OfState[] {
  const { registry } = expansion
  const { entity: name, field } = partsOfStates(states!)
  const entity = findEntity(registry, name)
  const known = entity && findField(registry, entity, field)
  if (!known || !may(expansion, entityAccess(entity.document, 'read')) || !mayReadField(expansion, entity, field)) return []
  const grids = [...registry.grids].map(([path, { document }]) => [path, document] as const)
  const grid = gridOfStates(grids, entity.document, field, to)
  const options = fieldOptions(expansion, known)
  return (grid?.tabs ?? []).map(({ key, state }) => {
    const option = options?.find(({ value }) => value === state)
    return {
      id: `${id ?? `${entity.module}-${name}-${field}`.replaceAll('_', '-')}-${key}`,
      title: option?.title ?? humanise(key),
      ...(option?.color !== undefined && { color: option.color }),
      to: `grid/${grid!.path}?tab=${key}`,
    }
  })
}
