import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { isCancelled, type CallFailure } from '#renderer/api/call-failure.ts'
import { failureText, hasSessionEnded } from '#renderer/api/error-catalogue.ts'
import { prefetchCall, useCall } from '#renderer/api/use-call.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { SignInButton } from '#renderer/dialog/sign-in-button.tsx'
import { useModals } from '#renderer/dialog/modal-store.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { interpolate, pathsIn } from '#schemas/rules/text/interpolate.ts'
import { nameOf } from '#schemas/rules/text/plain-text.ts'
import { failurePage } from '#renderer/documents/failed-screen.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import type { GridQuickView, GridRow } from '#schemas/types/contract.d.ts'
import { QuickTabs, type QuickPart } from './quick-tabs.tsx'
import { RecordFields } from './record-fields.tsx'
import { RecordScreenContext, RecordTimelineContext } from './record-screen.ts'

export interface QuickViewProps {
  quick: GridQuickView
  /** Id of the record. */
  record: string
  /** Its row, where the list shows it. */
  row?: GridRow
  /** Position in the whole list, from 1. */
  place?: number
  /** Total number of rows; left out if unknown. */
  total?: number
  formats: CellFormats
  nextId?: GridRow['id']
  /** Left out where there is none. */
  previous?: () => void
  next?: () => void
  /** What has the focus afterwards, by the record that was shown last: its line in the list when left out. */
  focusOf?: (record: string) => HTMLElement | null
  onClose: () => void
}

/** Whether the focused element handles the key itself. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role=tab], [role=combobox]'))

/** A record next to its list: read only, with buttons for the previous and the next one. */
export default function QuickView(props: QuickViewProps) {
  const { quick, record, row, place, total, formats, nextId, previous, next, focusOf = lineOf, onClose } = props
  const { t } = formats
  const drawScreen = use(RecordScreenContext)
  const drawTimeline = use(RecordTimelineContext)
  const [part, setPart] = useState<QuickPart>('details')
  const answer = useCall<unknown>('single', { model: quick.model, id: record })
  const { mutate } = answer
  useEffect(
    () =>
      subscribeRefresh('row', ({ id }) => {
        if (id === undefined || String(id) === record) void mutate()
      }),
    [mutate, record],
  )
  useEffect(() => {
    if (nextId !== undefined && answer.data) void prefetchCall('single', { model: quick.model, id: String(nextId) })
  }, [nextId, quick.model, answer.data])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      isTyping(event.target) ||
      useModals.getState().stack.length > 0
    )
      return
    const step =
      event.code === 'KeyJ' || event.code === 'ArrowDown' ? next : event.code === 'KeyK' || event.code === 'ArrowUp' ? previous : undefined
    if (!step) return
    event.preventDefault()
    step()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  useReturnedFocus(record, focusOf)

  const found = isRecord(answer.data?.results) ? (answer.data.results as GridRow) : undefined
  const title = headingOf(quick, found) ?? headingOf(quick, row) ?? t('grid.quick.title')
  const foot = (
    <>
      {place === undefined ? null : (
        <span className="quick-place" role="status">
          {total === undefined
            ? formats.number(place)
            : t('grid.quick.place', { place: formats.number(place), total: formats.number(total) })}
        </span>
      )}
      <button
        type="button"
        className="pk-button"
        aria-disabled={!previous}
        aria-keyshortcuts="K ArrowUp"
        title={t('grid.quick.previous')}
        onClick={previous}
      >
        <Icon name="up" size={16} /> {t('grid.quick.previous')}
      </button>
      <button
        type="button"
        className="pk-button"
        data-autofocus
        aria-disabled={!next}
        aria-keyshortcuts="J ArrowDown"
        title={t('grid.quick.next')}
        onClick={next}
      >
        <Icon name="down" size={16} /> {t('grid.quick.next')}
      </button>
    </>
  )
  const details = () =>
    quick.screen !== undefined ? (
      drawScreen?.({ screen: quick.screen, record })
    ) : (
      <RecordFields fields={quick.fields} row={found} formats={formats} />
    )
  return (
    <ModalFrame title={title} size="drawer" opener={null} onClose={onClose} foot={foot}>
      <div className="quick-view" aria-busy={(!found && answer.isValidating) || undefined}>
        {answer.error && !isCancelled(answer.error) ? (
          <Failed failure={answer.error} formats={formats} retry={() => void mutate()} />
        ) : quick.timeline ? (
          <QuickTabs
            part={part}
            formats={formats}
            onChoose={setPart}
            details={details}
            timeline={() => drawTimeline?.({ model: quick.model, record })}
          />
        ) : (
          details()
        )}
      </div>
    </ModalFrame>
  )
}

/** What the record is called: by its `display`, with choices in words, else by its own name. */
function headingOf({ display, fields }: GridQuickView, row: GridRow | undefined): string | null {
  if (display === undefined || !row) return nameOf(row)
  const isWhole = pathsIn(display).every((path) => Object.hasOwn(row, path))
  if (!isWhole) return nameOf(row)
  const worded = fields.flatMap(({ key, options }) => {
    const title = options?.find(({ value }) => value === row[key])?.title
    return title === undefined ? [] : [[key, title]]
  })
  return interpolate(display, { ...row, ...Object.fromEntries(worded) }).trim() || nameOf(row)
}

function Failed({ failure, formats: { t }, retry }: { failure: CallFailure; formats: CellFormats; retry: () => void }) {
  if (failurePage(failure) === 'not-found')
    return (
      <div className="quick-failed" role="alert">
        <h3>{t('grid.quick.gone')}</h3>
        <p>{t('grid.quick.gone_text')}</p>
      </div>
    )
  const message = failureText(failure)
  return (
    <div className="quick-failed" role="alert">
      <p>{message !== null && 'text' in message ? message.text : t(message !== null && 'key' in message ? message.key : 'toast.error')}</p>
      {hasSessionEnded(failure) ? (
        <SignInButton />
      ) : (
        <button type="button" className="pk-button" onClick={retry}>
          {t('blocks.retry')}
        </button>
      )}
    </div>
  )
}

const lineOf = (record: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.grid-table tr[data-id="${CSS.escape(record)}"]`) ??
  document.querySelector<HTMLElement>('.grid-table tr[data-id][tabindex="0"]')

/** When it closes, what stands for the record that was shown last has the focus. */
function useReturnedFocus(record: string, focusOf: (record: string) => HTMLElement | null): void {
  const last = useRef({ record, focusOf })
  useEffect(() => {
    last.current = { record, focusOf }
  }, [record, focusOf])
  useEffect(
    () => () => {
      const line = last.current.focusOf(last.current.record)
      line?.focus()
      line?.scrollIntoView({ block: 'nearest' })
    },
    [],
  )
}
