import { useId, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { groupByDay, kindsOf } from './days.ts'
import { FailedRead } from './failed-read.tsx'
import { failureSentence } from './failure-sentence.ts'
import { Composer, type Answered } from './composer.tsx'
import { TimelineEntry } from './timeline-entry.tsx'
import { useOrders } from './order-choice.ts'
import { OrderSwitch, TimelineFilter } from './timeline-filter.tsx'
import type { TimelineMetadata, TimelineNode, TimelineOrder } from './timeline-types.ts'
import { useTexts } from './use-texts.ts'
import { useTimeline } from './use-timeline.ts'
import './timeline.css'

export interface TimelineProps {
  /** Entity of the record. */
  model: string
  /** Id of the record. */
  record: string
  /** Kinds can be chosen. */
  filter?: boolean
  /** Which entries stand first until the reader chooses; left out, the entity says. */
  order?: TimelineOrder
}

const dayPattern = 'YYYY-MM-DD'

/** What was done to a record and said about it, by day, with a place to write a comment. */
export default function Timeline({ model, record, filter, order: usual }: TimelineProps) {
  const id = useId()
  const say = useTexts()
  const { formatDate, formatNumber } = useLocale()
  const chosen = useOrders((orders) => orders[model])
  const [choice, setChoice] = useState('all')
  const [answered, setAnswered] = useState<Answered>()
  const [told, setTold] = useState('')
  /** Entries that were there when earlier ones were asked for. */
  const [shown, setShown] = useState<number>()
  const { data: pages, error, isValidating, size, setSize, mutate } = useTimeline(model, record, kindsOf(choice), chosen ?? usual)
  const [known, setKnown] = useState<TimelineMetadata>()
  const first = pages?.[0]?.metadata
  if (first && first !== known) setKnown(first)
  const last = pages?.at(-1)?.metadata
  const nodes = pages?.flatMap(({ results }) => results) ?? []
  const order = chosen ?? usual ?? known?.order ?? 'newest'
  const columns = Object.assign({}, ...(pages ?? []).map(({ metadata }) => metadata.fields)) as TimelineMetadata['fields']
  const failure = failureSentence(error)
  const today = formatDate(new Date(), { pattern: dayPattern })
  const keyOf = (date: string): string => formatDate(date, { pattern: dayPattern })

  async function done(text: string): Promise<void> {
    setShown(undefined)
    setTold(text)
    await mutate()
  }
  function choose(next: TimelineOrder): void {
    setShown(undefined)
    useOrders.setState({ [model]: next })
    setTold(say(`order_${next}`))
  }
  function more(): void {
    if (isValidating) return
    setShown(nodes.length)
    void setSize(size + 1)
  }
  return (
    <section className="tl" aria-label={say('title')} aria-busy={isValidating || undefined}>
      {known?.can_comment && (
        <Composer
          id={`${id}-new`}
          model={model}
          record={record}
          rights={known}
          answered={answered}
          onAnswered={setAnswered}
          onDone={() => done(say('comment_added'))}
        />
      )}
      {known && (
        <div className="tl-choices">
          {filter && known.kinds.length > 1 && <TimelineFilter kinds={known.kinds} choice={choice} onChoose={setChoice} />}
          <OrderSwitch order={order} onChoose={choose} />
        </div>
      )}
      <p className="pk-visually-hidden" role="status">
        {shown !== undefined && nodes.length > shown ? say('added', { count: formatNumber(nodes.length - shown) }) : told}
      </p>
      <FailedRead failure={error} onRetry={() => void mutate()} />
      {!pages && failure === undefined && <Waiting />}
      {pages && nodes.length === 0 && last?.cursor === null && <p className="tl-empty">{say(choice === 'all' ? 'empty' : 'empty_kind')}</p>}
      {groupByDay(nodes, keyOf).map(({ key, date, nodes: ofDay }) => (
        <section key={key} className="tl-day" aria-labelledby={`${id}-${key}`}>
          <h2 id={`${id}-${key}`}>{key === today ? say('today') : formatDate(date)}</h2>
          <ol>
            {ofDay.map((node: TimelineNode) => (
              <TimelineEntry
                key={node.id}
                node={node}
                columns={columns[node.of?.model ?? model] ?? {}}
                rights={known}
                place={{ model, record }}
                onAnswer={
                  known?.can_comment
                    ? () => {
                        setAnswered({
                          id: node.id,
                          name: node.user?.name_full ?? '',
                          text: node.description ?? '',
                          isPrivate: node.private === true,
                        })
                        document.getElementById(`${id}-new`)?.focus()
                      }
                    : undefined
                }
                onDone={done}
              />
            ))}
          </ol>
        </section>
      ))}
      {last?.cursor && (
        <button type="button" className="pk-button tl-more" aria-disabled={isValidating || undefined} onClick={more}>
          {say(order === 'oldest' ? 'more_later' : 'more')}
        </button>
      )}
    </section>
  )
}

/** Lines in the places of the first entries. */
const Waiting = () => (
  <div className="tl-waiting" aria-hidden="true">
    {[58, 72, 44].map((width) => (
      <span key={width} style={{ inlineSize: `${width}%` }} />
    ))}
  </div>
)
