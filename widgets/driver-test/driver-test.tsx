import { useId, useState, type FormEvent } from 'react'
import { asFailure, call, Icon, isCancelled, showFailure, type BlockWidgetProps } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './driver-test.css'

interface DriverTestProps extends Record<string, unknown> {
  id: number
  kind: string
}

type Result = Endpoints['notifier-driver-test']['results']

const addressed: Readonly<Record<string, 'mail' | 'number'>> = { email: 'mail', sms: 'number', pattern_sms: 'number' }

/** Sends a test message by a driver; how it went stands beneath the button. */
export default function DriverTest({ props: { id, kind } }: BlockWidgetProps<DriverTestProps>) {
  const say = useTexts()
  const field = useId()
  const [to, setTo] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()
  const [errors, setErrors] = useState<readonly string[]>([])
  const address = addressed[kind]
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setErrors([])
    setResult(undefined)
    try {
      const { results } = await call('notifier-driver-test', { method: 'POST', payload: { id: Number(id), ...(address && { to }) } })
      setResult(results)
    } catch (fault) {
      if (isCancelled(fault)) return
      const failure = asFailure(fault, 'notifier-driver-test')
      if (failure.errors?.to) setErrors(failure.errors.to)
      else showFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="dt" noValidate onSubmit={(event) => void send(event)}>
      <p className="pf-text">{say(`about_${address ?? kind}`)}</p>
      {address && (
        <div className="dt-field">
          <label htmlFor={field}>{say(`to_${address}`)}</label>
          <input
            id={field}
            className="pf-input pf-ltr"
            dir="ltr"
            type={address === 'mail' ? 'email' : 'tel'}
            autoComplete={address === 'mail' ? 'email' : 'tel'}
            value={to}
            aria-invalid={errors.length > 0 || undefined}
            aria-describedby={errors.length > 0 ? `${field}-error` : undefined}
            onChange={({ target }) => setTo(target.value)}
          />
          {errors.length > 0 && (
            <p className="pf-error" id={`${field}-error`} role="alert">
              {errors.join(' ')}
            </p>
          )}
        </div>
      )}
      <button type="submit" className="pk-button pk-button-primary" aria-disabled={isBusy || undefined} aria-busy={isBusy}>
        {say(isBusy ? 'sending' : 'send')}
      </button>
      <div role="status">{result && <Outcome result={result} />}</div>
    </form>
  )
}

function Outcome({ result: { sent, reason, detail } }: { result: Result }) {
  const say = useTexts()
  return (
    <div className="dt-result" data-sent={sent}>
      <Icon name={sent ? 'check' : 'warning'} size={18} />
      <div>
        <p>{sent ? say('sent') : `${say('not_sent')} ${reason ?? ''}`}</p>
        {detail && (
          <p>
            {say('said')} <bdi>{detail}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}
