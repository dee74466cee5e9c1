import type {
  EndpointDocument,
  EntityDocument,
  FormDocument,
  GridDocument,
  LedgerDocument,
  MetricDocument,
  ModalDocument,
  WidgetDocument,
} from '#schemas/types/contract.d.ts'
import { extendModules } from '#schemas/extensions/extend-modules.ts'
import type { ModuleDocuments } from './module-documents.ts'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import { parentOf, placeField } from '#schemas/rules/entities/child-entity.ts'
import { missing, nearest } from './problem.ts'

export { missing }

/** What is known besides the checked module. Checks that need a missing part are skipped. */
export interface CheckContext {
  /** The other modules by name. An older version of the checked module may be among them and is ignored. */
  modules: Readonly<Record<string, ModuleDocuments>>
  /** Calls that exist besides those of the modules. */
  endpoints?: Readonly<Record<string, { method: string; access?: string }>>
  /** Widget manifests by name; if left out, widget names are not checked. */
  widgets?: Readonly<Record<string, WidgetDocument>>
  /** Locales that the panel is configured for. */
  locales: readonly string[]
  /** Names of endpoints that a feature of the server handles. */
  features?: readonly string[]
  /** What features of the server add to documents (guards, effects, answers …), as `module/name`; not checked when left out. */
  hooks?: Readonly<Partial<Record<HookKind, readonly string[]>>>
  /** Roles that users can have; those of the product when left out. */
  roles?: readonly string[]
  /** First parts of addresses that the server answers itself; those of the product when left out. */
  serverPaths?: readonly string[]
  /** Origins that `proxy` endpoints may call; any origin when left out. */
  proxyOrigins?: readonly string[]
}

export type HookKind = 'guards' | 'effects' | 'answers' | 'metrics' | 'computes' | 'audiences' | 'events'

/** A found value, or the existing names and the nearest of them. */
export type Lookup<T> = { found: T; module: string } | { found?: undefined; allowed: string[]; suggestion?: string }

export type FieldSchema = Record<string, unknown> & {
  references?: string
  rows?: string
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
}

/** The module in which names are looked up after the module's own documents. */
export const panelModule = 'panel'

/** Columns that every table has. */
const systemFields: Record<string, FieldSchema> = {
  id: { type: 'integer' },
  version: { type: 'integer' },
  created_at: { type: 'string', format: 'date-time' },
  updated_at: { type: 'string', format: 'date-time' },
  deleted_at: { type: 'string', format: 'date-time' },
  created_by: { type: 'integer', references: 'user' },
  updated_by: { type: 'integer', references: 'user' },
}
const sisterFields: Record<string, FieldSchema> = { locale: { type: 'string' }, sister_group: { type: 'integer' } }

/** Resolves names as the server does: first in the module, then in the panel module, then as `module/name`. */
export class Scope {
  readonly name: string
  readonly own: ModuleDocuments
  readonly context: CheckContext
  readonly modules: ReadonlyMap<string, ModuleDocuments>
  /** Entities of the module with a shape that the contract refuses: what names their fields cannot be judged. */
  readonly misshapen = new Set<string>()

  /** The modules in which names are looked up are given where they are extended already. */
  constructor(own: ModuleDocuments, context: CheckContext, modules: ReadonlyMap<string, ModuleDocuments> = modulesAround(own, context)) {
    this.name = own.module.name
    this.own = own
    this.context = context
    this.modules = modules
  }

  entity(name: string): Lookup<EntityDocument> {
    // `references` is inside a JSON Schema, so the contract does not guarantee its type.
    if (typeof name !== 'string') return { allowed: [] }
    const plain = name.slice(name.indexOf('/') + 1)
    for (const [module, documents] of this.modules)
      if (Object.hasOwn(documents.entities, plain)) return { found: documents.entities[plain]!, module }
    return missing(
      plain,
      [...this.modules.values()].flatMap((documents) => Object.keys(documents.entities)),
    )
  }

  form(name: string): Lookup<FormDocument> {
    return this.#local(name, (documents) => documents.forms)
  }
  modal(name: string): Lookup<ModalDocument> {
    return this.#local(name, (documents) => documents.modals)
  }

  metric(name: string): Lookup<MetricDocument> {
    return this.#local(name, (documents) => documents.metrics)
  }

  /** A ledger; its name is the only one of all modules, as that of an entity is. */
  ledger(name: string): Lookup<LedgerDocument> {
    const plain = name.slice(name.indexOf('/') + 1)
    for (const [module, documents] of this.modules)
      if (Object.hasOwn(documents.ledgers, plain)) return { found: documents.ledgers[plain]!, module }
    return missing(
      plain,
      [...this.modules.values()].flatMap((documents) => Object.keys(documents.ledgers)),
    )
  }

  /** A grid by file name, by `module/name`, or by `module/class/part`. */
  grid(name: string): Lookup<GridDocument> {
    if (name.split('/').length < 3) return this.#local(name, (documents) => documents.grids)
    const paths = this.gridPaths()
    const entry = paths.get(name)
    return entry ?? missing(name, paths.keys())
  }

  gridPaths(): Map<string, { found: GridDocument; module: string; name: string }> {
    const paths = new Map<string, { found: GridDocument; module: string; name: string }>()
    for (const [module, documents] of this.modules) {
      for (const [name, grid] of Object.entries(documents.grids)) {
        const path = gridPath(module, name, grid)
        if (!paths.has(path)) paths.set(path, { found: grid, module, name })
      }
    }
    return paths
  }

