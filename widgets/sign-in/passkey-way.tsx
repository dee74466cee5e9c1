import { useEffect, useRef, useState } from 'react'
import {
  asFailure,
  askPasskey,
  callNamed,
  cancelPasskey,
  isCancelled,
  offersPasskeyAutofill,
  passkeyFault,
  translate,
  useLocale,
} from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'

interface PasskeyWayProps {
  onAnswer: (results: unknown) => Promise<void>
  onFailure: (text: string | null) => void
}

/** Signs in with a passkey: by the button, or by choosing one where the browser fills in the username. */
export default function PasskeyWay({ onAnswer, onFailure }: PasskeyWayProps) {
  const { t } = useLocale()
  const [isBusy, setBusy] = useState(false)
  // What waits beside the form begins anew after each attempt.
  const [turn, setTurn] = useState(0)
  const given = useRef({ onAnswer, onFailure })
  useEffect(() => {
    given.current = { onAnswer, onFailure }
  })
  useEffect(() => {
    let isThere = true
    const wait = async () => {
      if (!(await offersPasskeyAutofill()) || !isThere) return
      const failed = await attempt(true, (results) => given.current.onAnswer(results))
      if (!isThere || typeof failed !== 'string') return
      given.current.onFailure(failed)
      setTurn((before) => before + 1)
    }
    void wait()
    return () => {
      isThere = false
      void cancelPasskey()
    }
  }, [turn])

  const press = async () => {
    onFailure(null)
    setBusy(true)
    const failed = await attempt(false, onAnswer)
    setBusy(false)
    if (typeof failed === 'string') onFailure(failed)
    if (failed !== null) setTurn((before) => before + 1)
  }
  return (
    <button type="button" className="pk-button" disabled={isBusy} onClick={() => void press()}>
      {t('session.passkey_sign_in')}
    </button>
  )
}

/** Undefined when it was broken off without a word, null when it has succeeded, else what went wrong. */
async function attempt(autofill: boolean, onAnswer: PasskeyWayProps['onAnswer']): Promise<string | null | undefined> {
  let isChosen = false
  try {
    const { results } = await callNamed<Endpoints['passkey-login-start']['results']>('passkey-login-start', {
      method: 'POST',
      payload: {},
      background: true,
    })
    const response = await askPasskey(results.options, { autofill })
    isChosen = true
    const payload = { challenge: results.challenge, response }
    const answer = await callNamed<unknown>('passkey-login', { method: 'POST', payload, background: true })
    await onAnswer(answer.results)
    return null
  } catch (thrown) {
    const fault = passkeyFault(thrown)
    if (fault) return fault.key === null || autofill ? undefined : translate(fault.key)
    // Nobody has asked for what waits beside the form: it fails in silence.
    if (autofill && !isChosen) return undefined
    const failure = asFailure(thrown, 'passkey-login')
    return isCancelled(failure) ? undefined : failure.userMessage || translate('session.passkey_failed')
  }
}
