import { Fragment, useId, useState, type ReactNode } from 'react'
import { openVersion } from '#renderer/dialog/modal-store.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { isInstant } from '#schemas/rules/calendar/zoned-time.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import { CommentBubble, type Place } from './comment-bubble.tsx'
import Changes from './changes.tsx'
import { momentPattern, type TimelineMetadata, type TimelineNode, type TimelineState } from './timeline-types.ts'
import { useTexts } from './use-texts.ts'

interface TimelineEntryProps {
  node: TimelineNode
  /** How changed values are drawn, by field. */
  columns: Readonly<Record<string, GridColumn>>
  rights?: TimelineMetadata
  place: Place
  onAnswer?: () => void
  onDone: (text: string) => Promise<void>
}

const icons: Readonly<Record<string, string>> = {
  created: 'plus',
  changed: 'edit',
  transition: 'swap',
  comment: 'comment',
  trashed: 'trash',
  restored: 'restore',
  destroyed: 'delete',
  activated: 'activate',
  deactivated: 'deactivate',
}

/** One line of the timeline: a comment, or what was done, which unfolds to old and new values. */
export function TimelineEntry({ node, columns, rights, place, onAnswer, onDone }: TimelineEntryProps) {
  const { kind, color, description, note, user, version } = node
  const say = useTexts()
  const head = (
    <p className="tl-meta">
      <bdi className="tl-user">{user?.name_full ?? say('system')}</bdi> <Moment date={node.date} />
      {node.edited && <span> · {say('edited')}</span>}
    </p>
  )
  return (
    <li className="tl-node" data-kind={kind} data-color={color}>
      <span className="tl-dot" aria-hidden="true">
        <Icon name={icons[kind] ?? 'info'} size={14} />
      </span>
      {kind === 'comment' ? (
        <CommentBubble node={node} head={head} rights={rights} place={place} onAnswer={onAnswer} onDone={onDone} />
      ) : (
        <div className="tl-body">
          <p className="tl-line">
            {node.of && (
              <>
                <bdi className="tl-of">{ofText(node.of)}</bdi>{' '}
              </>
            )}
            <Told node={node} />
          </p>
          {note && (
            <p className="tl-note" dir="auto">
              <Note text={note} />
            </p>
          )}
          <Folded node={node} columns={columns} label={description ?? node.status_title} />
          {version !== undefined && (
            <button
              type="button"
              className="tl-unfold tl-then"
              aria-haspopup="dialog"
              aria-label={`${say('then')}: ${description ?? node.status_title}`}
              onClick={() => openVersion({ ...place, version, date: node.date })}
            >
              <Icon name="history" size={14} /> {say('then')}
            </button>
          )}
          {head}
        </div>
      )}
    </li>
  )
}

/** Of several records their description names what they are. */
const ofText = ({ type, title }: NonNullable<TimelineNode['of']>): string => (title === undefined ? '' : `${type} ${title}:`)

function Moment({ date }: { date: string }) {
  const { formatDate } = useLocale()
  return (
    <time dateTime={date} title={formatDate(date, { pattern: momentPattern })}>
      {formatDate(date, { pattern: 'HH:mm' })}
    </time>
  )
}

/** A note; the moment at which something became due reads as a date. */
function Note({ text }: { text: string }) {
  const { formatDateTime } = useLocale()
  return isInstant(text) ? formatDateTime(text) : text
}

function Told({ node }: { node: TimelineNode }) {
  const say = useTexts()
  const { kind, status_title: title, description, field, from, to } = node
  if (kind === 'transition' && to && field !== undefined && !node.own_text) {
    const parts = { field: <bdi>{field}</bdi>, to: <Badge state={to} /> }
    return from && from.title !== ''
      ? filled(say('status_changed'), { ...parts, from: <Badge state={from} /> })
      : filled(say('status_set'), parts)
  }
  if (kind === 'transition')
    return (
      <>
        <b dir="auto">{description ?? title}</b>
        {from && to && (
          <span className="tl-states">
            {from.title !== '' && <Badge state={from} />} <Arrow /> <Badge state={to} />
          </span>
        )}
      </>
    )
  return (
    <>
      <b>{title}</b>
      {description && (
        <>
          {' '}
          <span dir="auto">{description}</span>
        </>
      )}
    </>
  )
}

/** A sentence with what stands in its places. */
const filled = (text: string, parts: Record<string, ReactNode>): ReactNode[] =>
  text
    .split(/(\{\w+\})/)
    .map((part, at) => <Fragment key={at}>{part.startsWith('{') ? (parts[part.slice(1, -1)] ?? part) : part}</Fragment>)

const Badge = ({ state }: { state: TimelineState }) => (
  <span className="tl-badge" data-color={state.color ?? 'default'}>
    <bdi>{state.title}</bdi>
  </span>
)

const Arrow = () => {
  const { dir } = useLocale()
  return <span aria-hidden="true">{dir === 'rtl' ? '←' : '→'}</span>
}

/** What changed, behind a button that names it. */
function Folded({ node, columns, label }: { node: TimelineNode; columns: TimelineEntryProps['columns']; label: string }) {
  const id = useId()
  const say = useTexts()
  const { formatNumber } = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { changes = [], rows = [], count = 0 } = node
  if (changes.every(({ from, to }) => from === undefined && to === undefined) && rows.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="tl-unfold"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${say(isOpen ? 'fold' : 'unfold')}: ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'up' : 'down'} size={14} /> {say(isOpen ? 'fold' : 'unfold')}
      </button>
      <div id={id} className="tl-unfolded" hidden={!isOpen}>
        {isOpen && (
          <>
            <Changes changes={changes} columns={columns} />
            {rows.map((row, at) => (
              <div key={`${row.id} ${at}`} className="tl-row">
                <p>
                  <b>
                    <bdi>{row.title}</bdi>
                  </b>{' '}
                  <span className="tl-dim">{say(`done_${row.kind}`)}</span>
                </p>
                <Changes changes={row.changes ?? []} columns={columns} />
              </div>
            ))}
            {count > rows.length && rows.length > 0 && (
              <p className="tl-dim">{say('and_more', { count: formatNumber(count - rows.length) })}</p>
            )}
          </>
        )}
      </div>
    </>
  )
}
