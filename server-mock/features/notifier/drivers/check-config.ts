import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { mayCallAddress, mayName, reachOf } from '#server/messages/drivers/public-address.ts'
import { isHeaderValue } from '#server/messages/drivers/request-template.ts'
import type { DriverRow } from '#server/messages/drivers/entries.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('notifier')

/** What each SMS may insert. */
export const smsInsertions = ['recipient', 'text', 'key'] as const
/** What a pattern may insert beside them: the values as an object, in order, as names and values, one by one. By their names too. */
export const patternInsertions = ['pattern', 'pattern_number', 'values', 'values_list', 'values_named', 'value1'] as const

const required = [{ key: 'rules.required' }]

/** Whether an entry has all that sending takes. */
export function isConfigured({ kind, host, from_address: from, url, patterns }: Partial<DriverRow>): boolean {
  if (kind === 'email') return Boolean(host && from)
  if (kind === 'sms') return Boolean(url)
  if (kind === 'pattern_sms') return Boolean(url) && (patterns ?? []).length > 0
  return true
}

/** What sending lacks, by field. */
export function missingFields({ kind, host, from_address: from, url, patterns }: DriverRow): FieldErrors {
  const missing: Record<string, boolean> =
    kind === 'email'
      ? { host: !host, from_address: !from }
      : kind === 'sms' || kind === 'pattern_sms'
        ? { url: !url, ...(kind === 'pattern_sms' && { patterns: (patterns ?? []).length === 0 }) }
        : {}
  return Object.fromEntries(Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [[name, required]] : [])))
}

/** What is wrong with the configuration of an entry, beyond the rules of its fields. */
export function configFaults(context: CallContext, row: DriverRow): FieldErrors {
  if (row.kind === 'email') return hostFaults(context, row)
  if (row.kind !== 'sms' && row.kind !== 'pattern_sms') return {}
  const errors: FieldErrors = { ...addressFaults(context, row), ...headerFaults(context, row), ...bodyFaults(context, row) }
  const inserted = insertionsOf(row)
  if (row.url && !inserted.includes('recipient'))
    errors[row.method === 'GET' || row.body_kind === 'none' ? 'url' : 'body'] ??= [
      say(context, 'recipient_missing', { insertion: '{recipient}' }),
    ]
  return { ...errors, ...patternFaults(context, row) }
}

/** Names that the address, the headers and the body insert. */
export const insertionsOf = ({ url, headers, body, body_kind: kind, method }: DriverRow): string[] =>
  [url ?? '', ...(headers ?? []).map(({ value }) => value), hasBody({ method, body_kind: kind }) ? (body ?? '') : ''].flatMap(pathsIn)

const hasBody = ({ method, body_kind: kind }: Pick<DriverRow, 'method' | 'body_kind'>) => method !== 'GET' && kind !== 'none'

const hostFaults = (context: CallContext, { host }: DriverRow): FieldErrors =>
  host && !mayName(host, reachOf(context.config)) ? { host: [say(context, 'host_hint')] } : {}

function addressFaults(context: CallContext, { kind, url }: DriverRow): FieldErrors {
  if (!url) return {}
  const plain = url.replace(/\{[^{}]*\}/g, 'x')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(plain)) return { url: [say(context, 'url_unreadable')] }
  const address = new URL(plain)
  if (address.username || address.password || /^https?:\/\/[^/?#]*\{/i.test(url)) return { url: [say(context, 'server_fixed')] }
  if (!mayCallAddress(address, reachOf(context.config))) return { url: [say(context, 'address_not_public')] }
  return unknownInsertion(context, kind, url, 'url')
}

/** Headers that belong to the connection. */
const ownHeaders = /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i
const secretHeaders = /authorization|api-?key|token|secret|password/i

function headerFaults(context: CallContext, { headers }: DriverRow): FieldErrors {
  const errors: FieldErrors = {}
  for (const [at, { name, value }] of (headers ?? []).entries()) {
    const unknown = pathsIn(value).find((each) => each !== 'key')
    if (ownHeaders.test(name)) errors[`headers.${at}.name`] = [say(context, 'header_fixed', { name })]
    else if (!isHeaderValue(value)) errors[`headers.${at}.value`] = [say(context, 'header_value')]
    else if (unknown) errors[`headers.${at}.value`] = [insertionFault(context, unknown, ['key'])]
    // What stands in a header is read by every administrator and in the audit.
    else if (secretHeaders.test(name) && !pathsIn(value).includes('key'))
      errors[`headers.${at}.value`] = [say(context, 'header_secret', { insertion: '{key}' })]
  }
  return errors
}

function bodyFaults(context: CallContext, row: DriverRow): FieldErrors {
  const { kind, body, body_kind: bodyKind } = row
  if (!row.url || !hasBody(row)) return {}
  if (!body?.trim()) return { body: required }
  if (bodyKind !== 'form' && !isJson(body)) return { body: [say(context, 'body_no_json', { insertion: '{text}' })] }
  return unknownInsertion(context, kind, body, 'body')
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** A pattern may name each value of its message. */
function unknownInsertion(context: CallContext, kind: DriverRow['kind'], text: string, at: string): FieldErrors {
  const unknown = kind === 'sms' ? pathsIn(text).find((name) => !(smsInsertions as readonly string[]).includes(name)) : undefined
  return unknown === undefined ? {} : { [at]: [insertionFault(context, unknown, smsInsertions)] }
}

const insertionFault = (context: CallContext, unknown: string, known: readonly string[]): string =>
  say(context, 'insertion_unknown', { insertion: `{${unknown.slice(0, 60)}}`, known: insertionList(known) })

export const insertionList = (names: readonly string[]): string => names.map((name) => `\u2066{${name}}\u2069`).join(' ')

function patternFaults(context: CallContext, { kind, patterns }: DriverRow): FieldErrors {
  if (kind !== 'pattern_sms') return {}
  const templates = (patterns ?? []).map(({ template }) => template)
  return Object.fromEntries(
    templates.flatMap((template, at) =>
      templates.indexOf(template) < at ? [[`patterns.${at}.template`, [say(context, 'template_twice')]] as const] : [],
    ),
  )
}
