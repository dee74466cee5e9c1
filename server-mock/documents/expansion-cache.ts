import type { Reader } from './expansion.ts'
import type { DocumentRegistry } from './registry.ts'

const limit = 2000
const caches = new WeakMap<DocumentRegistry, Map<string, unknown>>()

/**
 * Caches an expansion by publication, locale and permissions of the reader. Cached values are shared by calls: never change them.
 * A publication makes a new registry; the cache of the old one is freed with it.
 */
export function cached<T>(registry: DocumentRegistry, reader: Reader, name: string, make: () => T): T {
  let cache = caches.get(registry)
  if (!cache) caches.set(registry, (cache = new Map<string, unknown>()))
  const key = `${name}\u0000${reader.locale}\u0000${(reader.locales ?? []).join()}\u0000${permissionKey(reader)}`
  if (cache.has(key)) return cache.get(key) as T
  const value = make()
  if (cache.size >= limit) cache.delete(cache.keys().next().value!)
  cache.set(key, value)
  return value
}

function permissionKey(reader: Reader): string {
  if (!reader.user) return 'guest'
  const flags = `${reader.isAdmin ? 'a' : ''}${reader.isDeveloper ? 'd' : ''}`
  return flags || [...reader.permissions].sort().join()
}
