import { useState } from 'react'
import {
  asFailure,
  ask,
  call,
  EntryList,
  isCancelled,
  Loading,
  ReadFailure,
  showFailure,
  showToast,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './session-list.css'

type Session = Endpoints['sessions']['results'][number]

/** Where the signed-in user, or another one, is signed in. The present session is ended by signing out. */
export default function SessionList({ props: { user } }: BlockWidgetProps<{ user?: number | string }>) {
  const say = useTexts()
  const { formatDateTime } = useLocale()
  const [isBusy, setBusy] = useState(false)
  const request = useCall<Session[]>(user === undefined ? 'sessions' : 'user-sessions', user === undefined ? {} : { id: user }, {
    keepPreviousData: true,
  })
  const { mutate } = request
  if (request.error && !request.data) return <ReadFailure text={say('failed')} failure={request.error} onRetry={() => void mutate()} />
  if (!request.data) return <Loading />
  const sessions = request.data.results

  const nameOf = ({ browser, os }: Session) => (browser && os ? say('on', { browser, os }) : (browser ?? os ?? say('unknown')))
  const end = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      showToast({ tone: 'success', text: done })
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
    } finally {
      await mutate().catch(() => undefined)
      setBusy(false)
    }
  }
  const endOne = (id: string) =>
    user === undefined
      ? call('session-end', { method: 'DELETE', params: { id } })
      : call('user-session-end', { method: 'DELETE', params: { id: Number(user), session: id } })
  const endOthers = async () => {
    if (await ask({ text: say('end_question'), ok: say('end_others'), cancel: say('cancel'), danger: true }))
      await end(() => call('sessions-end-others', { method: 'DELETE' }), say('others_ended'))
  }
  const endAll = async () => {
    if (await ask({ text: say('end_all_question'), ok: say('end_all'), cancel: say('cancel'), danger: true }))
      await end(() => call('user-sessions-end', { method: 'DELETE', params: { id: Number(user) } }), say('all_ended'))
  }
  if (sessions.length === 0) return <p className="pf-text">{say('no_sessions')}</p>
  return (
    <div className="sl-list">
      <EntryList>
        {sessions.map((session) => (
          <li key={session.id} data-current={session.current}>
            <div>
              <b>
                <bdi>{nameOf(session)}</bdi>
              </b>
              {session.impersonator && (
                <span>{say(user === undefined ? 'impersonated' : 'impersonated_user', { name: session.impersonator })}</span>
              )}
              <span>
                <bdi dir="ltr">{session.ip}</bdi>
              </span>
              <span>
                {say('seen', { date: formatDateTime(session.seen_at) })} · {say('since', { date: formatDateTime(session.created_at) })}
              </span>
            </div>
            {session.current ? (
              <span className="sl-current">{say('current')}</span>
            ) : (
              <button
                type="button"
                className="pk-button"
                aria-label={say('end_named', { name: nameOf(session) })}
                disabled={isBusy}
                onClick={() => void end(() => endOne(session.id), say('ended'))}
              >
                {say('end')}
              </button>
            )}
          </li>
        ))}
      </EntryList>
      {sessions.some(({ current }) => !current) && (
        <button
          type="button"
          className="pk-button pk-button-danger"
          disabled={isBusy}
          onClick={() => void (user === undefined ? endOthers() : endAll())}
        >
          {say(user === undefined ? 'end_others' : 'end_all')}
        </button>
      )}
    </div>
  )
}
