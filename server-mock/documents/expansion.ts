import { isAllowed, type Caller } from '#server/caller.ts'
import { localise, localiseText } from './localise.ts'
import type { DocumentRegistry } from './registry.ts'

/** For whom documents are expanded: everything about the reader that the result depends on. */
export type Reader = Pick<Caller, 'user' | 'roles' | 'isAdmin' | 'isDeveloper' | 'permissions' | 'locale'> & {
  /** Locales in which translated fields are edited; all ten when left out. */
  locales?: readonly string[]
}

/** The registry, the reader, and the module in which names and texts are looked up. */
export interface Expansion {
  registry: DocumentRegistry
  reader: Reader
  module: string
}

export const within = (expansion: Expansion, module: string): Expansion =>
  expansion.module === module ? expansion : { ...expansion, module }

export const may = ({ reader }: Expansion, access: string | undefined): boolean =>
  access === undefined || isAllowed(reader as Caller, access)

export const textOf = ({ registry, reader, module }: Expansion, text: string): string => localiseText(registry, module, reader.locale, text)

export const localised = <T>({ registry, reader, module }: Expansion, node: T): T => localise(registry, module, reader.locale, node)

/** The message of a key, or undefined where no locale that is consulted has one. */
export function messageOf({ registry, reader, module }: Expansion, key: string, values?: Record<string, unknown>): string | undefined {
  const text = registry.message(module, reader.locale, key, values)
  return text === key ? undefined : text
}

/** `published_at` becomes `Published at`: the last resort where no message names a field or value. */
export function humanise(name: string): string {
  const words = name.split('.').at(-1)!.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A copy without the entries that are undefined. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}
