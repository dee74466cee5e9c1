import type { Failure } from '#schemas/types/contract.d.ts'

/** The rejection of a failed call: the response body with its status. Status 0 means that no response came. */
export class CallFailure extends Error implements Failure {
  [key: string]: unknown
  readonly status: number
  readonly errorCode: string | number
  readonly userMessage: string
  readonly errors: Record<string, string[]>
  readonly metadata: Record<string, unknown>
  /** Name of the call. */
  readonly call: string

  constructor(call: string, status: number, body: Partial<Failure> = {}) {
    super(`${call}: ${status} ${body.errorCode ?? ''} ${body.userMessage ?? ''}`.trim())
    this.name = 'CallFailure'
    this.call = call
    this.status = status
    this.errorCode = body.errorCode ?? ''
    this.userMessage = typeof body.userMessage === 'string' ? body.userMessage : ''
    this.errors = readErrors(body.errors)
    this.metadata = body.metadata ?? {}
  }
}

/** Whether a call was cancelled because its page was left; this is not reported. */
export const isCancelled = (error: unknown) => error instanceof CallFailure && error.errorCode === 'cancelled'

/** For a response of the wrong shape: the place (a JSON pointer), the expected value, and the actual one. */
export const unreadableAnswer = (call: string, pointer: string, expected: 'object' | 'array', found: unknown) =>
  new CallFailure(call, 200, { errorCode: 'unreadable', metadata: { pointer, expected, found } })

/** Any thrown value as a failure of a call. */
export const asFailure = (error: unknown, call = '') =>
  error instanceof CallFailure
    ? error
    : new CallFailure(call, 0, { errorCode: 'unexpected', userMessage: '', metadata: { cause: String(error) } })

function readErrors(errors: unknown): Record<string, string[]> {
  if (errors === null || typeof errors !== 'object') return {}
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentences]) => [path, (Array.isArray(sentences) ? sentences : [sentences]).map(String)]),
  )
}
