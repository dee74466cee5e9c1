import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { valueAtPointer } from '#schemas/rules/json-pointer.ts'
import { DeliveryError, isOfCertificate } from './driver.ts'
import { addressOf, mayCallAddress, type Address, type Reach } from './public-address.ts'
import { fillRequest, type RequestTemplate, type TemplateValues } from './request-template.ts'

export interface HttpSettings extends RequestTemplate {
  timeoutMs: number
  success: SuccessCondition
  /** JSON pointer to what the provider says of a fault. */
  messagePointer?: string
  /** Which addresses may be called. */
  reach: Reach
}

/** Statuses from and to, and what has to stand at a JSON pointer of the answer; anything but nothing when the value is left out. */
export interface SuccessCondition {
  from: number
  to: number
  pointer?: string
  value?: string
}

/** Answers are short; what is longer is not read. */
const maxAnswerBytes = 64 * 1024

export interface HttpAnswer {
  status: number
  body: string
}

export interface HttpRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string | Buffer
}

/** Makes one request of a provider. @throws `DeliveryError` unless the provider says that it went well */
export async function sendByHttp(settings: HttpSettings, values: TemplateValues): Promise<void> {
  judge(settings, await askServer({ method: settings.method, ...fillRequest(settings, values) }, settings), values)
}

/**
 * Asks a server of somebody else: at public addresses by https, at the address that was looked up, without following redirects.
 * @throws `DeliveryError` unless it answers
 */
export async function askServer(
  request: HttpRequest,
  { reach, timeoutMs }: Pick<HttpSettings, 'reach' | 'timeoutMs'>,
): Promise<HttpAnswer> {
  if (!mayCallAddress(request.url, reach)) throw new DeliveryError('address', { isFinal: true })
  return ask(request, timeoutMs, await addressOf(request.url.hostname, reach))
}

/** Faults of a provider for the moment. */
const passing = new Set([408, 425, 429])
export const isPassing = (status: number): boolean => status >= 500 || passing.has(status)

function judge({ success, messagePointer }: HttpSettings, { status, body }: HttpAnswer, values: TemplateValues): void {
  const answer = jsonOf(body)
  const said = messagePointer === undefined ? undefined : valueAtPointer(answer, messagePointer)
  const detail = withoutValues(typeof said === 'string' || typeof said === 'number' ? String(said) : `HTTP ${status}`, values)
  if (status < success.from || status > success.to) {
    if (status === 401 || status === 403) throw new DeliveryError('login', { detail })
    throw new DeliveryError('refused', { detail, isFinal: !isPassing(status) })
  }
  if (success.pointer === undefined) return
  // It may have been sent: another try could send it twice.
  if (answer === undefined) throw new DeliveryError('unknown', { detail, isFinal: true })
  const found = valueAtPointer(answer, success.pointer)
  const isThere = success.value === undefined ? isSomething(found) : found !== undefined && textOf(found) === success.value
  if (!isThere) throw new DeliveryError('refused', { detail, isFinal: true })
}

const isSomething = (value: unknown) => ![undefined, null, false, 0, ''].includes(value as null)
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A provider may repeat in its message what it was sent. */
function withoutValues(text: string, values: TemplateValues): string {
  const sent = Object.values(values)
    .flatMap((value) => (typeof value === 'object' ? Object.values(value as object).map(String) : [String(value ?? '')]))
    .filter((value) => value.length > 2)
    .sort((one, other) => other.length - one.length)
  return sent.reduce((shown, value) => shown.replaceAll(value, '…'), text)
}

function ask({ method, url, headers, body }: HttpRequest, timeoutMs: number, address: Address): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const fail = (fault: NodeJS.ErrnoException) => reject(asDeliveryError(fault, signal.aborted))
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(
      url,
      {
        method,
        signal,
        agent: false,
        headers: { accept: 'application/json', 'user-agent': 'Pishkhan', ...headers },
        // The address that was looked at is the one that is called.
        lookup: (_, { all }, found) => (all ? found(null, [address]) : found(null, address.address, address.family)),
      },
      (answer) => readAnswer(answer).then(resolve, fail),
    )
    request.on('error', fail)
    request.end(body)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > maxAnswerBytes) break
  }
  return { status: answer.statusCode ?? 0, body: Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8') }
}

function asDeliveryError({ code = '', message }: NodeJS.ErrnoException, isLate: boolean): DeliveryError {
  if (isLate || code === 'ETIMEDOUT') return new DeliveryError('hangs')
  if (isOfCertificate(code)) return new DeliveryError('certificate', { detail: code })
  const isDropped = code === 'ECONNRESET' || code === 'EPIPE' || message === 'aborted'
  return new DeliveryError(isDropped ? 'dropped' : 'unreachable', { detail: code })
}
