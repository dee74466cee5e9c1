import { useState } from 'react'
import { asFailure, callNamed, goToProvider, isCancelled, translate, useCall } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './other-ways.css'

type Configs = Endpoints['login-configs']['results']

/** Ways of signing in beside the form: providers. Nothing is drawn where there are none, or before they are known. */
export default function OtherWays({ onFailure }: { onFailure: (text: string | null) => void }) {
  const say = useTexts()
  const [isBusy, setBusy] = useState(false)
  const { data } = useCall<Configs>('login-configs', {}, { background: true, revalidateIfStale: false })
  const providers = data?.results.social_providers ?? []
  if (providers.length === 0) return null

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
      {providers.map(({ name, title }) => (
        <button key={name} type="button" className="pk-button" disabled={isBusy} onClick={() => void visit(name)}>
          {say('with', { provider: title })}
        </button>
      ))}
    </div>
  )
}
