import { partsOfStates } from '#schemas/rules/lifecycle/state-entries.ts'
import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { at, error, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { schemasIn } from '#schemas/rules/json-schema/schema-index.ts'
import { panelModule, type Scope } from '#schemas/check/scope.ts'

/** The module itself, the panel, and what the module requires, itself or through others. */
export function requiredModules(scope: Scope): ReadonlySet<string> {
  const known = new Set([scope.name, panelModule])
  const open = [...(scope.own.module.requires ?? [])]
  for (const name of open)
    if (!known.has(name)) {
      known.add(name)
      open.push(...(scope.modules.get(name)?.module.requires ?? []))
    }
  return known
}

/** Reports what a document takes from a module that its own does not require. */
export function expectRequired(document: CheckedDocument, pointer: string, module: string, what: string): void {
  const { scope } = document
  if (!requiredModules(scope).has(module))
    error(
      document,
      pointer,
      `${what} the module "${module}": add it to "requires" in module.json, so that it cannot be taken away ` +
        `("requires": ${JSON.stringify([...(scope.own.module.requires ?? []), module])})`,
    )
}

/** Checks that a module's `requires` lists all modules whose documents or entities it uses. */
export function checkRequires(documents: readonly CheckedDocument[], scope: Scope): void {
  for (const document of documents) {
    for (const { pointer, value } of visitsOf<unknown>(document, 'name')) {
      const module = typeof value === 'string' && value.includes('/') ? value.split('/')[0]! : undefined
      if (module !== undefined && scope.modules.has(module)) expectRequired(document, pointer, module, 'refers to')
    }
    for (const { pointer, entity } of entitiesIn(document)) {
      const owner = scope.entity(entity)
      if (owner.found !== undefined)
        expectRequired(document, pointer, owner.module, `the entity "${entity.slice(entity.indexOf('/') + 1)}" is of`)
    }
    for (const { pointer, grid } of gridsIn(document)) {
      const module = grid.includes('/') ? grid.split('/')[0]! : undefined
      if (module !== undefined && scope.modules.has(module)) expectRequired(document, pointer, module, `the grid "${grid}" is of`)
    }
  }
}

/** Entities that a document uses, by name. */
function entitiesIn(document: CheckedDocument): { pointer: string; entity: string }[] {
  const { kind, source } = document
  const entityReferences: { pointer: string; entity: string }[] = []
  const take = (entity: unknown, pointer: string): void => {
    if (typeof entity === 'string') entityReferences.push({ entity, pointer })
  }
  const references = (node: unknown, pointer: string): void => {
    if (!isRecord(node)) return
    take(node.references, at(pointer, 'references'))
    for (const [steps, inner] of schemasIn(node)) references(inner, at(pointer, ...steps))
  }
  const value = source.value as { entity?: unknown; endpoints?: { entity?: unknown; combo?: unknown; options?: object }[] }
  if (kind === 'grid' || kind === 'form' || kind === 'metric') take(value.entity, '/entity')
  if (kind === 'notification') take((source.value as { on?: { entity?: unknown } }).on?.entity, '/on/entity')
  if (kind === 'ledger') [(source.value as { of?: unknown }).of].flat().forEach((name) => take(name, '/of'))
  if (kind === 'endpoints') value.endpoints?.forEach((endpoint, index) => take(endpoint.entity, at('/endpoints', index, 'entity')))
  for (const { pointer, value: entry } of visitsOf<LayoutDocumentMenuEntry>(document, 'layout/menu_entry'))
    if (isRecord(entry)) {
      if (isRecord(entry.each)) take(entry.each.entity, `${pointer}/each/entity`)
      if (isRecord(entry.badge) && isRecord(entry.badge.count)) take(entry.badge.count.entity, `${pointer}/badge/count/entity`)
      if (typeof entry.states === 'string') take(partsOfStates(entry.states).entity, `${pointer}/states`)
    }
  for (const { pointer, value: schema } of visitsOf<unknown>(document, 'json_schema')) references(schema, pointer)
  for (const { pointer, value: effect } of visitsOf<unknown>(document, 'lifecycle/effect'))
    for (const key of ['set', 'create', 'save', 'of', 'trash'] as const)
      if (isRecord(effect) && effect[key] !== 'record') take(effect[key], at(pointer, key))
  for (const { pointer, value: block } of visitsOf<{ timeline?: unknown }>(document, 'screen/timeline_block'))
    take(block.timeline, at(pointer, 'timeline'))
  const combo = (name: unknown, pointer: string) => take(typeof name === 'string' ? name.split('.')[0] : undefined, pointer)
  for (const { pointer, value: field } of visitsOf<{ combo?: unknown }>(document, 'form/field_ui')) combo(field.combo, at(pointer, 'combo'))
  if (kind === 'endpoints')
    value.endpoints?.forEach((endpoint, index) => {
      combo(endpoint.combo, at('/endpoints', index, 'combo'))
      for (const [name, list] of Object.entries(endpoint.options ?? {})) combo(list, at('/endpoints', index, 'options', name))
    })
  // The generic calls get the entity in `model`.
  for (const { pointer, value: call } of visitsOf<unknown>(document, 'values'))
    if (isRecord(call) && typeof call.model === 'string' && !call.model.includes('{')) take(call.model, at(pointer, 'model'))
  return entityReferences
}

/** Grids that a screen or a call shows, by name. */
function gridsIn(document: CheckedDocument): { pointer: string; grid: string }[] {
  const { endpoints = [] } = document.source.value as { endpoints?: { grid?: unknown }[] }
  const named: [string, unknown][] = [
    ...visitsOf<{ grid?: unknown }>(document, 'screen/grid_block').map(({ pointer, value }): [string, unknown] => [
      at(pointer, 'grid'),
      value.grid,
    ]),
    ...endpoints.map(({ grid }, index): [string, unknown] => [at('/endpoints', index, 'grid'), grid]),
  ]
  return named.flatMap(([pointer, grid]) => (typeof grid === 'string' ? [{ pointer, grid }] : []))
}
