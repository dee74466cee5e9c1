import { formatIdentifier, isIdentifierFormat } from '#schemas/rules/values/identifiers.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { phoneText } from '#schemas/rules/values/phone.ts'
import { nameOf, plainText } from '#schemas/rules/text/plain-text.ts'
import { formatPeriod } from '#schemas/rules/calendar/period.ts'
import { isInstant } from '#schemas/rules/calendar/zoned-time.ts'
import { formatCoordinates, isMapPoint } from '#schemas/rules/numbers/map-point.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { LocaleFormats } from '#renderer/locale/use-locale.ts'
import { schemaAt, typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { formatUiPath, isEmpty, type PathList } from './path.ts'
import { isTranslated } from './translated-value.ts'
import { readFiles } from '#renderer/form/uploads/file-value.ts'
import { choicesOf } from '#renderer/form/schema/widget-name.ts'

/** Title of a record that a field refers to by its id, or what its widget reads in a value of another kind, once it is known. */
export type TitleOf = (path: PathList, value: unknown) => string | undefined

export interface Reading {
  form: Pick<FormAnswer, 'schema' | 'ui'>
  formats: LocaleFormats
  titleOf?: TitleOf
}

/** Deeper values are not shown. */
const deepest = 8
const mostCharacters = 1500
const mostRows = 20

/** Widgets whose value is a file, also where the schema says only that it is a text. */
const fileWidgets: ReadonlySet<string> = new Set(['upload', 'avatar'])

const schemaOf = (path: PathList, { form }: Reading): FieldSchema => schemaAt(form.schema as FieldSchema, path) ?? {}
const uiOf = (path: PathList, { form }: Reading) => form.ui?.[formatUiPath(path)] ?? {}

/** A value of the form as people read it: by its options, its format, its parts; long ones are cut. */
export function readableValue(value: unknown, path: PathList, reading: Reading): string {
  const text = read(value, path, reading, 0)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

/** `Parts › Item 2 › Name`, `Title › Persian`. */
export function labelOfPath(path: PathList, reading: Reading): string {
  const {
    formats: { t, locale, formatNumber },
  } = reading
  return path
    .map((part, at) => {
      const here = path.slice(0, at + 1)
      if (at > 0 && isTranslated(schemaOf(path.slice(0, at), reading))) return languageName(String(part), locale)
      return typeof part === 'number'
        ? t('form.item', { number: formatNumber(part + 1) })
        : labelOf(schemaOf(here, reading), uiOf(here, reading), here, part, t)
    })
    .join(' › ')
}

function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

function read(value: unknown, path: PathList, reading: Reading, depth: number): string {
  const { formats } = reading
  const { t, formatDate, formatDateTime, formatDigits, formatNumber, locale } = formats
  const schema = schemaOf(path, reading)
  if (schema.format === 'password' || schema.writeOnly === true) return '••••••'
  if (isEmpty(value)) return t('form.conflict.empty')
  const told = typeof value === 'object' ? reading.titleOf?.(path, value) : undefined
  if (told !== undefined) return told
  const ui = uiOf(path, reading)
  const choice = choicesOf(schema, ui)
  if (Array.isArray(value)) {
    if (!value.some(isRecord) && (schema.items as FieldSchema | undefined)?.format !== 'file')
      return new Intl.ListFormat(locale).format(
        value.map(
          (item, index) =>
            choice?.find((one) => one.value === item)?.title ??
            reading.titleOf?.(path, item) ??
            read(item, [...path, index], reading, depth + 1),
        ),
      )
    const rows = value
      .slice(0, mostRows)
      .map((row, index) => `${formatNumber(index + 1)}. ${read(row, [...path, index], reading, depth + 1)}`)
    return [
      ...rows,
      ...(value.length > mostRows ? [`… ${t('form.unsaved.more', { number: formatNumber(value.length - mostRows) })}`] : []),
    ].join('\n')
  }
  if (schema.format === 'map-point' && isMapPoint(value)) return formatCoordinates(value)
  if (isRecord(value)) {
    if (typeof value.link === 'string') return fileName(value)
    const whole =
      reading.titleOf?.(path, value.id) ?? phoneText(value) ?? period(value) ?? (schema.properties ? undefined : nameOf(value))
    if (whole !== undefined && whole !== null) return whole
    if (depth > deepest) return '…'
    const parts = Object.entries(value)
      .filter(([, one]) => !isEmpty(one))
      .map(([name, one]) => `${last(labelOfPath([...path, name], reading))}: ${read(one, [...path, name], reading, depth + 1)}`)
    return parts.join(depth === 0 ? '\n' : formats.dir === 'rtl' ? '؛ ' : '; ')
  }
  if (schema.format === 'file' || (typeof value === 'string' && fileWidgets.has(ui.widget ?? ''))) return fileName(value)
  const title = choice?.find((one) => one.value === value)?.title ?? reading.titleOf?.(path, value)
  if (title !== undefined) return title
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no')
  const said = typeof value === 'string' ? period(value) : undefined
  if (said !== undefined) return said
  if (typeof value === 'string' && (schema.format ?? 'date') === 'date' && isDay(value)) return formatDate(value)
  if (typeof value === 'string' && (schema.format ?? 'date-time') === 'date-time' && isInstant(value)) return formatDateTime(value)
  if (typeof value === 'string' && schema.format === 'time') return formatDigits(value)
  if (typeof value === 'string' && isIdentifierFormat(schema.format)) return `\u2066${formatDigits(formatIdentifier(value))}\u2069`
  if (typeof value === 'string' && schema.format === 'decimal') return formatNumber(value)
  if (typeof value === 'string' && schema.format === 'html')
    return value
      .replaceAll(/<(br|\/p|\/li|\/h\d)[^>]*>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\n{2,}/g, '\n')
      .trim()
  if (typeof value === 'number') return typeOf(schema) === 'number' ? formatNumber(value) : formatDigits(value)
  return plain(value)

  function period(one: unknown): string | undefined {
    return formatPeriod(one, { date: formatDate, datetime: formatDateTime })
  }
  function plain(one: unknown): string {
    return typeof one === 'number' ? formatDigits(one) : typeof one === 'string' ? one : ''
  }
}

const fileName = (value: unknown): string => {
  const [file] = readFiles(value)
  return file ? file.name || file.link : (plainText(value) ?? '')
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

const last = (label: string): string => label.split(' › ').at(-1) ?? label
