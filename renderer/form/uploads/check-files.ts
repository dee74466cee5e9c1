import { agreesWith, defaultMaxFiles, extensionOf, mediaTypes } from '#schemas/rules/values/file-types.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'

/** Limits of a file field. */
export interface FileLimits {
  /** Extensions. */
  types: readonly string[]
  maxBytes: number
  /** Most files that the field holds. */
  max: number
}

export interface FileProps {
  types?: string[]
  max_size?: number
  max?: number
}

type Sent = Pick<File, 'name' | 'type' | 'size'>
export type FileFault =
  | { kind: 'size'; name: string; size: number; max: number }
  | { kind: 'type'; name: string; types: readonly string[] }
  | { kind: 'empty'; name: string }
  | { kind: 'count'; name: string; max: number; chosen: number; room: number }

/** Limits of a field: those of its document within those of the server, and a rule `size:100` (kilobytes). */
export function limitsOf(
  { types, max_size, max }: FileProps,
  rules: string | undefined,
  server: { types: readonly string[]; max_size: number },
  isList: boolean,
): FileLimits {
  const ruled = parseRules(rules ?? '').flatMap(({ name, args }) =>
    name === 'size' && Number(args[0]) > 0 ? [Number(args[0]) * 1024] : [],
  )
  return {
    types: (types ?? server.types).map((type) => type.toLowerCase().replace(/^\./, '')),
    maxBytes: Math.min(server.max_size, ...(max_size === undefined ? [] : [max_size * 1024 * 1024]), ...ruled),
    max: isList ? (max ?? defaultMaxFiles) : 1,
  }
}

/** Limits for pictures in a text: the picture types that the server accepts. */
export const pictureLimits = (server: { types: readonly string[]; max_size: number }): FileLimits =>
  limitsOf({ types: server.types.filter((type) => mediaTypes[type]?.startsWith('image/')) }, undefined, server, true)

/** Splits the chosen files into those that may be sent and the errors of the others. If there are too many, all are refused. */
export function checkFiles<T extends Sent>(
  files: readonly T[],
  present: number,
  { types, maxBytes, max }: FileLimits,
): { accepted: T[]; faults: FileFault[] } {
  // A single file takes the place of the one before.
  const room = max === 1 ? 1 : Math.max(0, max - present)
  if (files.length > room) return { accepted: [], faults: [{ kind: 'count', name: namesOf(files), max, chosen: files.length, room }] }
  const accepted: T[] = []
  const faults: FileFault[] = []
  for (const file of files) {
    const { name, size } = file
    if (!isOfType(file, types)) faults.push({ kind: 'type', name, types })
    else if (size > maxBytes) faults.push({ kind: 'size', name, size, max: maxBytes })
    else if (size === 0) faults.push({ kind: 'empty', name })
    else accepted.push(file)
  }
  return { accepted, faults }
}

const namesOf = (files: readonly Sent[]): string =>
  files
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ') + (files.length > 3 ? ' …' : '')

function isOfType({ name, type }: Sent, types: readonly string[]): boolean {
  const extension = extensionOf(name)
  const expected = mediaTypes[extension]
  return types.includes(extension) && (expected === undefined || agreesWith(type, expected))
}
