import type { Problem } from './problem.ts'
import type { Lookup, Scope } from './scope.ts'
import { at, type Source } from './source.ts'
import type { DocumentKind } from './module-documents.ts'

/** A document with the right shape, ready to be checked against the other documents. */
export interface CheckedDocument {
  kind: DocumentKind
  name: string
  source: Source
  visits: { definition: string; pointer: string; value: unknown }[]
  scope: Scope
}

/** Returns what a name resolves to, or reports that it does not exist. */
export function expectFound<T>(
  document: CheckedDocument,
  pointer: string,
  lookup: Lookup<T>,
  message: string,
  atKey = false,
): T | undefined {
  if (lookup.found !== undefined) return lookup.found
  const { allowed, suggestion } = lookup as { allowed: string[]; suggestion?: string }
  error(document, pointer, message, { allowed, ...(suggestion === undefined ? {} : { suggestion }), atKey })
  return undefined
}

type Extra = { allowed?: string[]; suggestion?: string; atKey?: boolean }

export const error = ({ source }: CheckedDocument, pointer: string, message: string, extra?: Extra): void =>
  source.report('error', pointer, message, extra)
export const warn = ({ source }: CheckedDocument, pointer: string, message: string, extra?: Extra): void =>
  source.report('warning', pointer, message, extra)

export const visitsOf = <T>(document: CheckedDocument, ...definitions: string[]): { pointer: string; value: T; definition: string }[] =>
  document.visits.filter((visit) => definitions.includes(visit.definition)) as { pointer: string; value: T; definition: string }[]

export { at }
export type { Problem }
