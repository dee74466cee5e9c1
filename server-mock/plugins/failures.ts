import type { FastifyError } from 'fastify'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { formatFileSize, isFileSize } from '#schemas/rules/numbers/file-size.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { fieldLabel, findEntity, findField } from '#server/documents/entity-field.ts'
import { humanise, messageOf, type Expansion, type Reader } from '#server/documents/expansion.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError, errorTable, type FieldMessage } from '#server/errors.ts'

export interface Failure {
  status: number
  body: { errorCode: string | number; userMessage: string; errors: Record<string, string[]>; metadata?: Record<string, unknown> }
}

/** Turns a thrown value into an `ApiError`; `undefined` for a fault of the server. */
export function asRefusal(fault: unknown): ApiError | undefined {
  if (fault instanceof ApiError) return fault
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? String(fault.code) : ''
  const known = frameworkFaults[code] ?? databaseFaults[code]
  if (known) return new ApiError(known)
  if (isDatabaseBusy(fault, code)) return new ApiError('not-ready', { userMessage: { key: 'errors.busy' } })
  const status = (fault as FastifyError | undefined)?.statusCode
  if (status === 416) return new ApiError('range-not-satisfiable')
  if (code.startsWith('FST_') && status !== undefined && status >= 400 && status < 500) return new ApiError('bad-request')
  return undefined
}

const frameworkFaults: Record<string, ApiError['code']> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
}

/** Error codes of PostgreSQL that a caller's values can cause. @source PostgreSQL manual, appendix A. */
const databaseFaults: Record<string, ApiError['code']> = {
  '22001': 'bad-request',
  '22003': 'bad-request',
  '22007': 'bad-request',
  '22008': 'bad-request',
  '22009': 'bad-request',
  '22021': 'bad-request',
  '22023': 'bad-request',
  '22P02': 'bad-request',
  '22P03': 'bad-request',
  '22P05': 'bad-request',
  '2201B': 'bad-request',
  '23502': 'bad-request',
  '23505': 'bad-request',
  '23514': 'bad-request',
  '54000': 'bad-request',
  '23503': 'in-use',
}

/**
 * Timeouts of locks, statements and connections, lost connections, and repeated conflicts: the same call may succeed in a moment.
 */
const busyStates = /^(?:40001|40P01|55P03|57014|57P0[1-5]|25P03|53[0-9A-Z]{3}|08[0-9A-Z]{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
const isDatabaseBusy = (fault: unknown, code: string) =>
  busyStates.test(code) ||
  (fault instanceof Error && /^(?:timeout exceeded when trying to connect|Connection terminated)/.test(fault.message))

/** Where a refusal's texts and the names of its fields are looked up. */
export interface FailureScope {
  locale: string
  /** In which moments are told; UTC when left out. */
  timezone?: string
  registry: DocumentRegistry | undefined
  module?: string
  entity?: string
  /** The newest documents for the caller; null where they are not known, left out where they are the same for all. */
  edition?: string | null
}

/** What the metadata of an answer says of the documents: the edition only where it is another than the counter of publications says. */
export const publicationOf = ({ publication }: DocumentRegistry, edition: string): { publication: number; edition?: string } => ({
  publication,
  ...(edition !== String(publication) && { edition }),
})

/** Numbers in the digits of the locale, `{ bytes }` as a size; what is text stays as it is. */
const inLocale = (values: Record<string, unknown>, locale: string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? localiseDigits(value, locale) : isFileSize(value) ? formatFileSize(value.bytes, locale, value) : value,
    ]),
  )

/** Most fields whose errors are answered. */
export const maxFields = 20
const maxSentences = 5
const maxPathLength = 200

/** A field of a made-up name may be as long as the body. */
const shortened = (path: string) =>
  path.length > maxPathLength ? `${path.slice(0, maxPathLength).replace(/[\ud800-\udbff]$/, '')}…` : path

/** Writes a refusal in the caller's locale. */
export function toFailure(refusal: ApiError, scope: FailureScope): Failure {
  const { locale, timezone, registry, module = 'panel' } = scope
  const { status, message } = errorTable[refusal.code]
  const say = (text: FieldMessage, label?: string) => {
    if (typeof text === 'string') return text
    if (text.key.startsWith('rules.'))
      return ruleMessage(locale, text.key, { label, ...text.values }, (path) => labelOf(path, scope) ?? path, timezone)
    return registry?.message(module, locale, text.key, text.values && inLocale(text.values, locale)) ?? text.key
  }
  const fieldEntries = Object.entries(refusal.errors ?? {})
  const errors = Object.fromEntries(
    fieldEntries
      .slice(0, maxFields)
      .map(([field, messages]) => [
        shortened(field),
        messages.slice(0, maxSentences).map((text) => say(text, labelOf(shortened(field), scope))),
      ]),
  )
  const hasMore = refusal.hasMore || fieldEntries.length > maxFields
  const metadata = {
    ...(registry && scope.edition !== null && publicationOf(registry, scope.edition ?? String(registry.publication))),
    ...(hasMore && { has_more_errors: true }),
    ...refusal.metadata,
  }
  return {
    status,
    body: {
      errorCode: refusal.code === '422' ? 422 : refusal.code,
      userMessage: say(refusal.userMessage ?? (hasMore ? { key: 'errors.invalid_more', values: { count: maxFields } } : { key: message })),
      errors,
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
  }
}

/**
 * How the panel names a field, by the same words as its form: the entity's label, nested fields and texts of one locale
 * included, else a message of its own name, else the name made readable; where English words would be strange, as written.
 */
function labelOf(path: string, { locale, registry, module = 'panel', entity }: FailureScope): string | undefined {
  const steps = path.split('.').filter((step, at) => !/^[0-9]+$/.test(step) && !(at === 0 && step === 'data'))
  const last = steps.at(-1)
  if (!registry || last === undefined) return undefined
  const expansion: Expansion = { registry, reader: { ...nobody, locale }, module }
  const owner = findEntity(registry, entity)
  for (let length = steps.length; owner && length > 0; length--) {
    const field = findField(registry, owner, steps.slice(0, length).join('.'))
    if (field && (length === steps.length || field.translated)) return fieldLabel(expansion, owner, steps.slice(0, length).join('.'))
  }
  // Rows of a call are no rows of the entity, but hold its fields.
  if (owner && steps.length > 1 && findField(registry, owner, last)) return fieldLabel(expansion, owner, last)
  return (
    messageOf(expansion, `fields.${steps.join('.')}`) ??
    messageOf(expansion, last) ??
    (locale === 'en' ? humanise(last) : asWritten(last, locale))
  )
}

/** A name that has no word in this language: as callers write it, in quotes, and from left to right also among Persian words. */
const asWritten = (name: string, locale: string): string => {
  const [open, close] = locale === 'de' ? '„“' : locale === 'tr' || locale === 'zh' ? '“”' : '«»'
  return `${open}\u2066${name}\u2069${close}`
}

const nobody: Omit<Reader, 'locale'> = { user: null, roles: [], isAdmin: false, isDeveloper: false, permissions: new Set() }
