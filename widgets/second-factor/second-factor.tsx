import { Suspense, useState } from 'react'
import {
  asFailure,
  ask,
  call,
  FormView,
  isCancelled,
  Loading,
  ReadFailure,
  showFailure,
  showToast,
  useCall,
  useLocale,
  type Answer,
  type BlockWidgetProps,
} from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { BackupCodes } from './backup-codes.tsx'
import { Enrolment } from './enrolment.tsx'
import { UsedCodes } from './used-codes.tsx'
import { useTexts } from './use-texts.ts'
import './second-factor.css'

const backupCodeCount = 6

type State = Endpoints['two-factor']['results']

/** What is in progress: an authenticator being added, codes to be kept, or turning off. */
type Step =
  { kind: 'enrolment'; enrolment: Endpoints['two-factor-generate']['results'] } | { kind: 'codes'; codes: string[] } | { kind: 'off' }

/** Two-step sign-in of the signed-in user. Backup codes are on the page as long as they are read, and nowhere else. */
export default function SecondFactor(_: BlockWidgetProps) {
  const say = useTexts()
  const { formatDate, formatNumber } = useLocale()
  const request = useCall<State>('two-factor', {}, { keepPreviousData: true })
  const [step, setStep] = useState<Step>()
  const [isBusy, setBusy] = useState(false)
  const { mutate } = request
  if (request.error && !request.data) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!request.data) return <Loading />
  const { active, activated_at: since, required, backup_codes_left: left, code_form: form } = request.data.results

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
    } finally {
      setBusy(false)
    }
  }
  const begin = () =>
    run(async () =>
      setStep({ kind: 'enrolment', enrolment: (await call('two-factor-generate', { method: 'PATCH', payload: {} })).results }),
    )
  const enable = async (code: string) => {
    const { results } = await call('two-factor-enable', { method: 'PATCH', payload: { code } })
    setStep({ kind: 'codes', codes: await takeCodes(results.backup_codes) })
    await mutate()
  }
  const renew = () =>
    run(async () => {
      if (!(await ask({ text: say('codes_question'), ok: say('codes_new'), cancel: say('cancel'), danger: true }))) return
      const { results } = await call('backup-codes-generate', { method: 'PATCH', payload: {} })
      setStep({ kind: 'codes', codes: await takeCodes(results.codes) })
      await mutate()
    })
  const disable = async ({ code }: Record<string, unknown>) => {
    await call('two-factor-disable', { method: 'PATCH', payload: { code: String(code) } })
    showToast({ tone: 'success', text: say('turned_off') })
    setStep(undefined)
    await mutate()
  }

  if (step?.kind === 'codes') return <BackupCodes codes={step.codes} onDone={() => setStep(undefined)} />
  if (step?.kind === 'enrolment' && !active)
    return <Enrolment enrolment={step.enrolment} onCode={enable} onCancel={required ? undefined : () => setStep(undefined)} />
  return (
    <div className="sf-state">
      {required && !active && (
        <p className="pk-why" role="status">
          {say('required')}
        </p>
      )}
      <p className="sf-status" data-active={active}>
        <b>{say(active ? 'on' : 'off')}</b> {since && <span>{say('since', { date: formatDate(since) })}</span>}
      </p>
      <p>{say('why')}</p>
      {!active && (
        <button type="button" className="pk-button pk-button-primary" disabled={isBusy} onClick={() => void begin()}>
          {say('start')}
        </button>
      )}
      {active && (
        <>
          <section>
            <h2>{say('codes_title')}</h2>
            <p>{say('codes_left', { left: formatNumber(left), total: formatNumber(backupCodeCount) })}</p>
            <UsedCodes left={left} />
            <button type="button" className="pk-button" disabled={isBusy} onClick={() => void renew()}>
              {say('codes_new')}
            </button>
          </section>
          <section>
            <h2>{say('turn_off')}</h2>
            {required && <p>{say('mandatory')}</p>}
            {!required && step?.kind !== 'off' && (
              <button type="button" className="pk-button pk-button-danger" onClick={() => setStep({ kind: 'off' })}>
                {say('turn_off')}
              </button>
            )}
            {!required && step?.kind === 'off' && (
              <>
                <p>{say('turn_off_text')}</p>
                <Suspense fallback={<Loading />}>
                  <FormView form={form} onSubmit={disable} submitLabel={say('turn_off')} />
                </Suspense>
                <button type="button" className="pf-link" onClick={() => setStep(undefined)}>
                  {say('cancel')}
                </button>
              </>
            )}
          </section>
        </>
      )}
    </div>
  )
}

/** The codes of the answer; reading them erases what the server has kept for an answer that is lost. */
async function takeCodes(codes: string[]): Promise<string[]> {
  const kept: Answer<{ codes: string[] }> | undefined = await call('backup-codes', {}).catch(() => undefined)
  return kept && kept.results.codes.length > 0 ? kept.results.codes : codes
}
