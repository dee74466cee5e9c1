import { validationError, type FieldMessage } from '#server/errors.ts'

/** A value as text for a message. Never calls an object's own `toString`. */
export const printable = (value: unknown): string =>
  value !== null && typeof value === 'object' ? (Array.isArray(value) ? '[…]' : '{…}') : String(value).slice(0, 80)

export const badValue = (value: unknown): FieldMessage => ({ key: 'errors.bad_value', values: { value: printable(value) } })

/** A record's id from a query or body. @throws a 422 on `field` for anything but a whole number above zero. */
export function parseId(value: unknown, field = 'id'): number {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw validationError({ [field]: [badValue(value)] })
  return id
}

/** A version as a caller sends it; undefined when it was left out, which means unconditional. */
export function parseVersion(value: unknown): number | undefined {
  return value === undefined || value === null || value === '' ? undefined : parseId(value, 'version')
}
