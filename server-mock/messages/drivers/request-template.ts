import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { DeliveryError } from './driver.ts'

/** A request as an administrator writes it, with `{insertions}`. */
export interface RequestTemplate {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: readonly { name: string; value: string }[]
  /** How the body is read before anything is inserted: JSON, or fields of a web form (`to={recipient}&text={text}`). */
  bodyKind: 'json' | 'form' | 'none'
  body: string
}

/** `{ recipient: '+98912…', text: '…', key: '…', values: { code: '482913' } }` */
export type TemplateValues = Readonly<Record<string, string | number | object | undefined>>

export interface FilledRequest {
  url: URL
  headers: Record<string, string>
  body?: string
}

/**
 * A request with its values. The template is read as what it is (an address, JSON, the fields of a form) before the values are inserted,
 * so no value can add anything but text to it.
 * @throws `DeliveryError` where it would lead to another place of the server
 */
export function fillRequest(template: RequestTemplate, values: TemplateValues): FilledRequest {
  const { method, bodyKind, body } = template
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
  const url = fillAddress(template.url, texts)
  const headers = Object.fromEntries(
    template.headers.map(({ name, value }) => [name.toLowerCase(), interpolate(value, { key: texts.key })]),
  )
  if (Object.values(headers).some((value) => !isHeaderValue(value))) throw new DeliveryError('template', { isFinal: true })
  if (method === 'GET' || bodyKind === 'none') return { url, headers }
  return bodyKind === 'json'
    ? { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(interpolateDeep(JSON.parse(body), values)) }
    : { url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: fillFields(body, texts) }
}

export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e]*$/.test(value)

const textOf = (value: TemplateValues[string]): string => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''))

const fillFields = (body: string, texts: Record<string, string>): string =>
  new URLSearchParams([...new URLSearchParams(body)].map(([name, value]) => [name, interpolate(value, texts)])).toString()

/** A value is one step of the path, or one value of the query. */
function fillAddress(template: string, texts: Record<string, string>): URL {
  const inEach = (valueOf: (text: string) => string) =>
    new URL(interpolate(template, Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, valueOf(text)]))))
  const [url, plain] = [inEach(encodeURIComponent), inEach(() => 'x')]
  const steps = (address: URL) => address.pathname.split('/').length
  // Two dots would lead out of the folder.
  if (url.origin !== plain.origin || steps(url) !== steps(plain)) throw new DeliveryError('template', { isFinal: true })
  return url
}
