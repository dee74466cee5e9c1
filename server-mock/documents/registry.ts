import type { EndpointDocument, EntityDocument, FormDocument, GridDocument, LayoutDocument, ModalDocument, ModuleDocument, ScreenDocument } from '#schemas/types/contract.d.ts'

/** One published module: its documents as they were written, each under its name. */
export interface ModuleDocuments {
  module: ModuleDocument
  /** By entity name. */
  entities: Record<string, EntityDocument>
  /** By file name without `.json`. */
  grids: Record<string, GridDocument>
  forms: Record<string, FormDocument>
  modals: Record<string, ModalDocument>
  /** By route name. */
  screens: Record<string, ScreenDocument>
  endpoints: EndpointDocument[]
  layout?: LayoutDocument
  /** Messages by locale, then key. */
  locales: Record<string, Record<string, string>>
}

export interface Owned<T> { module: string; document: T }

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
  readonly grids: ReadonlyMap<string, Owned<GridDocument> & { name: string }>
  readonly screens: ReadonlyMap<string, Owned<ScreenDocument>>
  /** By `version/name`, e.g. `1/content-post-save`. */
  readonly endpoints: ReadonlyMap<string, Owned<EndpointDocument>>
  /** Permissions by role, from all modules' grants. */
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>
  /** Finds a form or modal by name: inside the module first, then the panel's own, then `module/name`. */
  form(module: string, name: string): Owned<FormDocument> | undefined
  modal(module: string, name: string): Owned<ModalDocument> | undefined
  /** Text of a key in a locale: the module's own, then the panel module's; falls back to en, then to the key. */
  message(module: string, locale: string, key: string, values?: Record<string, unknown>): string
}
