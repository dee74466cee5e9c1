import { countCodePoints } from '#schemas/rules/text/code-points.ts'
import { testPattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { phoneFault } from '#schemas/rules/values/phone.ts'
import { isMultipleOf } from '#schemas/rules/values/same-value.ts'
import { fail, pointerTo, type Case } from './schema-case.ts'
import { decimalLimitNames, isDecimalSchema, keepsDecimalLimit, keepsScale } from './schema-decimals.ts'
import { fitsFormat } from './schema-formats.ts'
import { keepsTimeLimit, timeLimitNames } from '#schemas/rules/calendar/time-limits.ts'

export function checkText(at: Case, value: string): void {
  const { minLength, maxLength, pattern } = at.schema
  // Lengths count code points; a text never has more of them than UTF-16 units.
  if (typeof minLength === 'number' && (value.length < minLength || (value.length < minLength * 2 && countCodePoints(value) < minLength)))
    fail(at, 'minLength', minLength)
  if (typeof maxLength === 'number' && value.length > maxLength && (value.length > maxLength * 2 || countCodePoints(value) > maxLength))
    fail(at, 'maxLength', maxLength)
  if (typeof pattern === 'string') {
    const matches = testPattern(pattern, value)
    if (matches === false && isPhoneFormat(at.schema.format)) fail(at, 'format', at.schema.format)
    else if (matches === false) fail(at, 'pattern', pattern)
    if (matches === undefined) at.run.onHeldPattern?.({ pointer: pointerTo(at.place), pattern, text: value })
  }
  checkFormat(at, value)
  if (isDecimalSchema(at.schema)) {
    for (const keyword of decimalLimitNames)
      if (!keepsDecimalLimit(keyword, at.schema[keyword], value)) fail(at, keyword, at.schema[keyword])
    if (!keepsScale(at.schema, value)) fail(at, 'scale', at.schema.scale)
  } else {
    for (const keyword of timeLimitNames) if (!keepsTimeLimit(keyword, at.schema[keyword], value)) fail(at, keyword, at.schema[keyword])
  }
}

export function checkNumber(at: Case, value: number): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = at.schema
  // In draft 4 `exclusiveMinimum` and `exclusiveMaximum` are booleans.
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum))
    fail(at, exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum', minimum)
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum))
    fail(at, exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum', maximum)
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) fail(at, 'exclusiveMinimum', exclusiveMinimum)
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) fail(at, 'exclusiveMaximum', exclusiveMaximum)
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf)) fail(at, 'multipleOf', multipleOf)
  checkFormat(at, value)
}

/** `format`, for a value of any type. */
export function checkFormat(at: Case, value: unknown): void {
  const { format } = at.schema
  if (at.run.formats && format !== undefined && !fitsFormat(format, value)) fail(at, 'format', toldFormat(format, value))
}

/** A number's pattern narrows its format: it is told in the same sentence. */
const isPhoneFormat = (format: unknown): boolean => format === 'mobile' || format === 'phone'

/** The format whose sentence says what is wrong: a mobile number of another country is told as any other number. */
const toldFormat = (format: unknown, value: unknown): unknown =>
  format === 'mobile' && phoneFault(value, format) === 'rules.phone' ? 'phone' : format
