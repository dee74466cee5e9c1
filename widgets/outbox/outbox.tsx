import { Icon, Loading, ReadFailure, useCall, useLocale, type BlockWidgetProps } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './outbox.css'

type Message = Endpoints['outbox-list']['results'][number]

/** What was sent by mail and SMS, or would have been, the newest first. */
export default function Outbox(_: BlockWidgetProps) {
  const say = useTexts()
  const { data, error, mutate, isValidating } = useCall<Message[]>('outbox-list', {}, { keepPreviousData: true })
  if (error && !data)
    return error.status === 404 ? (
      <p className="pf-text">{say('absent')}</p>
    ) : (
      <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
    )
  if (!data) return <Loading />
  return (
    <div className="ob">
      <div className="ob-head">
        <p className="pf-text">{say('intro')}</p>
        <button type="button" className="pk-button" disabled={isValidating} onClick={() => void mutate()}>
          <Icon name="reload" size={16} /> {say('refresh')}
        </button>
      </div>
      {data.results.length === 0 && <p className="pf-text">{say('empty')}</p>}
      <ul>
        {data.results.map((message) => (
          <li key={message.id}>
            <Entry message={message} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entry({ message: { channel, to, locale, state, reason, created_at: at, subject, text } }: { message: Message }) {
  const say = useTexts()
  const { formatDateTime } = useLocale()
  return (
    <>
      <p className="ob-line">
        <b>
          <bdi dir="ltr">{to}</bdi>
        </b>
        <span>{say(`channel_${channel.replaceAll('-', '_')}`)}</span>
        <span data-state={state}>{say(`state_${state}`)}</span>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {reason !== null && <p className="ob-reason">{reason}</p>}
      {text === null ? (
        <p className="ob-erased">{say('erased')}</p>
      ) : (
        <div className="ob-text" lang={locale} dir="auto">
          {(channel === 'mail' || channel === 'browser') && subject !== null && <strong>{subject}</strong>}
          <p>{text}</p>
        </div>
      )}
    </>
  )
}
