import type {
  EndpointDocument,
  EntityDocument,
  ExtensionDocument,
  FormDocument,
  GridDocument,
  LayoutDocument,
  LedgerDocument,
  MetricDocument,
  ModalDocument,
  ModuleDocument,
  NotificationDocument,
  ScreenDocument,
} from '#schemas/types/contract.d.ts'

/** A module's folder as text, by path relative to it: `{ 'module.json': '{…}', 'grids/books.json': '{…}' }`. */
export type ModuleFiles = Readonly<Record<string, string>>

/** One module: its documents as written, each under its name. */
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
  /** By name. */
  metrics: Record<string, MetricDocument>
  /** By name. */
  ledgers: Record<string, LedgerDocument>
  /** By name. */
  notifications: Record<string, NotificationDocument>
  /** What it adds to documents of other modules, by file name. */
  extensions: Record<string, ExtensionDocument>
  layout?: LayoutDocument
  /** Messages by locale, then key. */
  locales: Record<string, Record<string, string>>
}

export type DocumentKind =
  | 'module'
  | 'endpoints'
  | 'layout'
  | 'entity'
  | 'grid'
  | 'form'
  | 'modal'
  | 'screen'
  | 'metric'
  | 'ledger'
  | 'notification'
  | 'extension'
  | 'messages'

const folders: Record<string, DocumentKind> = {
  entities: 'entity',
  grids: 'grid',
  forms: 'form',
  modals: 'modal',
  screens: 'screen',
  metrics: 'metric',
  ledgers: 'ledger',
  notifications: 'notification',
  extensions: 'extension',
  locales: 'messages',
}
const alone: Record<string, DocumentKind> = { 'module.json': 'module', 'endpoints.json': 'endpoints', 'layout.json': 'layout' }

/** Kind and name of a document by the path of its file; undefined for other files (a fixture, a README). */
export function documentOf(path: string): { kind: DocumentKind; name: string } | undefined {
  if (Object.hasOwn(alone, path)) return { kind: alone[path]!, name: path.slice(0, -5) }
  const match = /^([a-z]+)\/([a-z][a-z0-9_-]{0,79})\.json$/.exec(path)
  const kind = match && Object.hasOwn(folders, match[1]!) ? folders[match[1]!] : undefined
  return kind && { kind, name: match![2]! }
}

/** Path of a document inside its module, the reverse of `documentOf`. */
export function pathOfDocument(kind: DocumentKind, name: string): string {
  const folder = Object.keys(folders).find((key) => folders[key] === kind)
  return folder ? `${folder}/${name}.json` : `${kind}.json`
}
