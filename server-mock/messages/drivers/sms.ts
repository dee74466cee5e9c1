import { internationalMobile } from '#schemas/rules/values/phone.ts'
import { DeliveryError, type Deliver, type RenderedMessage } from './driver.ts'
import { sendByHttp, type HttpSettings, type SuccessCondition } from './http.ts'
import type { DriverRow, OpenDriverRow, PatternRow } from './entries.ts'
import type { TemplateValues } from './request-template.ts'
import type { Reach } from './public-address.ts'

const usualTimeoutSeconds = 10

/** Sends by the request of an entry. */
export const createSmsDriver =
  (entry: OpenDriverRow, reach: Reach): Deliver =>
  (message) =>
    sendByHttp(httpSettings(entry, reach), valuesOf(entry, message))

/** Sends by the pattern that an entry names for the message. */
export const createPatternDriver =
  (entry: OpenDriverRow, reach: Reach): Deliver =>
  async (message) => {
    const row = patternFor(entry, message.template)
    if (!row) throw new DeliveryError('pattern', { detail: message.template, isFinal: true })
    await sendByHttp(httpSettings(entry, reach), { ...valuesOf(entry, message), ...patternValues(row, message) })
  }

export const patternFor = ({ patterns }: Pick<DriverRow, 'patterns'>, template: string): PatternRow | undefined =>
  patterns?.find((row) => row.template === template)

function httpSettings(entry: OpenDriverRow, reach: Reach): HttpSettings {
  const { url, method, headers, body_kind: bodyKind, body, success_pointer: pointer, success_value: value, message_pointer: said } = entry
  return {
    method: method ?? 'POST',
    url: url ?? '',
    headers: headers ?? [],
    bodyKind: bodyKind ?? 'json',
    body: body ?? '',
    timeoutMs: (entry.timeout_seconds ?? usualTimeoutSeconds) * 1000,
    success: { ...statusesOf(entry.success_status), ...(pointer && { pointer, ...(value && { value }) }) },
    ...(said && { messagePointer: said }),
    reach,
  }
}

/** `200` or `200-204` */
function statusesOf(written: string | null): Pick<SuccessCondition, 'from' | 'to'> {
  const [from = 200, to = written ? from : 299] = written ? written.split('-').map(Number) : []
  return { from, to }
}

/** Names that templates may insert. The values of the message stand beside them under names of their own. */
function valuesOf(entry: OpenDriverRow, { to, text, values }: RenderedMessage): TemplateValues {
  return { ...textsOf(values), recipient: writtenNumber(to, entry.number_format), text, key: entry.secret }
}

const textsOf = (values: RenderedMessage['values']) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

function patternValues({ pattern, parameters }: PatternRow, message: RenderedMessage): TemplateValues {
  const given = textsOf(message.values)
  const wanted = parametersOf(parameters) ?? Object.keys(given).map((name) => ({ name, from: name }))
  const named = wanted.map(({ name, from }) => ({ name, value: given[from] ?? '' }))
  return {
    pattern,
    ...(/^\d{1,15}$/.test(pattern) && { pattern_number: Number(pattern) }),
    values: Object.fromEntries(named.map(({ name, value }) => [name, value])),
    values_list: named.map(({ value }) => value),
    values_named: named,
    ...Object.fromEntries(named.map(({ value }, at) => [`value${at + 1}`, value])),
  }
}

/** `code, Site=site` is `[{ name: 'code', from: 'code' }, { name: 'Site', from: 'site' }]`; undefined for an empty text. */
export function parametersOf(written: string | null | undefined): { name: string; from: string }[] | undefined {
  const items = (written ?? '').split(/[,،]/).map((item) => item.trim())
  const named = items.filter((item) => item !== '').map((item) => item.split('=').map((part) => part.trim()))
  return named.length === 0 ? undefined : named.map(([name = '', from = name]) => ({ name, from }))
}

/** A number as a provider wants it: `+98912…`, `98912…` or `0912…`. Numbers of other countries have no national form. */
function writtenNumber(to: string, format: DriverRow['number_format']): string {
  const international = internationalMobile(to) ?? to
  if (format === 'national') return international.replace(/^\+98/, '0')
  return format === 'digits' ? international.replace(/^\+/, '') : international
}