  /** An endpoint with all its schemas, also those that follow from its operation. */
  endpoint(name: string, version = 1): Lookup<EndpointDocument> {
    for (const [module, documents] of this.modules) {
      const declaredEndpoint = documents.endpoints.find((endpoint) => endpoint.name === name && (endpoint.version ?? 1) === version)
      if (declaredEndpoint) return { found: this.complete(declaredEndpoint), module }
    }
    const contextEndpoints = this.context.endpoints
    if (contextEndpoints && Object.hasOwn(contextEndpoints, name))
      return { found: contextEndpoints[name] as EndpointDocument, module: panelModule }
    return missing(name, [
      ...[...this.modules.values()].flatMap((documents) => documents.endpoints.map((endpoint) => endpoint.name)),
      ...Object.keys(contextEndpoints ?? {}),
    ])
  }

  complete(endpoint: EndpointDocument): EndpointDocument {
    return completeEndpoint(endpoint, { entity: (name) => this.entity(name).found, formEntity: (form) => this.form(form).found?.entity })
  }

  permissions(): Set<string> {
    return new Set([...this.modules.values()].flatMap((documents) => documents.module.permissions ?? []))
  }

  /** Whether a message key has a text in a locale, in the module or in the panel. */
  hasMessage(locale: string, key: string): boolean {
    return [this.own, this.modules.get(panelModule)].some((documents) => Object.hasOwn(documents?.locales[locale] ?? {}, key))
  }

  /** The property at a dotted path, through references and nested objects. */
  field(entity: EntityDocument, path: string): Lookup<FieldSchema> {
    let properties = fieldsOf(entity)
    let schema: FieldSchema | undefined
    for (const [index, step] of path.replaceAll('[]', '').split('.').entries()) {
      if (index > 0) {
        const target = schema?.references ?? schema?.items?.references ?? schema?.rows
        const next = target ? this.entity(target).found : undefined
        if (next) properties = fieldsOf(next)
        else if (schema?.properties ?? schema?.items?.properties) properties = (schema?.properties ?? schema?.items?.properties)!
        // An object of any shape, e.g. a map of locales: its properties are not known here.
        else if (schema && (schema.type === 'object' || schema.items)) return { found: {}, module: this.name }
        else return { allowed: [] }
      }
      schema = Object.hasOwn(properties, step) ? properties[step] : undefined
      if (!schema && step.endsWith('_id')) {
        const plain = Object.hasOwn(properties, step.slice(0, -3)) ? properties[step.slice(0, -3)] : undefined
        schema = plain?.references ? plain : undefined
      }
      if (!schema) {
        const names = Object.keys(properties)
        const prefix = path
          .split('.')
          .slice(0, index)
          .map((part) => `${part}.`)
          .join('')
        const suggestion = nearest(step, names)
        return { allowed: names.map((name) => prefix + name), ...(suggestion === undefined ? {} : { suggestion: prefix + suggestion }) }
      }
    }
    return schema ? { found: schema, module: this.name } : { allowed: [] }
  }

  #local<T>(name: string, pick: (documents: ModuleDocuments) => Record<string, T>): Lookup<T> {
    const slash = name.indexOf('/')
    const owners = slash > 0 ? [name.slice(0, slash)] : [this.name, panelModule]
    const local = name.slice(slash + 1)
    for (const module of owners) {
      const documents = this.modules.get(module)
      const picked = documents && pick(documents)
      if (picked && Object.hasOwn(picked, local)) return { found: picked[local]!, module }
    }
    const others = [...this.modules].flatMap(([module, documents]) =>
      Object.keys(pick(documents)).map((key) => (module === this.name ? key : `${module}/${key}`)),
    )
    return missing(name, others)
  }
}

/**
 * A module with all others as they are extended: by each other, and by the properties that the module itself adds to their entities. What
 * others add to the module is none of its business, so that it can be published without them.
 */
function modulesAround(own: ModuleDocuments, { modules }: CheckContext): ReadonlyMap<string, ModuleDocuments> {
  const others = Object.values(modules).filter(({ module }) => module.name !== own.module.name)
  const extended = extendModules([own, ...others], (module, kind) => module !== own.module.name || kind === 'entities').modules
  return new Map([[own.module.name, own], ...extended.slice(1).map((documents) => [documents.module.name, documents] as const)])
}

export const gridPath = (module: string, name: string, grid: GridDocument): string =>
  `${module}/${grid.class ?? String(grid.entity).split('/').at(-1)}/${grid.part ?? name}`

const knownFields = new WeakMap<EntityDocument, Record<string, FieldSchema>>()

/** All fields of an entity, including those of the system. Cached, because a check asks for them with each name. */
export function fieldsOf(entity: EntityDocument): Record<string, FieldSchema> {
  let fields = knownFields.get(entity)
  if (!fields) {
    const own = (entity.schema as { properties?: Record<string, FieldSchema> } | undefined)?.properties ?? {}
    const parent = parentOf(entity)
    const childFields: Record<string, FieldSchema> =
      parent === undefined ? {} : { [parent]: { type: 'integer', references: parent }, [placeField]: { type: 'integer' } }
    fields = { ...systemFields, ...(entity.storage?.sisters ? sisterFields : {}), ...own, ...childFields }
    knownFields.set(entity, fields)
  }
  return fields
}
