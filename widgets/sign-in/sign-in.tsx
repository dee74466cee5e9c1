import { lazy, Suspense, useState } from 'react'
import {
  asFailure,
  beginSession,
  callNamed,
  purgeAnswers,
  FormView,
  goTo,
  isCancelled,
  isChallenge,
  isSignIn,
  keepStep,
  keptStep,
  Loading,
  maskName,
  showLocale,
  showToast,
  translate,
  useCall,
  useLocale,
  useSiteSettings,
  type BlockWidgetProps,
  type PendingStep,
  type SignInResults,
} from '#renderer'
import type { ActionMethod, ChallengeAnswer, FormAnswer } from '#schemas/types/contract.d.ts'
import { SignInStep } from './sign-in-step.tsx'
import { WayLinks, type Way } from './way-links.tsx'

interface SignInProps {
  form_endpoint?: string
  endpoint?: string
  way?: Way
}

// Most sites have no other way: it is no part of the first paint.
const OtherWays = lazy(() => import('./other-ways.tsx'))

type Submit = FormAnswer['submit']

/**
 * One way into the panel: the form from the server, and the steps that its call answers until there is a session. Then the user continues
 * to the requested page, otherwise to the home page. A way that ends without a session leads where its last form says.
 */
export default function SignIn({ props }: BlockWidgetProps<SignInProps>) {
  const { t } = useLocale()
  const { site_title } = useSiteSettings()
  const { way = 'password', endpoint = 'login' } = props
  const { data, error, mutate, isValidating } = useCall<FormAnswer>(
    props.form_endpoint ?? 'login-form',
    {},
    { background: true, revalidateIfStale: false },
  )
  const form = formOf(data?.results) ?? formOf(data?.metadata.form)
  const signInHeading = site_title ? t('session.sign_in_title', { site: site_title }) : t('session.sign_in')
  const heading = way === 'password' ? signInHeading : t(`session.way_${way}`)
  /** The site does not offer this way: trying again leads nowhere. */
  const isClosed = error?.errorCode === 'precondition-failed'
  const [failed, setFailed] = useState<string | null>(null)
  const [pending, setPending] = useState(() => keptStep(way))
  const step = pending?.step
  const goOn = (next: PendingStep | null) => {
    keepStep(way, next)
    setPending(next)
  }

  const begin = async (results: SignInResults) => {
    const locale = results.preferences?.panel_locale
    if (locale) await showLocale(locale)
    await purgeAnswers({ again: true })
    keepStep(way, null)
    // The guard redirects as soon as the user is signed in.
    beginSession(results)
  }
  const take = async (results: unknown) => {
    if (isSignIn(results)) await begin(results)
    else setFailed(translate('errors.unreadable'))
  }
  /** Sends a form to its call. The answer is the session, or the step that is left. */
  const send = async (name: string, method: ActionMethod, payload: Record<string, unknown>, submit?: Submit) => {
    setFailed(null)
    try {
      const { results } = await callNamed<unknown>(name, { payload, method, background: true })
      if (isSignIn(results)) await begin(results)
      else if (isChallenge(results)) goOn({ step: results, askedFor: askedFor(payload) ?? pending?.askedFor ?? null })
      else if (leave(submit)) keepStep(way, null)
      else setFailed(translate('errors.unreadable'))
    } catch (thrown) {
      const failure = asFailure(thrown, name)
      if (String(failure.errorCode) === '422') throw failure
      const isOver = failure.errorCode === 'challenge-ended'
      // Where another code can be sent, whoever comes late need not begin again.
      if (isOver && !step?.resend) goOn(null)
      if (isCancelled(failure)) return
      const toast = submit?.options?.error?.toast
      const problem = way !== 'password' && typeof toast === 'string' ? toast : translate('session.login_failed')
      const unsaid = failure.errorCode === 'network' ? translate('errors.network') : problem
      setFailed(isOver && step?.resend && name !== step.resend ? translate('session.code_over') : failure.userMessage || unsaid)
    }
  }
  const sendStep = async (payload: Record<string, unknown>) => {
    const { name, method = 'PUT' } = step?.form.submit?.options ?? {}
    if (step && name) await send(name, method, { ...payload, challenge: step.challenge }, step.form.submit)
  }
  if (step)
    return (
      <>
        {way === 'password_recovery' && <RecoveryStep number={step.method === 'none' ? 3 : 2} />}
        <h1>{t(stepHeadings[step.method])}</h1>
        <SignInStep
          key={step.challenge}
          step={step}
          askedFor={pending.askedFor}
          failed={failed}
          onSubmit={sendStep}
          onResend={(call) => send(call, 'POST', { challenge: step.challenge }, form?.submit)}
          onLeave={() => {
            goOn(null)
            setFailed(null)
          }}
        />
      </>
    )
  return (
    <>
      {form && way === 'password_recovery' && <RecoveryStep number={1} />}
      <h1>{heading}</h1>
      <Failed text={failed} />
      {form && (
        <Suspense fallback={<Loading />}>
          <FormView
            form={form}
            data={form.data}
            onSubmit={(payload) => send(endpoint, 'POST', payload, form.submit)}
            submitLabel={form.submit?.title ?? t('session.sign_in')}
          />
        </Suspense>
      )}
      {form && way === 'password' && (
        <Suspense fallback={null}>
          <OtherWays onAnswer={take} onFailure={setFailed} />
        </Suspense>
      )}
      {!form && error && (
        <div className="pk-modal-failed">
          <p role="alert">{error.userMessage || t('errors.network')}</p>
          {!isClosed && (
            <button type="button" className="pk-button" disabled={isValidating} onClick={() => void mutate()}>
              {t('blocks.retry')}
            </button>
          )}
        </div>
      )}
      {!form && !error && <Loading />}
      {(form || error) && <WayLinks own={way} />}
    </>
  )
}

const stepHeadings: Record<ChallengeAnswer['method'], string> = {
  authenticator: 'session.second_step',
  sms: 'session.step_code',
  mail: 'session.step_code',
  none: 'session.step_new_password',
}

function RecoveryStep({ number }: { number: number }) {
  const { t, formatNumber } = useLocale()
  return <p className="pk-sign-in-step">{t('session.recovery_step', { number: formatNumber(number), of: formatNumber(3) })}</p>
}

/** The name for which a code is asked, as it is shown. */
const askedFor = ({ identifier }: Record<string, unknown>): string | null =>
  typeof identifier === 'string' && identifier.trim() !== '' ? maskName(identifier.trim()) : null

/** Goes where the submitted form says; false where it says nothing. */
function leave(submit: Submit): boolean {
  const { toast, redirect } = submit?.options?.success ?? {}
  if (typeof redirect !== 'string') return false
  if (typeof toast === 'string') showToast({ tone: 'success', text: toast })
  goTo(redirect)
  return true
}

const Failed = ({ text }: { text: string | null }) =>
  text && (
    <p className="pk-form-error" role="alert">
      {text}
    </p>
  )

const formOf = (value: unknown): FormAnswer | undefined =>
  value !== null && typeof value === 'object' && 'schema' in value ? (value as FormAnswer) : undefined
