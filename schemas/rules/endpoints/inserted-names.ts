import type { CallPart } from './call-parts.ts'

/** Names that texts insert from a part of the call: `["slug"]` for `{ "market.slug": "{params.slug}" }` and `params`. */
export function insertedNames(node: unknown, part: CallPart): string[] {
  const names = new Set<string>()
  collect(node, part, names)
  return [...names]
}

function collect(node: unknown, part: CallPart, names: Set<string>): void {
  if (typeof node === 'string') {
    for (const [, root, name] of node.matchAll(/\{\s*(params|payload)\.([A-Za-z_][A-Za-z0-9_]*)[^{}]*\}/g))
      if (root === part) names.add(name!)
  } else if (typeof node === 'object' && node !== null) for (const value of Object.values(node)) collect(value, part, names)
}

/** The name that a text inserts and nothing else: `status` for `{payload.status}`. */
export const wholeInsertion = (value: unknown, part: CallPart): string | undefined =>
  typeof value === 'string' ? new RegExp(`^\\{\\s*${part}\\.([A-Za-z_][A-Za-z0-9_]*)\\s*\\}$`).exec(value)?.[1] : undefined

/** An insertion that a call may leave out, alone in its text: `{params.type?}`. */
export const optionalInsertion = /^\{([A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)\?\}$/

export const isOptional = (text: string): boolean => optionalInsertion.test(text)

/** Names of a part of the call that conditions written as a text insert only where they are sent. */
export const optionalNames = (where: unknown, part: CallPart): string[] =>
  typeof where === 'string'
    ? [...where.matchAll(new RegExp(`\\{${part}\\.([A-Za-z_][A-Za-z0-9_]*)\\?\\}`, 'g'))].map(([, name]) => name!)
    : []
