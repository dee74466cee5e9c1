import { StepList, useCall, useLocale, Loading, type BlockWidgetProps, type RecordedStep } from '#renderer'
import { useTexts } from './use-texts.ts'
import './reported-session.css'

interface ReportedSessionProps extends Record<string, unknown> {
  endpoint: string
  params?: Record<string, unknown>
}

interface Reported {
  opens: string | null
  steps: RecordedStep[]
  answers: number
  picture: string | null
}

/** The picture with the reporter's marks, and what was done before. */
export default function ReportedSession({ props: { endpoint, params = {} } }: BlockWidgetProps<ReportedSessionProps>) {
  const say = useTexts()
  const { t, formatNumber } = useLocale()
  const { data, error, mutate } = useCall<Reported | null>(endpoint, params, { revalidateIfStale: false })
  if (error && !data)
    return (
      <p className="pf-text">
        {say('failed')}{' '}
        <button type="button" className="pf-link" onClick={() => void mutate()}>
          {t('blocks.retry')}
        </button>
      </p>
    )
  if (!data) return <Loading />
  if (data.results === null) return <p className="pf-text">{say('none')}</p>
  const { opens, steps, answers, picture } = data.results
  return (
    <div className="rps">
      {picture !== null && (
        <section className="rps-part" aria-label={say('picture')}>
          <h2>{say('picture')}</h2>
          <a href={picture} download="report.webp" className="rps-picture">
            <img src={picture} alt={say('picture_alt')} />
          </a>
        </section>
      )}
      {opens !== null && (
        <section className="rps-part" aria-label={say('steps')}>
          <h2>{say('steps')}</h2>
          <p className="rps-note">{say('about', { answers: formatNumber(answers) })}</p>
          <StepList opens={opens} steps={steps} />
        </section>
      )}
    </div>
  )
}
