import { Suspense, useState } from 'react'
import {
  asFailure,
  beginSession,
  callNamed,
  purgeAnswers,
  FormView,
  isCancelled,
  isSignIn,
  Loading,
  showLocale,
  translate,
  useCall,
  useLocale,
  useSiteSettings,
  type BlockWidgetProps,
  type SignInResults,
} from '#renderer'
import type { FormAnswer } from '#schemas/types/contract.d.ts'

interface SignInProps {
  form_endpoint?: string
  endpoint?: string
}

/** The sign-in form from the server. After signing in the user continues to the requested page, otherwise to the home page. */
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

  const submit = async (payload: Record<string, unknown>) => {
    setFailed(null)
    try {
      const { results } = await callNamed<SignInResults>(endpoint, { payload, method: 'POST', background: true })
      if (!isSignIn(results)) {
        setFailed(translate('errors.unreadable'))
        return
      }
      const locale = results.preferences?.panel_locale
      if (locale) await showLocale(locale)
      await purgeAnswers({ again: true })
      // The guard redirects as soon as the user is signed in.
      beginSession(results)
    } catch (thrown) {
      const failure = asFailure(thrown, endpoint)
      if (String(failure.errorCode) === '422') throw failure
      if (!isCancelled(failure))
        setFailed(failure.userMessage || translate(failure.errorCode === 'network' ? 'errors.network' : 'session.login_failed'))
    }
  }
  return (
    <>
      <h1>{heading}</h1>
      {failed && (
        <p className="pk-form-error" role="alert">
          {failed}
        </p>
      )}
      {form && (
        <Suspense fallback={<Loading />}>
          <FormView form={form} onSubmit={submit} submitLabel={form.submit?.title ?? t('session.sign_in')} />
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

const formOf = (value: unknown): FormAnswer | undefined =>
  value !== null && typeof value === 'object' && 'schema' in value ? (value as FormAnswer) : undefined
