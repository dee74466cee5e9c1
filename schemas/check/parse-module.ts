import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { documentOf, type ModuleDocuments, type ModuleFiles } from './module-documents.ts'

/**
 * The documents of a module from its files, each under its name. It trusts them to have passed `checkModule`: a file that
 * is no JSON throws a `SyntaxError` with the file's name, and a file that is no document is left out.
 */
export function parseModule(files: ModuleFiles): ModuleDocuments {
  const documents: ModuleDocuments = {
    module: { name: '', title: '', version: '0.0.0' },
    entities: {},
    grids: {},
    forms: {},
    modals: {},
    screens: {},
    endpoints: [],
    locales: {},
  }
  for (const path of Object.keys(files).sort()) {
    const documentName = documentOf(path)
    if (documentName) place(documents, documentName.kind, documentName.name, parse(path, files[path]!))
  }
  return documents
}

/** Puts one parsed document where it belongs, under the name it gives itself or that of its file. */
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
    case 'messages': {
      const { $schema: _, ...messages } = document as Record<string, string>
      documents.locales[name] = messages
    }
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(`${path}: ${(error as Error).message}`, { cause: error })
  }
}
