import { useMemo, useState } from 'react'
import { Icon, useLocale, type FieldWidgetProps } from '#renderer'
import { FilePick, Lightbox, UploadFrame, UploadLimits, UploadProgress, useUploads, type UploadProps } from '#renderer/uploads'

const pictureTypes = ['jpg', 'jpeg', 'png', 'gif']

/** One round picture; a new one takes its place. */
export default function AvatarField(field: FieldWidgetProps<unknown, UploadProps>) {
  const { types, max_size, payload } = field.props
  const props = useMemo(() => ({ types: types ?? pictureTypes, max_size, payload, max: 1 }), [types, max_size, payload])
  const uploads = useUploads({ ...field, props })
  const { t } = useLocale()
  const [shown, setShown] = useState(false)
  const picture = uploads.files.at(-1)
  const sending = uploads.uploads.at(-1)
  const off = field.disabled || field.readonly
  return (
    <UploadFrame field={field} uploads={uploads} className="pf-avatar">
      <div className="pf-avatar-line">
        {picture?.preview ? (
          <button
            type="button"
            className="pf-avatar-face"
            aria-label={t('form.upload.open', { name: picture.name })}
            onClick={() => setShown(true)}
          >
            <img src={picture.preview} alt={picture.alt ?? ''} />
          </button>
        ) : (
          <span className="pf-avatar-face">
            <Icon name="user" size={40} />
          </span>
        )}
        <div className="pf-avatar-side">
          {sending && (
            <div className="pf-avatar-sending">
              <bdi className="pf-file-name">{sending.file.name}</bdi>
              <UploadProgress upload={sending} uploads={uploads} />
            </div>
          )}
          <div className="pf-upload-foot" hidden={off}>
            <FilePick field={field} uploads={uploads} className="pf-pick-small">
              <Icon name="upload" size={16} />
              <b>{t(picture ? 'form.upload.replace' : 'form.upload.choose_picture')}</b>
            </FilePick>
            {picture && (
              <button
                type="button"
                className="pk-button pk-button-small"
                aria-label={t('form.upload.remove', { name: picture.name })}
                onClick={() => uploads.remove(picture)}
              >
                {t('form.rows.remove')}
              </button>
            )}
          </div>
          <UploadLimits field={field} uploads={uploads} />
        </div>
      </div>
      {shown && picture && <Lightbox pictures={[picture]} first={picture.key} onClose={() => setShown(false)} />}
    </UploadFrame>
  )
}
