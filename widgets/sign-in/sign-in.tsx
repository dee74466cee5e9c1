import { lazy, Suspense, useEffect, useState } from 'react'
import {
  asFailure,
  beginSession,
  callNamed,
  purgeAnswers,
  FormView,
  clearStep,
  isCancelled,
  isChallenge,
  isSignIn,
  Loading,
  pendingStep,
  showLocale,
  translate,
  useCall,
  useLocale,
  useSiteSettings,
  type BlockWidgetProps,
  type SignInResults,
} from '#renderer'
import type { ActionMethod, ChallengeAnswer, FormAnswer } from '#schemas/types/contract.d.ts'

interface SignInProps {
  form_endpoint?: string
  endpoint?: string
}

// Most sites have no other way: it is no part of the first paint.
const OtherWays = lazy(() => import('./other-ways.tsx'))

/**
 * The sign-in form from the server. With a second factor its step follows. Then the user continues to the requested page,
 * otherwise to the home page.
 */
export default function SignIn({ props }: BlockWidgetProps<SignInProps>) {
  const { t } = useLocale()
  const { site_title } = useSiteSettings()
  const endpoint = props.endpoint ?? 'login'
  const { data, error, mutate, isValidating } = useCall<FormAnswer>(
    props.form_endpoint ?? 'login-form',
    {},
    { background: true, revalidateIfStale: false },
  )
  const form = formOf(data?.results) ?? formOf(data?.metadata.form)
  const heading = site_title ? t('session.sign_in_title', { site: site_title }) : t('session.sign_in')
  const [failed, setFailed] = useState<string | null>(null)
  const [step, setStep] = useState<ChallengeAnswer | null>(pendingStep)
  useEffect(clearStep, [])

  const begin = async (results: SignInResults) => {
    const locale = results.preferences?.panel_locale
    if (locale) await showLocale(locale)
    await purgeAnswers({ again: true })
    // The guard redirects as soon as the user is signed in.
    beginSession(results)
  }
  /** Sends a form to its call. The answer is the session, or the step that is left. */
  const send = async (name: string, method: ActionMethod, payload: Record<string, unknown>) => {
    setFailed(null)
    try {
      const { results } = await callNamed<unknown>(name, { payload, method, background: true })
      if (isSignIn(results)) await begin(results)
      else if (isChallenge(results)) setStep(results)
      else setFailed(translate('errors.unreadable'))
    } catch (thrown) {
      const failure = asFailure(thrown, name)
      if (String(failure.errorCode) === '422') throw failure
      if (failure.errorCode === 'challenge-ended') setStep(null)
      if (!isCancelled(failure))
        setFailed(failure.userMessage || translate(failure.errorCode === 'network' ? 'errors.network' : 'session.login_failed'))
    }
  }
  const sendStep = async (payload: Record<string, unknown>) => {
    const { name, method = 'PUT' } = step?.form.submit?.options ?? {}
    if (step && name) await send(name, method, { ...payload, challenge: step.challenge })
  }
  if (step)
    return (
      <>
        <h1>{t('session.second_step')}</h1>
        <Failed text={failed} />
        <Suspense fallback={<Loading />}>
          <FormView
            key={step.challenge}
            form={step.form}
            onSubmit={sendStep}
            submitLabel={step.form.submit?.title ?? t('session.sign_in')}
          />
        </Suspense>
        <p className="pk-sign-in-again">
          <button
            type="button"
            className="pf-link"
            onClick={() => {
              setStep(null)
              setFailed(null)
            }}
          >
            {t('session.start_again')}
          </button>
        </p>
      </>
    )
  return (
    <>
      <h1>{heading}</h1>
      <Failed text={failed} />
      {form && (
        <Suspense fallback={<Loading />}>
          <FormView
            form={form}
            onSubmit={(payload) => send(endpoint, 'POST', payload)}
            submitLabel={form.submit?.title ?? t('session.sign_in')}
          />
        </Suspense>
      )}
      {form && (
        <Suspense fallback={null}>
          <OtherWays onFailure={setFailed} />
        </Suspense>
      )}
      {!form && error && (
        <div className="pk-modal-failed">
          <p role="alert">{error.userMessage || t('errors.network')}</p>
          <button type="button" className="pk-button" disabled={isValidating} onClick={() => void mutate()}>
            {t('blocks.retry')}
          </button>
        </div>
      )}
      {!form && !error && <Loading />}
    </>
  )
}

const Failed = ({ text }: { text: string | null }) =>
  text && (
    <p className="pk-form-error" role="alert">
      {text}
    </p>
  )

const formOf = (value: unknown): FormAnswer | undefined =>
  value !== null && typeof value === 'object' && 'schema' in value ? (value as FormAnswer) : undefined
