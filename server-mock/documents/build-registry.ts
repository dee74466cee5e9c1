import { extendModules } from '#schemas/extensions/extend-modules.ts'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import { withParentAccess } from '#schemas/rules/entities/child-entity.ts'
import { ledgerEntities } from '#schemas/rules/ledgers/ledger-entities.ts'
import type { FormDocument, LedgerDocument, NotificationDocument } from '#schemas/types/contract.d.ts'
import { withListedTabs, type ListedGrid } from '#schemas/rules/lifecycle/state-tabs.ts'
import { withAccountAccess, withBalances } from '#schemas/rules/ledgers/ledger-fields.ts'
import { withComputed } from '#schemas/formula/with-computed.ts'
import { withNumbers } from '#schemas/rules/entities/sequence.ts'
import type { DocumentRegistry, ModuleDocuments, Owned } from './registry.ts'
import { createMessages, panelModule } from './messages.ts'
import { withOwnPages } from './own-pages.ts'
import { isNeeded, isSwitchable } from './switchable-modules.ts'

/** Thrown when two documents claim one name; nothing of the registry is built then. */
export class DuplicateDocument extends Error {
  constructor(kind: string, name: string, first: string, second: string) {
    super(`${kind} "${name}" is defined by module "${first}" and again by module "${second}"`)
  }
}

/**
 * Everything that is published, with what modules add to each other's documents, indexed by the names under which calls
 * ask for it. `enabled` lists the switchable
 * modules that are on (all when undefined); modules that cannot be switched off are always in, and of those that are needed
 * for signing in all but their pages. Throws `DuplicateDocument` for a module, entity, grid path, screen, path of a screen or
 * endpoint that is there twice.
 */
export function buildRegistry(
  published: readonly ModuleDocuments[],
  publication: number,
  enabled: readonly string[] | undefined,
): DocumentRegistry {
  const isOn = (name: string) => !isSwitchable(name) || !enabled || enabled.includes(name)
  const { modules: extended } = extendModules(published.filter(({ module: { name } }) => isOn(name) || isNeeded(name)))
  const all = extended.map((documents) => (isOn(documents.module.name) ? documents : withOwnPages(documents)))
  const modules = index(
    'module',
    all.map((documents) => [documents.module.name, documents.module.name, documents]),
  )
  const each = <T>(pick: (documents: ModuleDocuments) => [string, T][]): [string, string, Owned<T>][] =>
    all.flatMap((documents) =>
      pick(documents).map(([name, document]): [string, string, Owned<T>] => [
        name,
        documents.module.name,
        Object.freeze({ module: documents.module.name, document }),
      ]),
    )
  const entityNamed = (name: string) => {
    const plain = name.slice(name.indexOf('/') + 1)
    return all.find(({ entities }) => Object.hasOwn(entities, plain))?.entities[plain]
  }
  const grids = all.flatMap((documents) =>
    Object.entries(documents.grids).map(([name, document]): [string, string, Owned<ListedGrid> & { name: string }] => [
      gridPath(documents.module.name, name, document),
      documents.module.name,
      Object.freeze({ module: documents.module.name, document: withListedTabs(document, entityNamed(document.entity)), name }),
    ]),
  )
  const findEntity = (name: string) => all.find(({ entities }) => Object.hasOwn(entities, name))?.entities[name]
  const findLedger = (name: string) => all.find(({ ledgers }) => Object.hasOwn(ledgers, name))?.ledgers[name]
  const ofLedgers = new Map(
    all.flatMap(({ ledgers }) =>
      Object.values(ledgers).flatMap((ledger) => ledgerEntities(ledger).map(({ name }): [string, LedgerDocument] => [name, ledger])),
    ),
  )
  const findLedgerOf = (entity: string) => ofLedgers.get(entity)
  const screens = each((documents) => Object.values(documents.screens).map((screen) => [screen.name, screen]))
  index(
    'path',
    screens.map(([, module, { document }]) => [document.path.replace(/:[a-z_]+/g, ':'), module, document]),
  )

  const own = <T>(module: string, name: string, kind: 'forms' | 'modals'): Owned<T> | undefined => {
    const slash = name.indexOf('/')
    const owners = slash > 0 ? [name.slice(0, slash)] : [module, panelModule]
    const local = slash > 0 ? name.slice(slash + 1) : name
    for (const owner of owners) {
      const documents = modules.get(owner)?.[kind]
      if (documents && Object.hasOwn(documents, local)) return { module: owner, document: documents[local] as T }
    }
    return undefined
  }

  const entities = index(
    'entity',
    each((documents) =>
      Object.values(documents.entities).map((entity) => [
        entity.name,
        withAccountAccess(
          withParentAccess(withBalances(withComputed(withNumbers(entity)), findLedger), findEntity),
          findLedgerOf,
          findEntity,
        ),
      ]),
    ),
  )

  return Object.freeze<DocumentRegistry>({
    publication,
    modules,
    entities,
    grids: index('grid', grids),
    screens: index('screen', screens),
    metrics: index(
      'metric',
      each((documents) => Object.values(documents.metrics).map((metric) => [`${documents.module.name}/${metric.name}`, metric])),
    ),
    notifications: collectNotifications(all),
    ledgers: index(
      'ledger',
      each((documents) => Object.values(documents.ledgers).map((ledger) => [ledger.name, ledger])),
    ),
    endpoints: index(
      'endpoint',
      each((documents) =>
        documents.endpoints.map((endpoint) => [
          `${endpoint.version ?? 1}/${endpoint.name}`,
          completeEndpoint(endpoint, {
            entity: (name) => entities.get(name)?.document,
            formEntity: (form) => own<FormDocument>(documents.module.name, form, 'forms')?.document.entity,
          }),
        ]),
      ),
    ),
    grants: collectGrants(all),
    form: (module, name) => own(module, name, 'forms'),
    modal: (module, name) => own(module, name, 'modals'),
    message: createMessages(modules),
  })
}

/** `module/class/part`, the path under which a grid is asked for. */
export function gridPath(module: string, name: string, grid: { class?: string; part?: string; entity: string }): string {
  return `${module}/${grid.class ?? grid.entity.split('/').at(-1)}/${grid.part ?? name}`
}

function index<T>(kind: string, entries: [name: string, module: string, value: T][]): ReadonlyMap<string, T> {
  const byName = new Map<string, T>()
  const owner = new Map<string, string>()
  for (const [name, module, value] of entries) {
    if (byName.has(name)) throw new DuplicateDocument(kind, name, owner.get(name)!, module)
    byName.set(name, value)
    owner.set(name, module)
  }
  return byName
}

function collectNotifications(all: readonly ModuleDocuments[]): ReadonlyMap<string, readonly Owned<NotificationDocument>[]> {
  const told = new Map<string, Owned<NotificationDocument>[]>()
  for (const { module, notifications } of all)
    for (const document of Object.values(notifications)) {
      const key = document.on.entity ?? document.on.event!
      told.set(key, [...(told.get(key) ?? []), { module: module.name, document }])
    }
  return told
}

function collectGrants(all: readonly ModuleDocuments[]): ReadonlyMap<string, ReadonlySet<string>> {
  const grants = new Map<string, Set<string>>()
  for (const { module } of all) {
    for (const [role, permissions] of Object.entries(module.grants ?? {})) {
      const granted = grants.get(role) ?? new Set<string>()
      for (const permission of permissions) granted.add(permission)
      grants.set(role, granted)
    }
  }
  return grants
}
