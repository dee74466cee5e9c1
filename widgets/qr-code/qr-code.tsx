import { useEffect, useState } from 'react'
import { copyAndTell, saveFile, useLocale, type FieldWidgetProps } from '#renderer'
import './qr-code.css'
import { blobOf, drawQr, qrWidth, type QrSize } from './qr-image.ts'

interface QrProps extends Record<string, unknown> {
  size?: QrSize
  text?: string
}
interface Drawn {
  text: string
  width: number
  address?: string
}

/** The value, or the text that the document gives, as a QR code that is downloaded or whose content is copied. */
export default function QrCodeField({ id, label, value, describedBy, props }: FieldWidgetProps<unknown, QrProps>) {
  const { t } = useLocale()
  const given = props.text ?? value
  const text = given === undefined || given === null ? '' : typeof given === 'object' ? JSON.stringify(given) : String(given)
  const width = qrWidth(props.size)
  const [drawn, setDrawn] = useState<Drawn>()

  useEffect(() => {
    if (text === '') return
    let isWanted = true
    const show = (address?: string): void => {
      if (isWanted) setDrawn({ text, width, address })
    }
    drawQr(text, width).then(show, () => show())
    return () => {
      isWanted = false
    }
  }, [text, width])

  const isDrawn = drawn?.text === text && drawn.width === width
  const address = isDrawn && text !== '' ? drawn.address : undefined
  return (
    <div id={id} className="pf-qr" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      <div className="pf-qr-image" style={{ inlineSize: width, blockSize: width }}>
        {address && <img src={address} width={width} height={width} alt={t('form.qr.alt', { text: text.slice(0, 200) })} />}
        {text === '' && <p className="pf-description">{t('form.qr.empty')}</p>}
        {text !== '' && isDrawn && !address && (
          <p className="pf-error" role="status">
            {t('form.qr.failed')}
          </p>
        )}
      </div>
      <div className="pf-qr-tools">
        <button
          type="button"
          className="pk-button"
          disabled={!address}
          aria-label={t('form.qr.download', { label })}
          onClick={() => {
            if (address) saveFile(blobOf(address), 'qrcode.png')
          }}
        >
          {t('action.download.title')}
        </button>
        <button
          type="button"
          className="pk-button"
          disabled={text === ''}
          aria-label={t('form.copy', { label })}
          onClick={() => void copyAndTell(text)}
        >
          {t('action.copy.title')}
        </button>
      </div>
    </div>
  )
}
