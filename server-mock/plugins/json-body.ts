import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inFormPaths, ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import { maxFields } from './failures.ts'
import { visitorKilobytes } from './open-call.ts'

export const maxDepth = 32
/** Most values of a body: lists, objects, and what is in them. */
export const maxValues = 50_000

/** Bodies are JSON objects and nothing else; what could harm a handler or the database never reaches one. */
export function acceptJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const bytes = await readBytes(body, Number(request.headers['content-length'] ?? 0), request.maxBodyBytes ?? visitorKilobytes * 1024)
    return parseJsonBody(readText(bytes, request.headers['content-type']))
  })
}

/** The bytes of a body. What says that it is larger than the limit is not read at all. @throws `payload-too-large` */
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
  // Before parsing: neither a deep recursion nor a million objects are made for a body that is refused.
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

/** Refuses a JSON text with too many levels or values, counted without parsing it. @throws `bad-request` with both numbers */
export function refuseLargeJson(text: string, depthLimit = maxDepth): void {
  const { depth, values } = measureJson(text)
  if (depth > depthLimit) throw new ApiError('bad-request', { userMessage: { key: 'errors.too_deep', values: { depth: depthLimit } } })
  if (values > maxValues)
    throw new ApiError('bad-request', {
      userMessage: { key: 'errors.too_many_values', values: { count: values, max: maxValues } },
      metadata: { count: values, max: maxValues },
    })
}

const signs = { quote: 34, backslash: 92, comma: 44, openList: 91, closeList: 93, openObject: 123, closeObject: 125 }

/** Deepest nesting of a JSON text, and how many values it has: each container, and each item after the first. */
export function measureJson(text: string): { depth: number; values: number } {
  let [depth, deepest, values] = [0, 0, 1]
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign === signs.quote) index = endOfString(text, index)
    else if (sign === signs.openObject || sign === signs.openList) {
      depth += 1
      values += 1
      if (depth > deepest) deepest = depth
    } else if (sign === signs.closeObject || sign === signs.closeList) depth -= 1
    else if (sign === signs.comma) values += 1
  }
  return { depth: deepest, values }
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
