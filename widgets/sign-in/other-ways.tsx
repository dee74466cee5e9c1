import { lazy, Suspense, useState } from 'react'
import { asFailure, callNamed, goToProvider, hasPasskeys, isCancelled, translate, useCall } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './other-ways.css'

type Configs = Endpoints['login-configs']['results']

const PasskeyWay = lazy(() => import('./passkey-way.tsx'))

interface OtherWaysProps {
  /** Called with the session that a passkey has begun. */
  onAnswer: (results: unknown) => Promise<void>
  onFailure: (text: string | null) => void
}

/** Ways of signing in beside the form: passkeys and providers. Nothing is drawn where there are none, or before they are known. */
export default function OtherWays({ onAnswer, onFailure }: OtherWaysProps) {
  const say = useTexts()
  const [isBusy, setBusy] = useState(false)
  const { data } = useCall<Configs>('login-configs', {}, { background: true, revalidateIfStale: false })
  const providers = data?.results.social_providers ?? []
  const takesPasskeys = data?.results.methods.includes('passkey') === true && hasPasskeys()
  if (providers.length === 0 && !takesPasskeys) return null

  const visit = async (provider: string) => {
    onFailure(null)
    setBusy(true)
    try {
      const { results } = await callNamed<Endpoints['social-login-start']['results']>('social-login-start', {
        method: 'POST',
        payload: { provider },
        background: true,
      })
      goToProvider(results.url, { provider, challenge: results.challenge, purpose: 'sign-in' })
    } catch (thrown) {
      const failure = asFailure(thrown, 'social-login-start')
      if (!isCancelled(failure)) onFailure(failure.userMessage || translate('errors.network'))
      setBusy(false)
    }
  }
  return (
    <div className="si-other">
      <p>
        <span>{say('or')}</span>
      </p>
      {takesPasskeys && (
        <Suspense fallback={null}>
          <PasskeyWay onAnswer={onAnswer} onFailure={onFailure} />
        </Suspense>
      )}
      {providers.map(({ name, title }) => (
        <button key={name} type="button" className="pk-button" disabled={isBusy} onClick={() => void visit(name)}>
          {say('with', { provider: title })}
        </button>
      ))}
    </div>
  )
}
