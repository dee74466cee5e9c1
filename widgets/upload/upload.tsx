import { useState, type ReactNode } from 'react'
import { formatFileSize } from '#schemas/rules/numbers/file-size.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { DefaultNote, Icon, useLocale, type FieldWidgetProps } from '#renderer'
import {
  FilePick,
  Lightbox,
  UploadFrame,
  UploadLimits,
  UploadRow,
  useReorder,
  useUploads,
  type FileEntry,
  type UploadProps,
} from '#renderer/uploads'

interface UploadFieldProps extends UploadProps {
  /** Address of the picture that applies while the field is empty. */
  default?: string
}

export default function UploadField(given: FieldWidgetProps<unknown, UploadFieldProps>) {
  const noteId = `${given.id}-default`
  const usual = [given.value].flat().some(Boolean) ? undefined : given.props.default
  const field = usual ? { ...given, describedBy: [given.describedBy, noteId].filter(Boolean).join(' ') } : given
  const uploads = useUploads(field)
  const { t, formatNumber } = useLocale()
  const { files, uploads: sending, limits } = uploads
  const [shown, setShown] = useState<string>()
  const reorder = useReorder(field.id, uploads, 'column')
  const off = field.disabled || field.readonly
  const single = limits.max === 1
  const isFull = !single && files.length + sending.length >= limits.max
  const isTaken = single && files.length + sending.length > 0
  return (
    <UploadFrame field={field} uploads={uploads}>
      {(files.length > 0 || sending.length > 0) && (
        <ul className="pf-files">
          {files.map((entry, at) => (
            <FileRow
              key={entry.key}
              entry={entry}
              onShow={() => setShown(entry.key)}
              reorder={!off && files.length > 1 ? reorder : undefined}
              at={at}
              last={at === files.length - 1}
              id={field.id}
            >
              {!off && (
                <button
                  type="button"
                  className="pk-icon-button"
                  aria-label={t('form.upload.remove', { name: entry.name })}
                  title={t('form.upload.remove', { name: entry.name })}
                  onClick={() => uploads.remove(entry)}
                >
                  <Icon name="delete" size={16} />
                </button>
              )}
            </FileRow>
          ))}
          {sending.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      {usual && sending.length === 0 && (
        <DefaultNote id={noteId}>
          <img src={usual} alt="" />
        </DefaultNote>
      )}
      <div className="pf-upload-foot" hidden={off && (files.length > 0 || usual !== undefined)}>
        {off ? (
          <span id={field.id} tabIndex={-1}>
            {noValue}
          </span>
        ) : isFull ? (
          <span className="pf-upload-limits" id={field.id} tabIndex={-1}>
            {t('form.upload.full', { max: formatNumber(limits.max) })}
          </span>
        ) : (
          <FilePick field={field} uploads={uploads} className={isTaken ? 'pf-pick-small' : 'pf-pick-zone'}>
            <Icon name="upload" size={18} />
            <span>
              <b>{t(isTaken ? 'form.upload.replace' : single ? 'form.upload.choose' : 'form.upload.choose_many')}</b>
              {!isTaken && <> {t(single ? 'form.upload.drop' : 'form.upload.drop_many')}</>}
            </span>
          </FilePick>
        )}
        {!isFull && <UploadLimits field={field} uploads={uploads} />}
      </div>
      <p className="pf-told" aria-live="polite">
        {reorder.told}
      </p>
      {shown !== undefined && (
        <Lightbox pictures={files.filter(({ preview }) => preview)} first={shown} onClose={() => setShown(undefined)} />
      )}
    </UploadFrame>
  )
}

interface FileRowProps {
  entry: FileEntry
  id: string
  at: number
  last: boolean
  onShow: () => void
  reorder?: ReturnType<typeof useReorder>
  children: ReactNode
}

/** A file that is there: looked at, taken home, moved, taken out. */
function FileRow({ entry, id, at, last, onShow, reorder, children }: FileRowProps) {
  const { t, locale } = useLocale()
  const { name, link, preview, size } = entry
  const shownName = name || t('form.upload.picture')
  return (
    <li className="pf-file" {...reorder?.itemOf(entry)}>
      {preview ? (
        <button type="button" className="pf-file-face" aria-label={t('form.upload.open', { name: shownName })} onClick={onShow}>
          <img src={preview} alt="" draggable={false} loading="lazy" />
        </button>
      ) : (
        <span className="pf-file-face">
          <Icon name="file" size={20} />
        </span>
      )}
      <span className="pf-file-name">
        <a href={link} target="_blank" rel="noreferrer" download={preview ? undefined : shownName} title={shownName} draggable={false}>
          <bdi>{shownName}</bdi>
        </a>
        {size !== undefined && <small>{formatFileSize(size, locale)}</small>}
      </span>
      <div className="pf-upload-tools">
        {reorder && (
          <>
            <button
              type="button"
              id={`${id}-earlier-${at}`}
              className="pk-icon-button"
              disabled={at === 0}
              aria-label={t('form.upload.earlier', { name })}
              title={t('form.upload.earlier', { name })}
              onClick={() => reorder.moveTo(entry, at - 1, 'earlier')}
            >
              <Icon name="up" size={16} />
            </button>
            <button
              type="button"
              id={`${id}-later-${at}`}
              className="pk-icon-button"
              disabled={last}
              aria-label={t('form.upload.later', { name })}
              title={t('form.upload.later', { name })}
              onClick={() => reorder.moveTo(entry, at + 1, 'later')}
            >
              <Icon name="down" size={16} />
            </button>
          </>
        )}
        {children}
      </div>
    </li>
  )
}
