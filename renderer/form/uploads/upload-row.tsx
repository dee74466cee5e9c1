import { formatFileSize } from '#schemas/rules/numbers/file-size.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { isApiError, type Upload } from './upload-queue.ts'
import { uploadFailureText } from './tell-files.ts'
import type { Uploads } from './use-uploads.ts'

/** Progress of a file, and buttons to cancel or retry. */
export function UploadProgress({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { t, formatNumber } = useLocale()
  const { key, file, state, progress, failure } = upload
  const percent = Math.floor(progress * 100)
  return (
    <>
      <div className="pf-upload-state">
        {state === 'failed' ? (
          <span className="pf-error">{failure ? uploadFailureText(failure) : t('form.upload.failed')}</span>
        ) : (
          <>
            <progress max={100} value={percent} aria-label={t('form.upload.sending', { name: file.name })} />
            <span className="pf-upload-percent">
              {state === 'waiting'
                ? t('form.upload.waiting')
                : progress === 1
                  ? t('form.upload.checking')
                  : t('form.upload.percent', { percent: formatNumber(percent) })}
            </span>
          </>
        )}
      </div>
      <div className="pf-upload-tools">
        {state === 'failed' && !isApiError(upload) && (
          <button type="button" className="pk-button pk-button-small" onClick={() => uploads.retry(key)}>
            {t('form.upload.retry')}
          </button>
        )}
        <button
          type="button"
          className="pk-icon-button"
          aria-label={t(state === 'failed' ? 'form.upload.remove' : 'form.upload.cancel', { name: file.name })}
          title={t(state === 'failed' ? 'form.upload.remove' : 'form.upload.cancel', { name: file.name })}
          onClick={() => uploads.cancel(key)}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
    </>
  )
}

/** A line of a file on its way, or of one that did not arrive. */
export function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { locale } = useLocale()
  return (
    <li className="pf-file" data-state={upload.state}>
      <span className="pf-file-face">
        <Icon name="file" size={20} />
      </span>
      <span className="pf-file-name">
        <bdi title={upload.file.name}>{upload.file.name}</bdi>
        <small>{formatFileSize(upload.file.size, locale)}</small>
      </span>
      <UploadProgress upload={upload} uploads={uploads} />
    </li>
  )
}
