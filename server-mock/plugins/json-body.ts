import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inFormPaths, ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import { maxFields } from './failures.ts'
import { visitorKilobytes } from './open-call.ts'

export const maxDepth = 32
/** Most values of a body: lists, objects, and what is in them. */
export const maxValues = 50_000
/** Most fields of one object; each is looked at several times before it is known whether it has a meaning. */
export const maxKeys = 10_000

/** Accepts JSON objects as bodies, and refuses values that could harm a handler or the database. */
export function acceptJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const bytes = await readBytes(body, Number(request.headers['content-length'] ?? 0), request.maxBodyBytes ?? visitorKilobytes * 1024)
    return parseJsonBody(readText(bytes, request.headers['content-type']))
  })
}

/** The bytes of a body. One whose length is announced as too large is not read at all. @throws `payload-too-large` */
async function readBytes(body: Readable, announced: number, limit: number): Promise<Buffer> {
  if (announced > limit) throw bodyTooLarge(limit)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limit) throw bodyTooLarge(limit)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const bodyTooLarge = (limit: number) =>
  new ApiError('payload-too-large', {
    metadata: { max_size: limit },
    userMessage: { key: 'errors.body_too_large', values: { max: { bytes: limit } } },
  })

/** The body's text. Throws for another charset than UTF-8, and for bytes that are none: nothing is stored otherwise than sent. */
export function readText(bytes: Uint8Array, contentType = ''): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new ApiError('unsupported-media-type')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('bad-request', { userMessage: { key: 'errors.not_json' } })
  }
}

/** Parses a body. Throws `bad-request` for what is no JSON object, too large, too deep, or names a prototype. An empty body is `{}`. */
export function parseJsonBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  // Before parsing, so that a refused body costs neither a deep recursion nor a million objects.
  refuseLargeJson(text)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError('bad-request', { userMessage: { key: 'errors.not_json' } })
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new ApiError('bad-request', { userMessage: { key: 'errors.not_object' } })
  inFormPaths(() => refuseUnsafeValues(body))
  return body as Record<string, unknown>
}

/** Refuses a JSON text with too many levels, values or fields of an object, without parsing it. @throws `bad-request` with both numbers */
export function refuseLargeJson(text: string, depthLimit = maxDepth): void {
  const { depth, values, keys } = measureJson(text, depthLimit)
  if (depth > depthLimit) throw new ApiError('bad-request', { userMessage: { key: 'errors.too_deep', values: { depth: depthLimit } } })
  if (values > maxValues)
    throw new ApiError('bad-request', {
      userMessage: { key: 'errors.too_many_values', values: { count: values, max: maxValues } },
      metadata: { count: values, max: maxValues },
    })
  if (keys > maxKeys)
    throw new ApiError('bad-request', {
      userMessage: { key: 'errors.too_many_keys', values: { count: keys, max: maxKeys } },
      metadata: { count: keys, max: maxKeys },
    })
}

const signs = { quote: 34, backslash: 92, comma: 44, openList: 91, closeList: 93, openObject: 123, closeObject: 125 }

/**
 * Of a JSON text: deepest nesting, values (each container, and each item after the first), and fields of its widest object. What is
 * deeper than `mostDepth` is not read on.
 */
export function measureJson(text: string, mostDepth = Infinity): { depth: number; values: number; keys: number } {
  let [depth, deepest, values, keys] = [0, 0, 1, 0]
  /** Fields of each open object; a list has none, whatever is added to it. */
  const open: number[] = []
  for (let index = 0; index < text.length && depth <= mostDepth; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign === signs.quote) index = endOfString(text, index)
    else if (sign === signs.openObject || sign === signs.openList) {
      depth += 1
      values += 1
      if (depth > deepest) deepest = depth
      open.push(sign === signs.openObject ? 1 : -Infinity)
    } else if (sign === signs.closeObject || sign === signs.closeList) {
      depth -= 1
      open.pop()
    } else if (sign === signs.comma) {
      values += 1
      keys = Math.max(keys, (open[open.length - 1]! += 1))
    }
  }
  return { depth: deepest, values, keys }
}

/** Place of the quote that ends a string; the length of a text where none does. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign === signs.backslash) index += 1
    else if (sign === signs.quote) return index
  }
  return text.length
}

/**
 * Refuses keys that reach a prototype, and text that no PostgreSQL column can hold: NUL, and half of a surrogate pair.
 * Used on bodies and on queries alike.
 */
export function refuseUnsafeValues(value: unknown) {
  const errors: FieldErrors = {}
  walk(value, [], (path) => {
    if (Object.keys(errors).length >= maxFields) throw validationError(errors, true)
    errors[path.join('.')] = [{ key: 'errors.unreadable_text' }]
  })
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

function walk(value: unknown, path: string[], refuse: (path: string[]) => void) {
  if (typeof value === 'string') {
    if (!isStorable(value)) refuse(path)
    return
  }
  if (value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__' || (key === 'constructor' && item !== null && typeof item === 'object' && Object.hasOwn(item, 'prototype'))) {
      throw new ApiError('bad-request', { userMessage: { key: 'errors.forbidden_key', values: { key } } })
    }
    if (!isStorable(key)) throw new ApiError('bad-request')
    path.push(key)
    walk(item, path, refuse)
    path.pop()
  }
}

const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text)
