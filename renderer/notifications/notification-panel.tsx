import { memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useCall } from '#renderer/api/use-call.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { linkTo } from '#renderer/routing/route-store.ts'
import { PanelLink } from '#renderer/shell/panel-link.tsx'
import { groupByDay } from '#renderer/timeline/days.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { Loading } from '#renderer/ui/loading.tsx'
import type { Notification, NotificationFilter } from './notification-types.ts'
import { useNotifications } from './use-notifications.ts'
import { useTexts } from './use-texts.ts'
import './notifications.css'

interface NotificationPanelProps {
  /** How many are unread, as the bell says. */
  unread: number
  opener: HTMLElement | null
  onClose: () => void
}

const filters: readonly NotificationFilter[] = ['unread', 'all']
const dayPattern = 'YYYY-MM-DD'

/** What the reader was told, the newest first and by day; what he sees here counts as read. */
export default function NotificationPanel({ unread, opener, onClose }: NotificationPanelProps) {
  const say = useTexts()
  const [filter, setFilter] = useState<NotificationFilter>('unread')
  const { items, failure, busy, hasMore, more, again, markAll } = useNotifications(filter)
  const hasNone = useHasNone(items?.length === 0 && filter === 'unread')
  const foot = (
    <>
      <PanelLink to="/profile/notifications" className="pk-button" onFollow={onClose}>
        <Icon name="setting" size={16} /> {say('choices')}
      </PanelLink>
      <button
        type="button"
        className="pk-button"
        aria-disabled={unread === 0 || undefined}
        onClick={() => (unread === 0 ? undefined : void markAll())}
      >
        <Icon name="check" size={16} /> {say('mark_all')}
      </button>
    </>
  )
  return (
    <ModalFrame
      title={say('title')}
      size="drawer"
      opener={opener}
      ready={items !== undefined || failure !== undefined}
      onClose={onClose}
      foot={foot}
    >
      <div className="nt" aria-busy={busy || undefined}>
        <div className="nt-filters" role="group" aria-label={say('filter')}>
          {filters.map((each) => (
            <button key={each} type="button" className="pk-button" aria-pressed={filter === each} onClick={() => setFilter(each)}>
              {say(each)}
            </button>
          ))}
        </div>
        {failure && (
          <div className="nt-empty" role="alert">
            <p>{say('failed')}</p>
            <button type="button" className="pk-button" onClick={again}>
              {say('again')}
            </button>
          </div>
        )}
        {!items && !failure && <Loading />}
        {items?.length === 0 && (
          <p className="nt-empty" role="status">
            <Icon name="bell" size={28} />
            {say(filter === 'unread' && !hasNone ? 'empty_unread' : 'empty')}
          </p>
        )}
        {items && items.length > 0 && <Days items={items} onLeave={onClose} />}
        {hasMore && !failure && <More busy={busy} onSeen={more} />}
      </div>
    </ModalFrame>
  )
}

/** Whether the reader was never told anything, asked once nothing is unread. */
function useHasNone(isAsked: boolean): boolean {
  const { data } = useCall<Notification[]>('user-notification-list', isAsked ? { page: '1' } : null, { background: true })
  return data?.results.length === 0
}

/** A function that works out each answer once: of a long list the days of what was listed before are known. */
function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const answer = known.get(text) ?? work(text)
    known.set(text, answer)
    return answer
  }
}

function Days({ items, onLeave }: { items: readonly Notification[]; onLeave: () => void }) {
  const id = useId()
  const say = useTexts()
  const { formatDate } = useLocale()
  const keyOf = useMemo(() => remembered((date) => formatDate(date, { pattern: dayPattern })), [formatDate])
  const today = formatDate(new Date(), { pattern: dayPattern })
  return groupByDay(
    items.map((item) => ({ item, date: item.created_at })),
    keyOf,
  ).map(({ key, date, nodes }) => (
    <section key={key} aria-labelledby={`${id}-${key}`}>
      <h3 className="nt-day" id={`${id}-${key}`}>
        {key === today ? say('today') : formatDate(date)}
      </h3>
      <ul className="nt-list">
        {nodes.map(({ item }) => (
          <li key={item.id}>
            <Entry item={item} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** An entry stays as it was drawn while the list grows. */
const Entry = memo(function Entry({
  item: { data, icon, created_at: at, read_at: readAt },
  onLeave,
}: {
  item: Notification
  onLeave: () => void
}) {
  const say = useTexts()
  const { formatDate } = useLocale()
  const href = data.link === undefined ? null : linkTo(data.link)
  const inside = (
    <>
      <span className="nt-icon">
        <Icon name={icon} size={18} />
      </span>
      <span className="nt-words">
        <span className="nt-title" dir="auto">
          {readAt === null && <span className="pk-visually-hidden">{say('unread')}: </span>}
          {data.title}
        </span>
        {data.text && (
          <span className="nt-text" dir="auto">
            {data.text}
          </span>
        )}
        <time className="nt-time" dateTime={at}>
          {formatDate(at, { pattern: 'HH:mm' })}
        </time>
      </span>
    </>
  )
  return href ? (
    <PanelLink to={href} className="nt-entry" data-unread={readAt === null || undefined} onFollow={onLeave}>
      {inside}
    </PanelLink>
  ) : (
    <div className="nt-entry" data-unread={readAt === null || undefined}>
      {inside}
    </div>
  )
})

/** Reads on when the end of the list comes into sight; a button too, for the keyboard. */
function More({ busy, onSeen }: { busy: boolean; onSeen: () => void }) {
  const say = useTexts()
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (busy || !end.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen())
    observer.observe(end.current)
    return () => observer.disconnect()
  })
  return (
    <button ref={end} type="button" className="pk-button nt-more" aria-disabled={busy || undefined} onClick={onSeen}>
      {say('more')}
    </button>
  )
}
