import { noValue } from '#schemas/rules/text/plain-text.ts'
import { useMemo, useState, type CSSProperties } from 'react'
import { Icon, useLocale, type FieldWidgetProps } from '#renderer'
import { FilePick, Lightbox, UploadFrame, UploadLimits, UploadProgress, useReorder, useUploads, type UploadProps } from '#renderer/uploads'

interface GalleryProps extends UploadProps {
  width?: number
  height?: number
  alt?: boolean
}

const pictureTypes = ['jpg', 'jpeg', 'png', 'gif']
/** @source specification, "Gallery thumbnails 150x150" */
const side = 150

/** Pictures as tiles in the user's order, each with an optional description. */
export default function GalleryField(field: FieldWidgetProps<unknown, GalleryProps>) {
  const { types, max_size, payload, max, width = side, height = width, alt = true } = field.props
  const props = useMemo(() => ({ types: types ?? pictureTypes, max_size, payload, max }), [types, max_size, payload, max])
  const uploads = useUploads({ ...field, props })
  const { t, formatNumber } = useLocale()
  const [shown, setShown] = useState<string>()
  const reorder = useReorder(field.id, uploads, 'line')
  const { files, uploads: sending, limits, shape } = uploads
  const off = field.disabled || field.readonly
  const movable = !off && files.length > 1
  const isFull = limits.max > 1 && files.length + sending.length >= limits.max
  return (
    <UploadFrame field={field} uploads={uploads} className="pf-gallery">
      <ul className="pf-tiles" style={{ '--pf-tile-width': `${width}px`, '--pf-tile-height': `${height}px` } as CSSProperties}>
        {files.map((entry, at) => (
          <li key={entry.key} className="pf-tile" {...(movable ? reorder.itemOf(entry) : {})}>
            <button
              type="button"
              className="pf-tile-face"
              aria-label={t('form.upload.open', { name: entry.name })}
              onClick={() => setShown(entry.key)}
            >
              {entry.preview ? (
                <img src={entry.preview} alt={entry.alt ?? ''} draggable={false} loading="lazy" />
              ) : (
                <Icon name="file" size={32} />
              )}
            </button>
            {!off && (
              <span className="pf-tile-tools">
                {movable && (
                  <button
                    type="button"
                    id={`${field.id}-earlier-${at}`}
                    className="pk-icon-button"
                    disabled={at === 0}
                    aria-label={t('form.upload.earlier', { name: entry.name })}
                    title={t('form.upload.earlier', { name: entry.name })}
                    onClick={() => reorder.moveTo(entry, at - 1, 'earlier')}
                  >
                    <Icon name="previous" size={16} />
                  </button>
                )}
                {movable && (
                  <button
                    type="button"
                    id={`${field.id}-later-${at}`}
                    className="pk-icon-button"
                    disabled={at === files.length - 1}
                    aria-label={t('form.upload.later', { name: entry.name })}
                    title={t('form.upload.later', { name: entry.name })}
                    onClick={() => reorder.moveTo(entry, at + 1, 'later')}
                  >
                    <Icon name="next" size={16} />
                  </button>
                )}
                <button
                  type="button"
                  className="pk-icon-button"
                  aria-label={t('form.upload.remove', { name: entry.name })}
                  title={t('form.upload.remove', { name: entry.name })}
                  onClick={() => uploads.remove(entry)}
                >
                  <Icon name="delete" size={16} />
                </button>
              </span>
            )}
            {shape.objects && alt && (
              <input
                type="text"
                className="pf-input pf-tile-alt"
                dir="auto"
                aria-label={t('form.upload.alt_of', { name: entry.name })}
                placeholder={off ? undefined : t('form.upload.alt')}
                readOnly={off}
                maxLength={500}
                value={entry.alt ?? ''}
                onChange={(event) => uploads.describe(entry, event.target.value)}
                onBlur={field.onBlur}
              />
            )}
          </li>
        ))}
        {sending.map((upload) => (
          <li key={upload.key} className="pf-tile" data-state={upload.state}>
            <div className="pf-tile-face pf-tile-sending">
              <bdi className="pf-file-name" title={upload.file.name}>
                {upload.file.name}
              </bdi>
              <UploadProgress upload={upload} uploads={uploads} />
            </div>
          </li>
        ))}
        {!off && !isFull && (
          <li className="pf-tile">
            <FilePick field={field} uploads={uploads} className="pf-tile-face pf-tile-add">
              <Icon name="plus" size={24} />
              <b>{t(limits.max === 1 ? 'form.upload.choose_picture' : 'form.upload.choose_pictures')}</b>
            </FilePick>
          </li>
        )}
      </ul>
      {off ? (
        <span id={field.id} tabIndex={-1}>
          {files.length === 0 && noValue}
        </span>
      ) : isFull ? (
        <span className="pf-upload-limits" id={field.id} tabIndex={-1}>
          {t('form.upload.full', { max: formatNumber(limits.max) })}
        </span>
      ) : (
        <UploadLimits field={field} uploads={uploads} />
      )}
      <p className="pf-told" aria-live="polite">
        {reorder.told}
      </p>
      {shown !== undefined && (
        <Lightbox pictures={files.filter(({ preview }) => preview)} first={shown} onClose={() => setShown(undefined)} />
      )}
    </UploadFrame>
  )
}
