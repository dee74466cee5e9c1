import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { currencyOnRow } from '#schemas/rules/conditions/column-case.ts'
import { localiseCode, localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { formatIdentifier } from '#schemas/rules/values/identifiers.ts'
import type { PhoneKind } from '#schemas/rules/values/phone.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Option, Target } from '#schemas/types/contract.d.ts'
import { iconPaths } from '#renderer/ui/icon-paths.ts'
import { copyAndTell } from '#renderer/action/run-file.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import type { CellFormats } from './cell-formats.ts'
import { formatPeriod } from '#schemas/rules/calendar/period.ts'
import { clip, nameOf, plainText, shownText } from '#schemas/rules/text/plain-text.ts'
import { hoverText, imageSource, initials, isColor, readTags, telephoneText } from './cell-values.ts'
import { codeLength, numberLength, type CellKind } from '#renderer/grid/columns/columns.ts'
import { progress, product, qr, sparkline } from './drawn-cells.tsx'
import { Picture } from './picture.tsx'
import { file, html, rows } from './stored-cells.tsx'
import { WordsCell } from './words-cell.tsx'
import { none, text, typeMismatch, type Cell, type DrawCell } from './plain-cell.tsx'
import { readCell } from '#renderer/grid/rows/rows.ts'
import { mayOpen } from '#renderer/grid/rows/row-actions.ts'

/** Numbers of more letters are drawn smaller. */
const longNumber = 24

/** Formats values that the cell's kind understands; others are shown as they are, and marked. */
const formatted = (value: unknown, formats: CellFormats, format: (value: string | number) => string | null): ReactNode => {
  if (typeof value !== 'string' && typeof value !== 'number') return typeMismatch(value, formats)
  const shown = value === '' ? null : format(value)
  return shown === null ? (
    typeMismatch(value, formats)
  ) : (
    <span className="grid-number" data-long={shown.length > longNumber || undefined}>
      {shown}
    </span>
  )
}

const moment = (
  value: unknown,
  formats: CellFormats,
  format: (value: string) => string | null,
  hover: (value: string) => string | null,
): ReactNode => {
  if (typeof value !== 'string' || value === '') return typeMismatch(value, formats)
  const shown = format(value)
  return shown === null ? (
    typeMismatch(value, formats)
  ) : (
    <time className="grid-clip" dateTime={value} title={hover(value) ?? undefined}>
      {shown}
    </time>
  )
}

/** The option of a value; one of null is that of a missing value. */
const optionOf = (options: Option[] | undefined, value: unknown): Option | undefined =>
  Array.isArray(options) ? options.find((option) => String(option.value) === String(value ?? null)) : undefined

/** A mark tells values apart by colour: choices without colours need none. */
const hasColors = (options: Option[] | undefined) => Array.isArray(options) && options.some(({ color }) => color !== undefined)

const badge: DrawCell = ({ value, column }) => {
  const option = optionOf(column.options, value)
  const title = option?.title ?? plainText(value)
  if (title === null) return none
  // A value with an empty title needs no mark.
  if (title === '') return null
  return (
    <span
      className="grid-badge"
      data-color={option?.color ?? (hasColors(column.options) ? 'default' : 'none')}
      dir="auto"
      title={hoverText(title)}
    >
      <span className="grid-badge-text">{clip(title, 60)}</span>
    </span>
  )
}

const boolean: DrawCell = ({ value, column, formats }) => {
  if (value === null || value === undefined) return none
  if (value !== true && value !== false && value !== 0 && value !== 1) return typeMismatch(value, formats)
  const icon = column.icon === 'pin' ? 'pin' : 'check'
  const name = optionOf(column.options, value)?.title || formats.t(value ? 'grid.yes' : 'grid.no')
  return <span className="grid-boolean" data-on={Boolean(value)} data-icon={icon} role="img" aria-label={name} title={name} />
}

const mostImages = 6

const image: DrawCell = ({ value, column, formats }) => {
  const sources = (Array.isArray(value) ? value.slice(0, mostImages) : [value]).map(imageSource).filter((source) => source !== null)
  return sources.length === 0
    ? typeMismatch(value, formats)
    : sources.map((source, index) => <Picture key={index} className="grid-image" src={source} alt={column.title} size={32} />)
}

const link: DrawCell = ({ value, row, column, formats }) => {
  const shown = shownText(value, formats.locale)
  const label = shown === null ? none : clip(shown)
  if (column.action && mayOpen(column, row)) {
    return (
      <button
        type="button"
        className="grid-link grid-clip"
        dir="auto"
        data-part="cell-action"
        data-key={column.key}
        title={shown === null ? undefined : hoverText(shown)}
      >
        {label}
      </button>
    )
  }
  const href = column.to === undefined || !mayOpen(column, row) ? null : formats.href(column.to, row)
  if (href === null) return text(value, formats)
  return (
    <Link className="grid-link grid-clip" dir="auto" to={href} title={shown === null ? undefined : hoverText(shown)}>
      {label}
    </Link>
  )
}

/** A record that comes with its address, such as what an entry of a ledger comes from; undefined for any other value. */
const recordLink = ({ value, row, formats }: Cell): ReactNode => {
  const to = isRecord(value) ? value.to : undefined
  const href = isRecord(to) || typeof to === 'string' ? formats.href(to as Target, row) : null
  const name = href === null || nameOf(value) === null ? null : shownText(value, formats.locale)
  return name === null ? undefined : (
    <Link className="grid-link grid-clip" dir="auto" to={href!} title={hoverText(name)}>
      {clip(name)}
    </Link>
  )
}

const user: DrawCell = ({ value, row, column }) => {
  const name = nameOf(value) ?? plainText(value)
  if (name === null) return none
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const picture = imageSource(
    record.avatar ?? record.thumbnail ?? (column.picture === undefined ? undefined : readCell(row, column.picture)),
  )
  return (
    <span className="grid-user">
      {picture ? <Picture src={picture} alt="" size={24} /> : <span aria-hidden="true">{initials(name)}</span>}
      <span className="grid-clip" dir="auto" title={hoverText(name)}>
        {clip(name, 80)}
      </span>
    </span>
  )
}

const shownTags = 3

/**
 * Values beside each other: in a column whole ones, as many as have room, and how many more there are; or all of them (`most`).
 * The room is found by the style alone: each rest holds its tags and, as `data-more`, their number, which takes the line when they
 * do not fit.
 */
export function drawTags({ value, column, formats }: Cell, most = shownTags): ReactNode {
  const all = readTags(value, Array.isArray(column.options) ? column.options : [])
  if (all.length === 0) return none
  const listed = (tags: typeof all) => clip(tags.map((tag) => tag.title).join(formats.t('grid.comma')), 500)
  const drawTag = (tag: (typeof all)[number]) => (
    <span
      key={tag.key}
      className="grid-tag"
      data-color={tag.tone}
      dir="auto"
      style={tag.color === null ? undefined : { borderInlineStartColor: tag.color, borderInlineStartWidth: 3 }}
    >
      {clip(tag.title, most === shownTags ? 30 : 200)}
    </span>
  )
  const drawFrom = (at: number): ReactNode => {
    const left = all.slice(at + 1)
    const count = `+${formats.number(left.length)}`
    return (
      <>
        {drawTag(all[at]!)}
        {left.length === 0 ? null : at + 1 === most ? (
          <span className="grid-more" role="img" aria-label={listed(left)} title={listed(left)}>
            {count}
          </span>
        ) : (
          <span className="grid-tags-rest" style={{ minInlineSize: `${count.length}ch` }}>
            <span aria-hidden="true" data-more={count} title={listed(left)} />
            <span className="grid-tags-group">{drawFrom(at + 1)}</span>
          </span>
        )}
      </>
    )
  }
  return (
    <span className="grid-tags" title={listed(all)}>
      {most === shownTags ? drawFrom(0) : all.map(drawTag)}
    </span>
  )
}

const color: DrawCell = ({ value, formats }) => {
  if (!isColor(value)) return typeMismatch(value, formats)
  return (
    <span className="grid-color">
      <span style={{ backgroundColor: value }} />
      <code dir="ltr">{value}</code>
    </span>
  )
}

/** An icon by its name; a name that none has is shown as it is. */
const icon: DrawCell = ({ value, formats }) => {
  const name = plainText(value)
  if (name === null) return none
  return iconPaths[name] === undefined ? (
    typeMismatch(value, formats)
  ) : (
    <span className="grid-icon" title={name}>
      <Icon name={name} size={18} label={name} />
    </span>
  )
}

const code: DrawCell = ({ value, formats }) => {
  const plain = plainText(value)
  return plain === null ? none : copied(plain, localiseCode(plain, formats.locale), formats, 'code')
}

/** Telephone numbers as their fields write them: in groups, in the digits of the locale. */
const telephone =
  (kind: PhoneKind): DrawCell =>
  ({ value, formats }) => {
    const shown = telephoneText(value, kind)
    if (shown === null) return none
    const plain = typeof value === 'object' ? shown : (plainText(value) ?? shown)
    return copied(plain, localiseDigits(shown, formats.locale), formats)
  }

/** National codes, cards and the like in groups, in the digits of the locale; copied without the spaces. */
const identifier: DrawCell = ({ value, formats }) => {
  const plain = plainText(value)
  return plain === null ? none : copied(plain, localiseDigits(formatIdentifier(plain), formats.locale), formats)
}

/** A text with a button that copies it. Numbers of people stand in the font of all other numbers (`bdi`). */
function copied(plain: string, shown: string, formats: CellFormats, Tag: 'code' | 'bdi' = 'bdi'): ReactNode {
  return (
    <span className="grid-code">
      <Tag dir="ltr" title={hoverText(plain)}>
        {clip(shown, Tag === 'code' ? codeLength : numberLength)}
      </Tag>
      <button
        type="button"
        data-part="copy"
        aria-label={formats.t('grid.copy')}
        title={formats.t('grid.copy')}
        onClick={() => void copyAndTell(plain)}
      />
    </span>
  )
}

/** Whether a column is of ids: they are names, no amounts, and have no groups of digits. */
const isIdKey = (key: string): boolean => /(^|[._])id$/.test(key)

/** The cells of the engine; a kind without one does not compile. */
export const cells: Record<CellKind, DrawCell> = {
  text: (cell) => recordLink(cell) ?? text(formatPeriod(cell.value, cell.formats) ?? cell.value, cell.formats),
  number: ({ value, column, formats }) =>
    formatted(
      value,
      formats,
      isIdKey(column.key) ? (id) => (formats.number(id) === null ? null : localiseDigits(String(id), formats.locale)) : formats.number,
    ),
  // The unit may wrap to a second line if only the amount fits.
  money: ({ value, row, column, formats }) =>
    formatted(value, formats, (amount) => formats.money(amount, currencyOnRow(column, row), column.round)?.replace('\u00a0', ' ') ?? null),
  date: ({ value, formats }) => moment(value, formats, formats.date, formats.datetime),
  datetime: ({ value, formats }) => moment(value, formats, formats.datetime, formats.relative),
  relative: ({ value, formats }) => moment(value, formats, formats.relative, formats.datetime),
  time: ({ value, formats }) =>
    typeof value === 'string' && value !== '' ? formatted(value, formats, () => formats.time(value)) : typeMismatch(value, formats),
  badge,
  boolean,
  image,
  link,
  user,
  tags: (cell) => drawTags(cell),
  color,
  icon,
  code,
  mobile: telephone('mobile'),
  phone: telephone('phone'),
  identifier,
  progress,
  sparkline,
  qr,
  product,
  html,
  file,
  rows,
  words: (cell) => <WordsCell {...cell} />,
}
