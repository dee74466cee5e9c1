import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import type { EntityDocument, ExtensionDocument } from '#schemas/types/contract.d.ts'
import { at } from '#schemas/check/source.ts'
import { partList, type PartKind, type Place } from './place-parts.ts'

/** One extension of a document, by the module that it belongs to. */
export interface OwnedExtension {
  owner: ModuleDocuments
  /** Name of its file. */
  name: string
  extension: ExtensionDocument
}

/** What is collected while a document is extended. */
export interface Extending {
  /** The extensions of the document, in their order. */
  each: readonly OwnedExtension[]
  /** The entity of a name, extended. */
  entity(name: string): EntityDocument | undefined
  /** Notes where a part of an extension stands in the document. */
  add(extension: string, owner: ModuleDocuments, from: string, to: string): void
  /** Notes what cannot be done as an extension says it. */
  fault(
    extension: string,
    owner: ModuleDocuments,
    pointer: string,
    message: string,
    more?: { allowed?: string[]; suggestion?: string },
  ): void
}

/** A list of a document with the parts that extensions add to it; `undefined` where nobody adds any. */
export function extendList<T>(
  items: readonly T[],
  key: keyof ExtensionDocument,
  kind: PartKind<T>,
  { each, add, fault }: Extending,
  qualifyPart: (part: T, owner: ModuleDocuments) => T,
): T[] | undefined {
  const list = partList(items, kind)
  const origins = new Map<string, { name: string; owner: ModuleDocuments; pointer: string }>()
  for (const [which, { owner, name, extension }] of each.entries())
    for (const [index, place] of ((extension[key] ?? []) as unknown as Place<T>[]).entries()) {
      const pointer = at('', key, index)
      const origin = at('', which, key, index)
      const parts = place.add.map((part) => qualifyPart(part, owner))
      for (const part of parts.keys()) origins.set(at(origin, 'add', part), { name, owner, pointer: at(pointer, 'add', part) })
      for (const { message, pointer: here, ...more } of list.add({ ...place, add: parts }, origin, pointer))
        fault(name, owner, here, message, more)
    }
  if (origins.size === 0) return undefined
  const { items: extended, added } = list.result(at('', key))
  for (const [origin, to] of added) {
    const { name, owner, pointer } = origins.get(origin)!
    add(name, owner, pointer, to)
  }
  return extended
}
