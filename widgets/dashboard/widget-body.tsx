import { useEffect, useState, type RefObject } from 'react'
import { shownText } from '#schemas/rules/text/plain-text.ts'
import { Metric, PanelLink, RecordValue, Icon, subscribeRefresh, useCall, useLocale } from '#renderer'
import type { Content, DashboardWidget, DueContent, ListContent, ShortcutsContent } from './dashboard-types.ts'
import { Trend } from './trend.tsx'
import { useTexts } from './use-texts.ts'

/** How often a widget in sight is read again. */
const refreshMs = 60_000

/** Whether an element is in sight now, and whether it has been. */
function useSight(element: RefObject<HTMLElement | null>): { now: boolean; once: boolean } {
  const [sight, setSight] = useState({
    now: typeof IntersectionObserver === 'undefined',
    once: typeof IntersectionObserver === 'undefined',
  })
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const now = entries.at(-1)!.isIntersecting
        setSight((before) => ({ now, once: before.once || now }))
      },
      { rootMargin: '120px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return sight
}

/** What a widget shows: read when it comes in sight, and again each minute while it is. */
export function WidgetBody({ widget, frame }: { widget: DashboardWidget; frame: RefObject<HTMLElement | null> }) {
  const say = useTexts()
  const { t } = useLocale()
  const sight = useSight(frame)
  const { data, error, mutate } = useCall<Content>('widget-content', sight.once ? { id: widget.id } : null, {
    keepPreviousData: true,
    failure: 'toast',
    refreshInterval: sight.now ? refreshMs : 0,
    scope: String(widget.version),
  })
  useEffect(() => {
    const stops = (['screen', 'grid'] as const).map((kind) => subscribeRefresh(kind, () => void mutate()))
    return () => stops.forEach((stop) => stop())
  }, [mutate])
  const content = data?.results
  if (!content)
    return error ? (
      <div className="db-failed" role="alert">
        <p>{error.userMessage || say('failed')}</p>
        <button type="button" className="pk-button pk-button-small" onClick={() => void mutate()}>
          {t('blocks.retry')}
        </button>
      </div>
    ) : (
      <div className="db-bones" aria-busy="true" />
    )
  switch (content.kind) {
    case 'metric':
      return (
        <div className="db-metric">
          <Metric name={widget.slug} answer={content.answer} />
          {content.trend && content.trend.length > 1 && <Trend values={content.trend} />}
        </div>
      )
    case 'list':
      return <RecordList content={content} />
    case 'due':
      return <DueList content={content} />
    case 'shortcuts':
      return <Shortcuts content={content} />
    case 'note':
      return content.text.trim() === '' ? (
        <p className="db-dim">{say('note_empty')}</p>
      ) : (
        <p className="db-note" dir="auto">
          {content.text}
        </p>
      )
  }
}

/** Days and figures are never cut; texts beside them give way. */
const wholeCells: ReadonlySet<string> = new Set(['date', 'datetime', 'number', 'money'])

function RecordList({ content: { columns, rows, total, more, empty, to } }: { content: ListContent }) {
  const say = useTexts()
  const { formatNumber, locale } = useLocale()
  const nameOf = ({ id, title }: ListContent['rows'][number]['record']) => shownText(title, locale) ?? `#${String(id)}`
  if (rows.length === 0)
    return (
      <p className="db-empty">
        <Icon name="check-circle" size={18} />
        <span>{empty ?? say('list_empty')}</span>
      </p>
    )
  const count = `${formatNumber(total)}${more ? '+' : ''}`
  return (
    <>
      <ul className="db-list">
        {rows.map(({ record, to: open }) => (
          <li key={String(record.id)}>
            {open === undefined ? (
              <bdi className="db-title">{nameOf(record)}</bdi>
            ) : (
              <PanelLink to={open} className="db-title">
                <bdi>{nameOf(record)}</bdi>
              </PanelLink>
            )}
            {columns.map((column) => (
              <span key={column.key} className="db-detail" data-whole={wholeCells.has(column.cell ?? '') || undefined} title={column.title}>
                <RecordValue row={record} column={column} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {to === undefined ? (
        <p className="db-all">{say('count', { count })}</p>
      ) : (
        <PanelLink to={to} className="db-all">
          {say('all', { count })}
        </PanelLink>
      )}
    </>
  )
}

function DueList({ content: { items } }: { content: DueContent }) {
  const say = useTexts()
  const { formatDate, locale, timeZone } = useLocale()
  if (items.length === 0)
    return (
      <p className="db-empty">
        <Icon name="calendar" size={18} />
        <span>{say('due_empty')}</span>
      </p>
    )
  const days = [...new Set(items.map(({ day }) => day))]
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <ol className="db-days">
      {days.map((day) => (
        <li key={day}>
          <h3>
            {weekday.format(new Date(`${day}T00:00:00Z`))} <span>{formatDate(day)}</span>
          </h3>
          <ul>
            {items
              .filter((item) => item.day === day)
              .map((item, at) => (
                <li key={at} data-color={item.color}>
                  {item.at !== undefined && <time dateTime={item.at}>{clock.format(new Date(item.at))}</time>}
                  {item.to === undefined ? (
                    <bdi className="db-title">{item.title}</bdi>
                  ) : (
                    <PanelLink to={item.to} className="db-title">
                      <bdi>{item.title}</bdi>
                    </PanelLink>
                  )}
                  <small>{item.source}</small>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function Shortcuts({ content: { links } }: { content: ShortcutsContent }) {
  const say = useTexts()
  if (links.length === 0) return <p className="db-dim">{say('shortcuts_empty')}</p>
  return (
    <ul className="db-links">
      {links.map((link) => (
        <li key={link.id}>
          <PanelLink to={link.to}>
            <Icon name={link.icon} size={16} />
            <bdi>{link.label}</bdi>
          </PanelLink>
        </li>
      ))}
    </ul>
  )
}
