import { textOfHtml } from '#schemas/rules/html/html-text.ts'
import { clip, nameOf } from '#schemas/rules/text/plain-text.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { readFiles } from '#renderer/form/uploads/file-value.ts'
import { hoverText, imageSource } from './cell-values.ts'
import { Picture } from './picture.tsx'
import { none, text, typeMismatch, type DrawCell } from './plain-cell.tsx'

/** Formatted text: its beginning, without the format. */
export const html: DrawCell = ({ value, formats }) =>
  typeof value === 'string' ? text(textOfHtml(value), formats) : typeMismatch(value, formats)

const mostFiles = 6

/** Pictures small, other files by name. */
export const file: DrawCell = ({ value, formats }) => {
  const files = readFiles(value)
  if (files.length === 0) return Array.isArray(value) && value.length === 0 ? none : typeMismatch(value, formats)
  return (
    <span className="grid-files">
      {files.slice(0, mostFiles).map(({ key, preview, link, alt, name }) => {
        const source = imageSource(preview)
        if (source) return <Picture key={key} className="grid-image" src={source} alt={alt ?? name} size={32} />
        const address = imageSource(link)
        return address === null ? (
          <span key={key}>{clip(name, 60)}</span>
        ) : (
          <a key={key} className="grid-link" dir="auto" href={address} target="_blank" rel="noopener noreferrer" title={hoverText(name)}>
            {clip(name, 60)}
          </a>
        )
      })}
      {files.length > mostFiles ? <span className="grid-more">+{formats.number(files.length - mostFiles)}</span> : null}
    </span>
  )
}

/** The titles of a list's rows, or their number. */
export const rows: DrawCell = ({ value, formats }) => {
  if (!Array.isArray(value) || !value.every(isRecord)) return typeMismatch(value, formats)
  if (value.length === 0) return none
  const names = value.map(nameOf)
  return text(
    names.every((name) => name !== null)
      ? names.slice(0, 20).join(formats.locale === 'fa' || formats.locale === 'ar' ? '، ' : ', ')
      : formats.t('grid.rows_count', { count: value.length, number: formats.number(value.length) }),
    formats,
  )
}
