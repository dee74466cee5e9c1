import { Suspense } from 'react'
import { FormView, Loading, useLocale } from '#renderer'
import type { ChallengeAnswer } from '#schemas/types/contract.d.ts'
import { clockOf, useSecondsLeft } from './use-seconds-left.ts'

interface SignInStepProps {
  step: ChallengeAnswer
  askedFor: string | null
  failed: string | null
  onSubmit: (payload: Record<string, unknown>) => Promise<void>
  onResend: (call: string) => Promise<void>
  onLeave: () => void
}

/** A step after the first form: what it asks for, its form, another code once the last is over, and the way back. */
export function SignInStep({ step, askedFor, failed, onSubmit, onResend, onLeave }: SignInStepProps) {
  const { t } = useLocale()
  return (
    <>
      {step.text && <p className="pk-sign-in-text">{step.text}</p>}
      {askedFor && step.resend && (
        <p className="pk-sign-in-text">
          {t('session.asked_for')} <bdi dir="ltr">{askedFor}</bdi>
        </p>
      )}
      {failed && (
        <p className="pk-form-error" role="alert">
          {failed}
        </p>
      )}
      <Suspense fallback={<Loading />}>
        <FormView form={step.form} onSubmit={onSubmit} submitLabel={step.form.submit?.title ?? t('session.sign_in')} />
      </Suspense>
      {step.resend && <Resend call={step.resend} seconds={step.expires_in} onResend={onResend} />}
      <p className="pk-sign-in-again">
        <button type="button" className="pf-link" onClick={onLeave}>
          {t('session.start_again')}
        </button>
      </p>
    </>
  )
}

function Resend({ call, seconds, onResend }: { call: string; seconds: number; onResend: SignInStepProps['onResend'] }) {
  const { t, locale } = useLocale()
  const left = useSecondsLeft(seconds)
  return (
    <p className="pk-sign-in-again">
      <button type="button" className="pk-button" disabled={left > 0} onClick={() => void onResend(call)}>
        {left > 0 ? t('session.send_again_in', { time: clockOf(left, locale) }) : t('session.send_again')}
      </button>
    </p>
  )
}
