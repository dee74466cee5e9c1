import { useEffect, useState } from 'react'
import {
  asFailure,
  beginSession,
  callNamed,
  goTo,
  isChallenge,
  isSignedIn,
  isSignIn,
  keepStep,
  Loading,
  PanelLink,
  purgeAnswers,
  showLocale,
  showToast,
  takeVisit,
  translate,
  type BlockWidgetProps,
  type ProviderVisit,
} from '#renderer'
import { useTexts } from './use-texts.ts'

const methodsPath = '/profile/sign-in-methods'

/** What the provider sent back; it leaves the address at once, and with it the history of the browser. */
function takeAnswer(): Record<string, string> {
  const query = new URLSearchParams(window.location.search)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  const names = ['code', 'state', 'iss', 'error']
  return Object.fromEntries(names.flatMap((name) => (query.get(name) === null ? [] : [[name, query.get(name)!]])))
}

// Effects run twice while developing; what came back is good once.
let returned: { answer: Record<string, string>; visit: ProviderVisit | null; done: Promise<string | null> } | null = null

/** Signs in, or links; answers the sentence of a failure. */
async function finish(answer: Record<string, string>, { provider, challenge, purpose }: ProviderVisit): Promise<string | null> {
  const call = purpose === 'link' ? 'social-link' : 'social-login'
  try {
    const { results } = await callNamed<unknown>(call, { method: 'POST', payload: { provider, challenge, ...answer }, background: true })
    if (purpose === 'link') goTo(methodsPath, { replace: true })
    else if (isSignIn(results)) {
      if (results.preferences?.panel_locale) await showLocale(results.preferences.panel_locale)
      await purgeAnswers({ again: true })
      goTo(beginSession(results), { replace: true })
    } else if (isChallenge(results)) {
      keepStep('password', { step: results, askedFor: null })
      goTo('/auth/login', { replace: true })
    } else return translate('errors.unreadable')
    return null
  } catch (thrown) {
    return asFailure(thrown, call).userMessage || translate('errors.network')
  }
}

/** Where a provider sends people back to: the sign-in or the link is finished, and the way goes on. */
export default function SocialReturn(_: BlockWidgetProps) {
  const say = useTexts()
  const [failed, setFailed] = useState<string | null>(null)
  const linked = say('linked')
  const expired = say('expired')
  useEffect(() => {
    let isWanted = true
    if (!returned) {
      const answer = takeAnswer()
      const visit = takeVisit()
      returned = { answer, visit, done: visit ? finish(answer, visit) : Promise.resolve(expired) }
    }
    const { visit, done } = returned
    void done.then((text) => {
      if (!isWanted) return
      returned = null
      setFailed(text)
      if (text === null && visit?.purpose === 'link') showToast({ tone: 'success', text: linked })
    })
    return () => {
      isWanted = false
    }
  }, [expired, linked])
  if (failed === null) return <Loading />
  return (
    <>
      <h1>{say('title')}</h1>
      <p className="pk-form-error" role="alert">
        {failed}
      </p>
      <p className="pk-sign-in-again">
        <PanelLink to={isSignedIn() ? methodsPath : '/auth/login'}>{say(isSignedIn() ? 'back_to_profile' : 'back')}</PanelLink>
      </p>
    </>
  )
}
