import { iconNames } from '#schemas/rules/icon-names.ts'
import { isMapPoint } from '#schemas/rules/numbers/map-point.ts'
import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyCodes } from '#schemas/rules/numbers/money.ts'
import { identifierChecks } from '#schemas/rules/values/identifiers.ts'
import { isPeriod } from '#schemas/rules/calendar/period.ts'
import { isPhone } from '#schemas/rules/values/phone.ts'
import { isSeo } from '#schemas/rules/values/seo.ts'

type FormatType = 'string' | 'number' | 'object'

/** A format: the types that it applies to, and whether a value of such a type has the format. */
export interface SchemaFormat {
  type: FormatType | readonly FormatType[]
  validate: (value: never) => boolean
}

const text = (validate: (value: string) => boolean): SchemaFormat => ({ type: 'string', validate })
const number = (validate: (value: number) => boolean): SchemaFormat => ({ type: 'number', validate })
const match = (pattern: RegExp): SchemaFormat => text((value) => pattern.test(value))
const anything = text(() => true)

function isDate(value: string): boolean {
  const dateParts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (!dateParts) return false
  const [year, month, day] = [Number(dateParts[1]), Number(dateParts[2]), Number(dateParts[3])]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
}

/** A time of day without a zone, as people write it, or a time of RFC 3339. */
const isTimeOfDay = (value: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/.test(value) || isTime(value)

/** A time with its offset from UTC. Second 60 is accepted only where a leap second is possible, at the end of a UTC day. */
function isTime(value: string): boolean {
  const timeParts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(value)
  if (!timeParts) return false
  const [hour, minute, second, offsetHour, offsetMinute] = [
    timeParts[1],
    timeParts[2],
    timeParts[3],
    timeParts[5] ?? 0,
    timeParts[6] ?? 0,
  ].map(Number) as [number, number, number, number, number]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  const utc = hour * 60 + minute - (timeParts[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  return second < 60 || (utc + 2880) % 1440 === 1439
}

function isDateTime(value: string): boolean {
  const [date = '', time = '', ...rest] = value.split(/t/i)
  return rest.length === 0 && isDate(date) && isTime(time)
}

const isIpv4 = (value: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(value)

function isIpv6(value: string): boolean {
  const halves = value.split('::')
  if (halves.length > 2 || !/^[0-9a-f:.]+$/i.test(value)) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const all = groups.flat()
  const last = all.at(-1) ?? ''
  const dotted = last.includes('.') && (groups.at(-1)?.length ?? 0) > 0
  if (dotted && !isIpv4(last)) return false
  const length = all.length + (dotted ? 1 : 0)
  return (
    all.every((group, index) => (dotted && index === all.length - 1) || /^[0-9a-f]{1,4}$/i.test(group)) &&
    (halves.length === 2 ? length <= 7 : length === 8)
  )
}

const isHostname = (value: string): boolean =>
  value.length <= 253 && value.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))

function isInternationalHostname(value: string): boolean {
  if (value === '' || /[\s/?#@:[\]\\%]/.test(value)) return false
  try {
    return isHostname(new URL(`http://${value.replace(/[\u3002\uff0e\uff61]/g, '.')}`).hostname)
  } catch {
    return false
  }
}

/** RFC 5321: a dotted or quoted local part, and a domain with a dot in it or an address in brackets. */
const mailbox = (domain: (value: string) => boolean, letters: string) => {
  const local = new RegExp(
    `^(?:[${letters}!#$%&'*+/=?^_\`{|}~-]+(?:\\.[${letters}!#$%&'*+/=?^_\`{|}~-]+)*|"(?:[^"\\\\\\p{Cc}]|\\\\[^\\p{Cc}])*")$`,
    'iu',
  )
  return (value: string): boolean => {
    const at = value.lastIndexOf('@')
    const host = value.slice(at + 1)
    const literal = /^\[(IPv6:)?(.*)\]$/i.exec(host)
    return (
      at > 0 &&
      at <= 64 &&
      local.test(value.slice(0, at)) &&
      (literal ? (literal[1] ? isIpv6 : isIpv4)(literal[2]!) : host.includes('.') && domain(host))
    )
  }
}

/** RFC 3986; with letters of all scripts, RFC 3987. */
function resourceIdentifier(letters: string, needsScheme: boolean) {
  const plain = `[${letters}0-9._~!$&'()*+,;=-]|%[0-9a-f]{2}`
  const parts = new RegExp(
    `^(?:(?<scheme>[a-z][a-z0-9+.-]*):)?(?://(?:(?:${plain}|:)*@)?(?:\\[(?<six>[^\\]]*)\\]|(?:${plain})*)(?::\\d*)?(?=[/?#]|$))?(?!//)(?<path>(?:${plain}|[:@/])*)(?:\\?(?:${plain}|[:@/?])*)?(?:#(?:${plain}|[:@/?])*)?$`,
    'iu',
  )
  return (value: string): boolean => {
    const durationParts = parts.exec(value)?.groups
    if (!durationParts || (needsScheme && durationParts.scheme === undefined)) return false
    if (
      durationParts.six !== undefined &&
      !isIpv6(durationParts.six) &&
      !/^v[0-9a-f]+\.[a-z0-9._~!$&'()*+,;=:-]+$/i.test(durationParts.six)
    )
      return false
    return durationParts.scheme !== undefined || value.startsWith('/') || !durationParts.path!.split('/')[0]!.includes(':')
  }
}

function isRegex(value: string): boolean {
  try {
    return new RegExp(value, 'u') !== undefined
  } catch {
    return false
  }
}

const latin = 'a-z'
const scripts = 'a-z\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}'

/** The formats that are checked, in the browser and by the server alike. Any other format passes. */
export const schemaFormats: Readonly<Record<string, SchemaFormat>> = {
  date: text(isDate),
  time: text(isTimeOfDay),
  'date-time': text(isDateTime),
  duration: match(/^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/),
  email: text(mailbox(isHostname, latin + '0-9')),
  'idn-email': text(mailbox(isInternationalHostname, '\\p{L}\\p{M}\\p{N}')),
  hostname: text(isHostname),
  'idn-hostname': text(isInternationalHostname),
  ipv4: text(isIpv4),
  ipv6: text(isIpv6),
  uri: text(resourceIdentifier(latin, true)),
  'uri-reference': text(resourceIdentifier(latin, false)),
  iri: text(resourceIdentifier(scripts, true)),
  'iri-reference': text(resourceIdentifier(scripts, false)),
  'uri-template': match(
    /^(?:[^\p{Cc} "'<>%\\^`{|}]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})(?:[a-z0-9_.]|%[0-9a-f]{2})*(?::[1-9]\d{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})(?:[a-z0-9_.]|%[0-9a-f]{2})*(?::[1-9]\d{0,3}|\*)?)*\})*$/iu,
  ),
  url: text((value) => /^(?:https?|ftp):\/\/[^/]/i.test(value) && resourceIdentifier(scripts, true)(value)),
  uuid: match(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i),
  'json-pointer': match(/^(?:\/(?:[^~/]|~[01])*)*$/),
  'json-pointer-uri-fragment': match(/^#(?:\/(?:[a-z0-9_.!$&'()*+,;:=@-]|%[0-9a-f]{2}|~[01])*)*$/i),
  'relative-json-pointer': match(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/),
  regex: text(isRegex),
  byte: text((value) => value.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(value)),
  int32: number((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31),
  int64: number((value) => Number.isInteger(value)),
  float: number(() => true),
  double: number(() => true),
  decimal: text(isDecimal),
  ...Object.fromEntries(Object.entries(identifierChecks).map(([name, validate]) => [name, text(validate)])),
  currency: text((value) => currencyCodes.includes(value)),
  password: anything,
  binary: anything,
  icon: text((value) => iconNames.includes(value)),
  seo: { type: 'object', validate: isSeo },
  'map-point': { type: 'object', validate: isMapPoint },
  'date-range': { type: ['object', 'string'], validate: isPeriod },
  'date-time-range': { type: ['object', 'string'], validate: isPeriod },
  mobile: { type: ['object', 'string'], validate: (value: unknown) => isPhone(value, 'mobile') },
  phone: { type: ['object', 'string'], validate: (value: unknown) => isPhone(value, 'phone') },
}

/** Whether a value has a format; true for an unknown format and for values of another type. */
export function fitsFormat(format: unknown, value: unknown): boolean {
  if (typeof format !== 'string' || !Object.hasOwn(schemaFormats, format)) return true
  const { type, validate } = schemaFormats[format]!
  const types: readonly string[] = [type].flat()
  return !types.includes(typeof value) || value === null || Array.isArray(value) || validate(value as never)
}
