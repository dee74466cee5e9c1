import { useLocale } from '#renderer/locale/use-locale.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { ImportMode, OpenedFile } from './use-import.ts'
import '#renderer/ui/inner-table.css'

interface ImportColumnsProps {
  opened: OpenedFile
  mapping: Record<string, number>
  mode: ImportMode
  formats: CellFormats
  onMapping: (field: string, at: number | null) => void
  onMode: (mode: ImportMode) => void
}

/** Assigns the columns of a file to fields, and chooses whether rows create or update records. */
export function ImportColumns({ opened, mapping, mode, formats, onMapping, onMode }: ImportColumnsProps) {
  const { t } = formats
  const { name, rows, encoding, is_guessed: isGuessed, sheet, wider, columns, fields, modes, key } = opened
  const keyTitle = fields.find((field) => field.name === key)?.title ?? key
  const { locale } = useLocale()
  const titleOf = (at: number) =>
    columns[at]!.title === '' ? t('grid.import_column_number', { number: formats.number(at + 1) }) : clip(columns[at]!.title, 60)
  const behind = columns.map((_, at) => at).filter((at) => !Object.values(mapping).includes(at))
  const sampleOf = (at: number | undefined) => (at === undefined ? '' : (columns[at]?.samples.find((sample) => sample !== '') ?? ''))
  return (
    <fieldset className="grid-import">
      <legend className="grid-unseen">{t('grid.import_columns')}</legend>
      <p>
        <bdi className="grid-import-name">{name}</bdi>{' '}
        <span className="grid-hint">{t('grid.rows_count', { count: rows, number: formats.number(rows) })}</span>
      </p>
      {encoding !== undefined && encoding !== 'utf-8' ? (
        <p className="grid-hint">{t(isGuessed ? 'grid.import_guessed' : 'grid.import_encoding', { encoding: encoding.toUpperCase() })}</p>
      ) : null}
      {sheet === undefined ? null : <p className="grid-hint">{t('grid.import_sheet', { name: sheet })}</p>}
      {wider === undefined ? null : (
        <p className="grid-import-wider" role="alert">
          {t('grid.import_wider', {
            line: formats.number(wider.line),
            cells: formats.number(wider.cells),
            titles: formats.number(columns.length),
            rows: formats.number(wider.rows),
          })}
        </p>
      )}
      {rows === 0 ? (
        <p className="grid-import-none" role="alert">
          {t('grid.import_no_rows')}
        </p>
      ) : null}
      {modes.length > 1 ? (
        <div className="grid-export-import-choice" role="radiogroup" aria-label={t('grid.import_modes')}>
          {modes.map((one) => (
            <label key={one}>
              <input type="radio" name="mode" checked={one === mode} onChange={() => onMode(one)} />
              <span>{t(`grid.import_mode_${one}`, { key: keyTitle })}</span>
            </label>
          ))}
        </div>
      ) : null}
      <table className="grid-import-table pk-inner-table">
        <thead>
          <tr>
            <th scope="col">{t('grid.import_field')}</th>
            <th scope="col">{t('grid.import_column')}</th>
            <th scope="col">{t('grid.import_sample')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name} data-mapped={mapping[field.name] !== undefined || undefined}>
              <th scope="row">
                <bdi>{field.title}</bdi>
                {field.required || (field.name === key && mode !== 'create') ? (
                  <span className="grid-import-required" aria-hidden="true">
                    {' '}
                    *
                  </span>
                ) : null}
              </th>
              <td>
                <select
                  className="grid-input"
                  aria-label={t('grid.import_column_of', { name: field.title })}
                  value={mapping[field.name] ?? ''}
                  onChange={(event) => onMapping(field.name, event.target.value === '' ? null : Number(event.target.value))}
                >
                  <option value="">{t('grid.import_none')}</option>
                  {columns.map((_, at) => (
                    <option key={at} value={at}>
                      {titleOf(at)}
                    </option>
                  ))}
                </select>
              </td>
              <td className="grid-import-sample">
                <bdi>{clip(sampleOf(mapping[field.name]), 40)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {behind.length === 0 ? null : (
        <p className="grid-import-behind">
          {t('grid.import_left_behind', { names: new Intl.ListFormat(locale).format(behind.map((at) => `\u2068${titleOf(at)}\u2069`)) })}
        </p>
      )}
      <p className="grid-hint">{t('grid.import_empty')}</p>
    </fieldset>
  )
}
