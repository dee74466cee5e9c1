import type { ModuleFiles } from './module-documents.ts'
import type { Problem } from './problem.ts'

const maxFiles = 1000
const maxTotalLength = 5_000_000

/** Files of a module's folder that are not documents. */
export const isIgnored = (path: string): boolean => path.startsWith('fixtures/') || !path.endsWith('.json')

/** A problem of the folder as a whole: too many or too large files, or a path that leads out of it. */
export function checkFolder(files: ModuleFiles): Problem | undefined {
  const fail = (file: string, message: string): Problem => ({ severity: 'error', file, line: 1, column: 1, pointer: '', message })
  const paths = Object.keys(files)
  if (paths.length > maxFiles) return fail('module.json', `a module has at most ${maxFiles} files, this one has ${paths.length}`)
  const total = paths.reduce((sum, path) => sum + files[path]!.length, 0)
  if (total > maxTotalLength)
    return fail('module.json', `a module has at most ${maxTotalLength / 1_000_000} MB, this one has ${(total / 1_000_000).toFixed(1)} MB`)
  const outside = paths.find((path) => path.startsWith('/') || path.includes('\\') || path.split('/').includes('..') || path.length > 200)
  return outside === undefined ? undefined : fail(outside.slice(0, 200), 'a path may not lead out of the module')
}

/** Why a path is not that of a document. */
export function pathMessage(path: string): string {
  const folders =
    'module.json, endpoints.json, layout.json, or a file in entities, grids, forms, modals, screens, metrics, ledgers, notifications, extensions, locales or fixtures'
  const [folder, name = ''] = path.split('/')
  if (
    ['entities', 'grids', 'forms', 'modals', 'screens', 'metrics', 'ledgers', 'notifications', 'extensions', 'locales'].includes(folder!) &&
    path.split('/').length === 2
  )
    return `"${name}" is not a valid file name: lower-case words joined by hyphens or underscores`
  return `this is no document of a module: ${folders}`
}
