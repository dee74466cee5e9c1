import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { findEntity } from '#server/documents/entity-field.ts'
import { panelModule } from '#server/documents/messages.ts'
import { requireForm } from '#server/model/write/form-conditions.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'

interface Call {
  owned: Owned<EndpointDocument>
  query: Record<string, unknown>
  payload: Record<string, unknown>
  /** Form that was filled in, as `module/name`: its conditions hold whichever call saves. */
  form?: string
}

const recordCalls = ['save', 'trash', 'restore', 'destroy', 'transition'] as const

/**
 * The call that replaces a generic one where the entity or the grid names its own. Parameters that named the entity or grid are
 * removed, and so is `form` where that call does not take it. Any other call answers for itself.
 * @throws a 422 on `form` when it is none of that entity
 */
export function answeringCall(registry: DocumentRegistry, call: Call): Call {
  const { owned, query, payload } = call
  if (owned.module !== panelModule) return call
  const generic = recordCalls.find((name) => name === owned.document.name)
  if (generic) {
    const model = payload.model ?? query.model
    const name = typeof model === 'string' ? findEntity(registry, model)?.document.calls?.[generic] : undefined
    const own = name === undefined ? undefined : registry.endpoints.get(`1/${name}`)
    return own
      ? {
          owned: own,
          query: without(query, ['model']),
          payload: without(payload, takes(own.document, 'form') ? ['model'] : ['model', 'form']),
          ...(payload.form !== undefined && { form: requireForm(registry, model, payload.form) }),
        }
      : call
  }
  if (owned.document.name === 'reorder') {
    const grid = typeof payload.grid === 'string' ? registry.grids.get(payload.grid) : undefined
    const name = grid && findEntity(registry, grid.document.entity)?.document.calls?.reorder
    const own = name === undefined ? undefined : registry.endpoints.get(`1/${name}`)
    return own ? { owned: own, query, payload: without(payload, ['grid']) } : call
  }
  if (owned.document.name !== 'grid' || (query.version !== undefined && query.version !== '1')) return call
  const name = registry.grids.get([query.module, query.class, query.part].join('/'))?.document.endpoint
  const own = name === undefined ? undefined : registry.endpoints.get(`1/${name}`)
  return own ? { owned: own, query: without(query, ['module', 'class', 'part', 'version']), payload } : call
}

const takes = ({ payload }: EndpointDocument, key: string) =>
  Object.hasOwn((payload as { properties?: object } | undefined)?.properties ?? {}, key)
const without = (values: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))
