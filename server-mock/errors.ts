/** Every failure the server answers: HTTP status and the message key of its sentence. */
export const errorTable = {
  '422': { status: 422, message: 'errors.invalid' },
  'file-too-large': { status: 422, message: 'errors.file_too_large' },
  'file-empty': { status: 422, message: 'errors.file_empty' },
  'file-type': { status: 422, message: 'errors.file_type' },
  'file-broken': { status: 422, message: 'errors.file_broken' },
  'too-many-files': { status: 422, message: 'errors.too_many_files' },
  'quota-exceeded': { status: 422, message: 'errors.quota_exceeded' },
  'storage-full': { status: 507, message: 'errors.storage_full' },
  'bad-request': { status: 400, message: 'errors.bad_request' },
  'unknown-grid': { status: 400, message: 'errors.unknown_grid' },
  'endpoint-401': { status: 401, message: 'errors.signed_out' },
  'login-failed': { status: 403, message: 'errors.login_failed' },
  'password-change-required': { status: 403, message: 'errors.password_change_required' },
  'code-refused': { status: 403, message: 'errors.code_refused' },
  'challenge-ended': { status: 403, message: 'errors.challenge_ended' },
  'second-factor-required': { status: 403, message: 'errors.second_factor_required' },
  'identity-unproved': { status: 403, message: 'errors.identity_unproved' },
  'permission-denied': { status: 403, message: 'errors.permission_denied' },
  'endpoint-404': { status: 404, message: 'errors.unknown_endpoint' },
  'not-found': { status: 404, message: 'errors.not_found' },
  'method-not-allowed': { status: 405, message: 'errors.method_not_allowed' },
  'stale-version': { status: 409, message: 'errors.stale_version' },
  'in-use': { status: 409, message: 'errors.in_use' },
  'precondition-failed': { status: 409, message: 'errors.precondition_failed' },
  'idempotency-mismatch': { status: 409, message: 'errors.idempotency_mismatch' },
  'payload-too-large': { status: 413, message: 'errors.payload_too_large' },
  'range-not-satisfiable': { status: 416, message: 'errors.range_not_satisfiable' },
  'unsupported-media-type': { status: 415, message: 'errors.unsupported_media_type' },
  'request-timeout': { status: 408, message: 'errors.request_timeout' },
  'request-too-large': { status: 431, message: 'errors.request_too_large' },
  'too-many-requests': { status: 429, message: 'errors.too_many_requests' },
  'upstream-failed': { status: 502, message: 'errors.upstream_failed' },
  'server-error': { status: 500, message: 'errors.server' },
  'not-ready': { status: 503, message: 'errors.not_ready' },
} as const

export type ErrorCode = keyof typeof errorTable

/** Messages by field path (`title`, `rows.0.count`); each is a message key with its values, or a finished sentence. */
export type FieldErrors = Record<string, FieldMessage[]>
export type FieldMessage = string | { key: string; values?: Record<string, unknown> }

/** Thrown anywhere below a route; one handler turns it into the failure envelope in the caller's locale. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly errors?: FieldErrors
  readonly metadata?: Record<string, unknown>
  readonly userMessage?: FieldMessage
  /** Whether there are more errors than those that were looked for. */
  readonly hasMore: boolean
  constructor(
    code: ErrorCode,
    detail: { errors?: FieldErrors; metadata?: Record<string, unknown>; userMessage?: FieldMessage; hasMore?: boolean } = {},
  ) {
    super(code)
    this.hasMore = detail.hasMore ?? false
    this.code = code
    this.errors = detail.errors
    this.metadata = detail.metadata
    this.userMessage = detail.userMessage
  }

  /** The same refusal, with the errors at other paths. */
  at(pathOf: (path: string) => string): ApiError {
    const { code, errors = {}, metadata, userMessage, hasMore } = this
    const moved = Object.entries(errors).map(([path, messages]) => [pathOf(path), messages] as const)
    return new ApiError(code, { hasMore, metadata, userMessage, errors: Object.fromEntries(moved) })
  }
}

/** A refusal for fields: `throw validationError({ title: [{ key: 'rules.required' }] })`. */
export const validationError = (errors: FieldErrors, hasMore = false) => new ApiError('422', { errors, hasMore })

/** What stands in a body's `data` is reported as the form knows it: `title`, not `data.title`. */
export function inFormPaths<T>(check: () => T): T {
  try {
    return check()
  } catch (fault) {
    if (!(fault instanceof ApiError) || !fault.errors) throw fault
    throw fault.at((path) => path.replace(/^data\.(?=.)/, ''))
  }
}
