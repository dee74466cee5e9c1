import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import type { ListedGrid } from '#schemas/rules/lifecycle/state-tabs.ts'
import type {
  EndpointDocument,
  EntityDocument,
  FormDocument,
  GridDocument,
  LedgerDocument,
  MetricDocument,
  NotificationDocument,
  ModalDocument,
  ScreenDocument,
} from '#schemas/types/contract.d.ts'

export type { ModuleDocuments }

export interface Owned<T> {
  module: string
  document: T
}

/**
 * Everything that is published and enabled at one moment. Immutable: a publication replaces the whole registry, so a
 * call sees one version from its start to its end.
 */
export interface DocumentRegistry {
  /** Grows by one with each publication or rollback. */
  readonly publication: number
  readonly modules: ReadonlyMap<string, ModuleDocuments>
  readonly entities: ReadonlyMap<string, Owned<EntityDocument>>
  /** By `module/class/part`. */
  readonly grids: ReadonlyMap<string, Owned<ListedGrid> & { name: string }>
  /** Grids that others are shown in a trial: tables serve them too, and writes keep what they sort by. */
  readonly otherGrids?: readonly GridDocument[]
  readonly screens: ReadonlyMap<string, Owned<ScreenDocument>>
  /** By `module/name`. */
  readonly metrics: ReadonlyMap<string, Owned<MetricDocument>>
  /** What is told of the records of an entity, by its name, and of an event of a feature, by `module/name`. */
  readonly notifications: ReadonlyMap<string, readonly Owned<NotificationDocument>[]>
  /** By name. */
  readonly ledgers: ReadonlyMap<string, Owned<LedgerDocument>>
  /** By `version/name`, e.g. `1/content-post-save`; with the schemas that follow from their operations. */
  readonly endpoints: ReadonlyMap<string, Owned<EndpointDocument>>
  /** Permissions by role, from all modules' grants. */
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>
  /** Finds a form or modal by name: inside the module first, then the panel's own, then `module/name`. */
  form(module: string, name: string): Owned<FormDocument> | undefined
  modal(module: string, name: string): Owned<ModalDocument> | undefined
  /** Text of a key in a locale: the module's own, then the panel module's; falls back to en, then to the key. */
  message(module: string, locale: string, key: string, values?: Record<string, unknown>): string
}

/** All grids that tables have to serve. */
export const servedGrids = ({ grids, otherGrids = [] }: Pick<DocumentRegistry, 'grids' | 'otherGrids'>): GridDocument[] => [
  ...[...grids.values()].map(({ document }) => document),
  ...otherGrids,
]
