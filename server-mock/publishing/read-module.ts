import { readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { EndpointsDocument, EntityDocument, FormDocument, GridDocument, LayoutDocument, ModalDocument, ModuleDocument, ScreenDocument } from '#schemas/types/contract.d.ts'
import type { ModuleDocuments } from '#server/documents/registry.ts'

/** Texts of a module's documents by their path in its folder, e.g. `grids/books.json`. */
export type ModuleFiles = Record<string, string>

const folders = ['entities', 'grids', 'forms', 'modals', 'screens', 'locales'] as const
const rootFiles = ['module.json', 'endpoints.json', 'layout.json']

/** Whether this path of a module is published; recorded fixtures and notes stay behind. */
export function isDocumentPath(path: string): boolean {
  return rootFiles.includes(path) || new RegExp(`^(${folders.join('|')})/[A-Za-z0-9_-]+[.]json$`).test(path)
}

/** The documents of a module's folder. Throws when the folder cannot be read. */
export function readModuleFolder(dir: string): ModuleFiles {
  const found: ModuleFiles = {}
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = posix.join(...relativeParts(dir, entry.parentPath), entry.name)
    if (isDocumentPath(path)) found[path] = readFileSync(join(entry.parentPath, entry.name), 'utf8')
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const relativeParts = (dir: string, path: string) => path.slice(dir.replace(/[\\/]+$/, '').length).split(/[\\/]/).filter(part => part !== '')

/** A document that is no JSON object; `path` says which. */
export class UnreadableDocument extends Error {
  readonly path: string
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.path = path
  }
}

/** Reads a module's documents, each under its name. Throws `UnreadableDocument`; says nothing of whether they are right. */
export function parseModule(files: ModuleFiles): ModuleDocuments {
  const parsed = new Map(Object.entries(files).map(([path, text]) => [path, parseDocument(path, text)]))
  const inFolder = <T>(folder: (typeof folders)[number], nameOf: (document: T, file: string) => string = (_, file) => file): Record<string, T> =>
    Object.fromEntries([...parsed].filter(([path]) => path.startsWith(`${folder}/`)).map(([path, document]) => [nameOf(document as T, posix.basename(path, '.json')), document as T]))
  const module = parsed.get('module.json') as ModuleDocument | undefined
  if (module === undefined) throw new UnreadableDocument('module.json', 'is missing')
  const layout = parsed.get('layout.json') as LayoutDocument | undefined
  return {
    module,
    entities: inFolder<EntityDocument>('entities', ({ name }, file) => name ?? file),
    grids: inFolder<GridDocument>('grids'),
    forms: inFolder<FormDocument>('forms', ({ name }, file) => name ?? file),
    modals: inFolder<ModalDocument>('modals', ({ id }, file) => id ?? file),
    screens: inFolder<ScreenDocument>('screens', ({ name }, file) => name ?? file),
    endpoints: (parsed.get('endpoints.json') as EndpointsDocument | undefined)?.endpoints ?? [],
    ...(layout && { layout }),
    locales: inFolder<Record<string, string>>('locales'),
  }
}

function parseDocument(path: string, text: string): Record<string, unknown> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (fault) {
    throw new UnreadableDocument(path, (fault as Error).message)
  }
  if (document === null || typeof document !== 'object' || Array.isArray(document)) throw new UnreadableDocument(path, 'is not a JSON object')
  return document as Record<string, unknown>
}
