import { isDeepStrictEqual } from 'node:util'
import { documentOf, type DocumentKind, type ModuleDocuments, type ModuleFiles } from '#schemas/check/module-documents.ts'
import { withoutMark } from '#schemas/check/parse-module.ts'

/** What some people may see differently from others; everything else is one for all. */
const triedKinds: ReadonlySet<DocumentKind> = new Set<DocumentKind>(['screen', 'grid', 'form', 'modal', 'messages'])
/** Parts of module.json that say nothing of what the module does. */
const freeKeys = new Set(['$schema', 'version', 'trial'])

/** A version as a trial shows it: its screens, grids, forms, modals and messages over the data, calls and rights of the current one. */
export const overCurrent = (current: ModuleDocuments, { screens, grids, forms, modals, locales }: ModuleDocuments): ModuleDocuments => ({
  ...current,
  screens,
  grids,
  forms,
  modals,
  locales,
})

/** Documents, and keys of module.json, that a version changes for everybody at once: `entities/book.json`, `module.json /grants`. */
export function changesForAll(before: ModuleFiles, after: ModuleFiles): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return paths.flatMap((path) => {
    const document = documentOf(path)
    if (!document || triedKinds.has(document.kind)) return []
    const [old, now] = [valueOf(before[path]), valueOf(after[path])]
    if (isDeepStrictEqual(old, now)) return []
    return document.kind === 'module' ? changedKeys(old, now).map((key) => `${path} /${key}`) : [path]
  })
}

const changedKeys = (old: Record<string, unknown>, now: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => !freeKeys.has(key) && !isDeepStrictEqual(old[key], now[key]))

const valueOf = (text: string | undefined): Record<string, unknown> =>
  text === undefined ? {} : (JSON.parse(withoutMark(text)) as Record<string, unknown>)
