import { Suspense, useEffect, useState } from 'react'
import { toDataURL } from 'qrcode'
import { copyAndTell, FormView, Loading } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'

interface EnrolmentProps {
  enrolment: Endpoints['two-factor-generate']['results']
  onCode: (code: string) => Promise<void>
  /** Left out where there is no way around. */ onCancel?: () => void
}

const width = 200

/** The QR code, the key for who cannot scan, and the code that confirms both. */
export function Enrolment({ enrolment: { uri, secret, code_form: form }, onCode, onCancel }: EnrolmentProps) {
  const say = useTexts()
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isWanted = true
    void toDataURL(uri, { width, margin: 2, errorCorrectionLevel: 'M' }).then((address) => {
      if (isWanted) setPicture(address)
    })
    return () => {
      isWanted = false
    }
  }, [uri])
  return (
    <div className="sf-enrolment">
      <p>{say('scan')}</p>
      <div className="sf-qr" style={{ inlineSize: width, blockSize: width }}>
        {picture && <img src={picture} width={width} height={width} alt={say('qr')} />}
      </div>
      <p>
        {say('manual')}{' '}
        <code dir="ltr" className="sf-secret">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>{' '}
        <button type="button" className="pf-link" onClick={() => void copyAndTell(secret)}>
          {say('copy')}
        </button>
      </p>
      <Suspense fallback={<Loading />}>
        <FormView form={form} onSubmit={({ code }) => onCode(String(code))} submitLabel={say('start')} />
      </Suspense>
      {onCancel && (
        <button type="button" className="pf-link" onClick={onCancel}>
          {say('cancel')}
        </button>
      )}
    </div>
  )
}
