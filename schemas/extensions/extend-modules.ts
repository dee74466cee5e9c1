import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { missing } from '#schemas/check/problem.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { extendForm, extendGrid, extendLayout, extendMenu, extendScreen } from './extend-documents.ts'
import { extendEntity } from './extend-entity.ts'
import type { Extending, OwnedExtension } from './extending.ts'
import { extendersInOrder } from './extension-order.ts'

/** What of an extension cannot be as it says, or has lost its place. */
export interface ExtensionFault {
  module: string
  /** Name of the extension's file. */
  extension: string
  pointer: string
  message: string
  allowed?: string[]
  suggestion?: string
}

/** Where a part of an extension stands in the document that it extends. */
export interface ExtendedPart {
  module: string
  extension: string
  /** Pointer in the extension. */
  from: string
  /** The document as `extends` names it. */
  document: string
  /** Pointer in the extended document. */
  to: string
}

export interface Extended {
  modules: ModuleDocuments[]
  parts: ExtendedPart[]
  faults: ExtensionFault[]
}

export const extendableKinds = ['entities', 'grids', 'forms', 'screens', 'module', 'layout'] as const
export type ExtendableKind = (typeof extendableKinds)[number]

/** The parts of `extends`: `library/grids/books`. */
export function extendedDocument(name: string): { module: string; kind: ExtendableKind; document: string } {
  const [module = '', kind = '', document = ''] = name.split('/')
  return { module, kind: kind as ExtendableKind, document }
}

/**
 * Modules with what their extensions add to each other's documents: the documents that everybody sees, whether they are checked, tried,
 * compared, published or rolled back. Modules that nobody extends are answered as they are. It never fails: what has lost its anchor stands
 * at the end of its list, what cannot stand anywhere is left out, and both are among the faults. `isWanted` leaves out extensions.
 */
export function extendModules(
  modules: readonly ModuleDocuments[],
  isWanted: (module: string, kind: ExtendableKind) => boolean = () => true,
): Extended {
  const targets = new Map<string, OwnedExtension[]>()
  for (const owner of extendersInOrder(modules))
    for (const [name, extension] of Object.entries(owner.extensions)) {
      if (!isWanted(owner.module.name, extendedDocument(extension.extends).kind)) continue
      targets.set(extension.extends, [...(targets.get(extension.extends) ?? []), { owner, name, extension }])
    }
  const result: Extended = { modules: [...modules], parts: [], faults: [] }
  if (targets.size === 0) return result
  const byName = new Map(modules.map((documents) => [documents.module.name, documents]))
  const entity = (name: string): EntityDocument | undefined => {
    const plain = name.slice(name.indexOf('/') + 1)
    return [...byName.values()].find(({ entities }) => Object.hasOwn(entities, plain))?.entities[plain]
  }
  // Entities first: forms and grids are drawn from them.
  const ordered = [...targets].sort(([a], [b]) => Number(!isEntity(a)) - Number(!isEntity(b)))
  for (const [target, each] of ordered) {
    const extending: Extending = {
      each,
      entity,
      add: (extension, owner, from, to) => result.parts.push({ module: owner.module.name, extension, from, document: target, to }),
      fault: (extension, owner, pointer, message, more) =>
        result.faults.push({ module: owner.module.name, extension, pointer, message, ...more }),
    }
    const { module, kind, document } = extendedDocument(target)
    const base = byName.get(module)
    const extended = base && extendDocument(base, kind, document, extending)
    if (extended) byName.set(module, extended)
    else for (const { owner, name } of each) extending.fault(name, owner, '/extends', ...unknownDocument(target, byName))
  }
  result.modules = modules.map((documents) => byName.get(documents.module.name) ?? documents)
  return result
}

const isEntity = (target: string): boolean => extendedDocument(target).kind === 'entities'

/** A copy of a module with one document extended; undefined if it has no such document. */
function extendDocument(base: ModuleDocuments, kind: ExtendableKind, name: string, extending: Extending): ModuleDocuments | undefined {
  const within = <T>(documents: Record<string, T>, extend: (document: T, extending: Extending) => T): Record<string, T> | undefined =>
    Object.hasOwn(documents, name) ? { ...documents, [name]: extend(documents[name]!, extending) } : undefined
  switch (kind) {
    case 'entities': {
      const entities = within(base.entities, extendEntity)
      return entities && { ...base, entities }
    }
    case 'grids': {
      const grids = within(base.grids, extendGrid)
      return grids && { ...base, grids }
    }
    case 'forms': {
      const forms = within(base.forms, extendForm)
      return forms && { ...base, forms }
    }
    case 'screens': {
      const screens = within(base.screens, extendScreen)
      return screens && { ...base, screens }
    }
    case 'module':
      return { ...base, module: extendMenu(base.module, extending) }
    case 'layout':
      return base.layout && { ...base, layout: extendLayout(base.layout, extending) }
    default:
      return undefined
  }
}

const words: Record<ExtendableKind, string> = {
  entities: 'entity',
  grids: 'grid',
  forms: 'form',
  screens: 'screen',
  module: 'menu',
  layout: 'layout',
}

function unknownDocument(
  target: string,
  modules: ReadonlyMap<string, ModuleDocuments>,
): [message: string, more: { allowed: string[]; suggestion?: string }] {
  const { module, kind, document } = extendedDocument(target)
  const base = modules.get(module)
  if (!base) return [`there is no module "${module}"`, missing(module, modules.keys())]
  if (kind === 'layout') return [`the module "${module}" has no layout`, { allowed: [] }]
  const names = kind === 'module' || !Object.hasOwn(words, kind) ? [] : Object.keys(base[kind])
  return [
    `the module "${module}" has no ${words[kind] ?? 'document'} "${document}"`,
    missing(
      target,
      names.map((name) => `${module}/${kind}/${name}`),
    ),
  ]
}
