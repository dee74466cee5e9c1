import { useEffect } from 'react'
import { Loading, subscribeRefresh, useCall, useLocale, type BlockWidgetProps } from '#renderer'
import { useTexts } from './use-texts.ts'
import './timeline.css'

interface TimelineItem {
  id?: number | string
  status?: unknown
  status_title?: string
  description?: string | null
  /** What was said about it, such as the reason. */
  note?: string | null
  date?: string
  name?: string | null
  color?: string
}
interface TimelineProps extends Record<string, unknown> {
  endpoint?: string
  params?: Record<string, unknown>
  items?: TimelineItem[]
  /** Sentence for no entries. */
  empty?: string
}

/** @source specification, constants: dates of the verification timeline */
const datePattern = 'HH:mm - YYYY/MM/DD'

/** The history of a record, newest first. Above it the present state, where the newest entry does not say the same. */
export default function Timeline({ props }: BlockWidgetProps<TimelineProps>) {
  const { t, formatDate } = useLocale()
  const say = useTexts()
  const { endpoint, params, items, empty } = props
  const request = useCall<TimelineItem[]>(endpoint ?? '', endpoint === undefined ? null : (params ?? {}), { keepPreviousData: true })
  const { mutate } = request
  useEffect(() => subscribeRefresh('screen', () => void mutate()), [mutate])
  const state = request.data?.metadata as { status_title?: unknown } | undefined
  const entries: unknown = endpoint === undefined ? items : request.data?.results
  if (request.error && !request.data)
    return (
      <p className="pf-text">
        {t('blocks.timeline_failed')}{' '}
        <button type="button" className="pf-link" onClick={() => void mutate()}>
          {t('blocks.retry')}
        </button>
      </p>
    )
  if (endpoint !== undefined && !request.data) return <Loading />
  const shown = Array.isArray(entries) ? (entries as TimelineItem[]) : []
  const present = typeof state?.status_title === 'string' && state.status_title !== shown[0]?.status_title ? state.status_title : ''
  return (
    <>
      {present !== '' && (
        <p className="pf-timeline-now">
          <bdi>{present}</bdi>
        </p>
      )}
      {shown.length === 0 ? (
        <p className="pf-text">{empty ?? say('empty')}</p>
      ) : (
        <ol className="pf-timeline">
          {shown.map((item, index) => (
            <li key={item.id ?? index} data-color={item.color}>
              <b>
                <bdi>{item.status_title ?? String(item.status ?? '')}</bdi>
              </b>
              {item.description && <p dir="auto">{item.description}</p>}
              {item.note && (
                <p className="pf-timeline-note" dir="auto">
                  {item.note}
                </p>
              )}
              <p>
                {item.date && <time dateTime={item.date}>{formatDate(item.date, { pattern: datePattern })}</time>}
                {item.name && (
                  <>
                    {' '}
                    · <bdi>{item.name}</bdi>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
