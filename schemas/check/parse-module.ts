import { ledgerEntities } from '#schemas/rules/ledgers/ledger-entities.ts'
import type { EndpointDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { documentOf, type ModuleDocuments, type ModuleFiles } from './module-documents.ts'

/**
 * The documents of a module from its files, each under its name. The files must have passed `checkModule`. A file that
 * is not JSON throws a `SyntaxError` with the file's name; a file that is not a document is left out.
 */
export function parseModule(files: ModuleFiles): ModuleDocuments {
  const documents = emptyModule()
  for (const path of Object.keys(files).sort()) {
    const documentName = documentOf(path)
    if (documentName) place(documents, documentName.kind, documentName.name, parse(path, files[path]!))
  }
  return documents
}

/** A module without a document. */
export const emptyModule = (): ModuleDocuments => ({
  module: { name: '', title: '', version: '0.0.0' },
  entities: {},
  grids: {},
  forms: {},
  modals: {},
  screens: {},
  endpoints: [],
  metrics: {},
  ledgers: {},
  notifications: {},
  extensions: {},
  locales: {},
})

/** Adds one parsed document to the module, under its own name or that of its file. */
export function place(documents: ModuleDocuments, kind: string, name: string, value: unknown): void {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  const document = value as Record<string, never>
  const own = (key: string): string => (typeof document[key] === 'string' ? document[key] : name)
  switch (kind) {
    case 'module':
      documents.module = document as never
      break
    case 'endpoints':
      documents.endpoints = (Array.isArray(document.endpoints) ? document.endpoints : []) as EndpointDocument[]
      break
    case 'layout':
      documents.layout = document
      break
    case 'entity':
      documents.entities[own('name')] = document as never
      break
    case 'grid':
      documents.grids[name] = document as never
      break
    case 'form':
      documents.forms[own('name')] = document
      break
    case 'modal':
      documents.modals[own('id')] = document as never
      break
    case 'screen':
      documents.screens[own('name')] = document as never
      break
    case 'metric':
      documents.metrics[own('name')] = document as never
      break
    case 'ledger': {
      const ledger = document as unknown as LedgerDocument
      documents.ledgers[own('name')] = ledger
      // The entities of its entries and holds; files in "entities" come before those in "ledgers", and keep their names.
      for (const entity of ledgerEntities(ledger)) documents.entities[entity.name] ??= entity
      break
    }
    case 'notification':
      documents.notifications[own('name')] = document as never
      break
    case 'extension':
      documents.extensions[name] = document as never
      break
    case 'messages': {
      const { $schema: _, ...messages } = document as Record<string, string>
      documents.locales[name] = messages
    }
  }
}

/** A text without the byte order mark that some editors write first: it is no part of the JSON (RFC 8259, section 8.1). */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(withoutMark(text))
  } catch (error) {
    throw new SyntaxError(`${path}: ${(error as Error).message}`, { cause: error })
  }
}
