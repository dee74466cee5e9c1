import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { documentOf, type ModuleFiles } from '#schemas/check/module-documents.ts'

/** The documents of a module's folder as text, by path, e.g. `grids/books.json`. Throws when it cannot be read. */
export function readModuleFolder(dir: string): ModuleFiles {
  const paths = readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return Object.fromEntries(paths.filter(path => documentOf(path)).sort().map(path => [path, readFileSync(join(dir, path), 'utf8')]))
}
