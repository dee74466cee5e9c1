import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { lookUpEntity, type ModelEntity } from '#server/model/context.ts'
import { rowLists } from '#server/model/rows/stored-rows.ts'

/** Columns of an entity whose values are posted. */
export interface PostingFields {
  ledger: string
  columns: ReadonlySet<string>
  /** Of rows: the entity and the list that they belong to, which post with them. */
  of?: { entity: ModelEntity; list: string }
}

const known = new WeakMap<DocumentRegistry, Map<string, PostingFields[]>>()

/** What documents post of the records of each entity, by entity. */
export function postingFields(registry: DocumentRegistry): ReadonlyMap<string, PostingFields[]> {
  let byEntity = known.get(registry)
  if (!byEntity) {
    byEntity = new Map()
    for (const name of registry.entities.keys()) {
      const entity = lookUpEntity(registry, name)!
      for (const effect of postsOf(registry, entity)) addFields(byEntity, registry, entity, effect)
    }
    known.set(registry, byEntity)
  }
  return byEntity
}

/** Effects that post records of an entity: of its making, its transitions and of calls. */
function postsOf(registry: DocumentRegistry, { name, document }: ModelEntity): LifecycleDocumentEffect[] {
  const calls = [...registry.endpoints.values()].flatMap(({ document: call }) => (call.entity === name ? (call.effects ?? []) : []))
  const transitions = document.lifecycle ? transitionsOf(document).flatMap(({ transition }) => transition.effects ?? []) : []
  return [...(document.created?.effects ?? []), ...transitions, ...calls].filter(({ post }) => post !== undefined)
}

function addFields(
  byEntity: Map<string, PostingFields[]>,
  registry: DocumentRegistry,
  entity: ModelEntity,
  { post, entry, values, for: list }: LifecycleDocumentEffect,
): void {
  const texts = [entry, ...Object.values((values ?? {}) as Record<string, unknown>)].filter((text) => typeof text === 'string')
  const inserted = (head: string, of: ModelEntity) =>
    new Set(
      texts
        .flatMap((text) => pathsIn(text))
        .flatMap((path) => (path.startsWith(`${head}.`) ? [path.split('.')[1]!] : []))
        .map((field) => of.shape.byName.get(field)?.name ?? field)
        .filter((column) => column !== 'id'),
    )
  const ledger = post!.slice(post!.indexOf('/') + 1)
  const add = (name: string, fields: PostingFields) => byEntity.set(name, [...(byEntity.get(name) ?? []), fields])
  add(entity.name, { ledger, columns: inserted('record', entity) })
  const rows = list === undefined ? undefined : rowLists({ registry }, entity).find(({ field }) => field === list)
  if (rows) add(rows.entity.name, { ledger, columns: inserted('row', rows.entity), of: { entity, list: rows.field } })
}
