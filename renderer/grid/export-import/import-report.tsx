import { useEffect, useRef } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { withValuesApart } from './bidi-isolate.tsx'
import type { ImportReport, OpenedFile } from './use-import.ts'
import '#renderer/ui/inner-table.css'

interface ImportReportProps {
  report: ImportReport
  fields: OpenedFile['fields']
  formats: CellFormats
  onSaveErrors: () => void
}

/** The result of a check, and the errors of the rows. */
export function ImportReportView({ report, fields, formats, onSaveErrors }: ImportReportProps) {
  const { t } = formats
  const number = (count: number) => formats.number(count) ?? String(count)
  const { created, updated, failed, errors } = report
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => host.current?.focus(), [])
  const titleOf = (name: string) => fields.find((field) => field.name === name.split('.')[0])?.title ?? name
  return (
    <div ref={host} className="grid-import" role="status" tabIndex={-1}>
      <ul className="grid-import-counts">
        <li>
          <b>{number(created)}</b> {t('grid.import_created')}
        </li>
        <li>
          <b>{number(updated)}</b> {t('grid.import_updated')}
        </li>
        <li data-failed={failed > 0 || undefined}>
          <b>{number(failed)}</b> {t('grid.import_failed')}
        </li>
      </ul>
      <p>{t(failed > 0 ? 'grid.import_faulty' : 'grid.import_fine')}</p>
      {failed === 0 ? null : (
        <>
          <div className="grid-import-errors" tabIndex={0} role="region" aria-label={t('grid.import_failed')}>
            <table className="grid-import-table pk-inner-table">
              <thead>
                <tr>
                  <th scope="col">{t('grid.import_row')}</th>
                  <th scope="col">{t('grid.import_what')}</th>
                  <th scope="col">{t('grid.import_error')}</th>
                </tr>
              </thead>
              <tbody>
                {errors.map((row) => (
                  <tr key={row.line}>
                    <td>{number(row.line)}</td>
                    <td>
                      <bdi>{withValuesApart(row.title)}</bdi>
                    </td>
                    <td>
                      {Object.entries(row.errors).flatMap(([field, sentences]) =>
                        sentences.map((sentence, at) => (
                          <div key={`${field}${at}`}>
                            {field === '' || sentence.includes(titleOf(field)) ? null : (
                              <>
                                <b>
                                  <bdi>{titleOf(field)}</bdi>
                                </b>
                                :{' '}
                              </>
                            )}
                            {withValuesApart(sentence)}
                          </div>
                        )),
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="grid-import-more">
            {failed > errors.length ? <span className="grid-hint">{t('grid.import_first', { count: number(errors.length) })}</span> : null}
            <button type="button" className="grid-button" onClick={onSaveErrors}>
              {t('grid.import_errors_file')}
            </button>
          </p>
        </>
      )}
    </div>
  )
}
