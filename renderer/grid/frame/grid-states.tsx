import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { Navigate } from 'react-router'
import { ActionBar } from '#renderer/action/action-bar.tsx'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { DeniedPage, MessagePage, NotFoundPage, ServerErrorPage } from '#renderer/documents/error-pages.tsx'
import type { GridGrid } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'

interface FailedGridProps {
  failure: CallFailure
  formats: CellFormats
  part: boolean
  busy: boolean
  at?: RefObject<HTMLDivElement | null>
  onReload: () => void
  /** Takes search and filters away; left out where none are set. */
  onClear?: () => void
}

/**
 * Shown instead of a grid that could not be loaded; a grid with rows keeps them, and a toast reports the failure.
 * @source specification, errors: 400 is the not-found page; from 500 on the server's sentence with a reload button
 */
export function FailedGrid({ at, ...failed }: FailedGridProps) {
  return (
    <div ref={at} role="alert">
      <FailurePage {...failed} />
    </div>
  )
}

function FailurePage({ failure, formats, part, busy, onReload, onClear }: Omit<FailedGridProps, 'at'>) {
  if ((failure.status === 400 || failure.status === 422) && failure.errorCode !== 'unknown-grid' && onClear)
    return (
      <MessagePage title={formats.t('grid.filters_refused')} text={failure.userMessage || undefined} part={part}>
        <button type="button" className="pk-button pk-button-primary" onClick={onClear}>
          {formats.t('grid.clear_all')}
        </button>
      </MessagePage>
    )
  if (failure.status === 400 || failure.status === 404) return <NotFoundPage part={part} />
  if (failure.status === 403 && !part) return <Navigate to="/forbidden" replace />
  if (failure.status === 403) return <DeniedPage message={failure.userMessage} part={part} />
  if (failure.status >= 500 || failure.errorCode === 'network')
    return <ServerErrorPage failure={failure} fallback={formats.t('errors.oops')} retry={onReload} busy={busy} part={part} />
  const details = Object.entries(failure.errors).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
  return (
    <MessagePage title={failure.userMessage || formats.t('toast.error')} text={details.join(' ') || undefined} part={part}>
      <button type="button" className="pk-button pk-button-primary" onClick={onReload}>
        {formats.t('shell.reload')}
      </button>
    </MessagePage>
  )
}

/** For an empty list: its purpose and the first step. */
export function EmptyGrid({ empty, formats, context }: { empty: GridGrid['empty']; formats: CellFormats; context: ActionContext }) {
  return (
    <div className="grid-empty" tabIndex={-1}>
      <h2>{empty?.title || formats.t('grid.empty')}</h2>
      {empty?.text ? <p>{empty.text}</p> : null}
      {empty?.action ? <ActionBar actions={[empty.action]} context={context} /> : null}
    </div>
  )
}

/** For a tab without rows. */
export function EmptyTab({ formats }: { formats: CellFormats }) {
  return (
    <div className="grid-empty" tabIndex={-1}>
      <h2>{formats.t('grid.empty_tab')}</h2>
    </div>
  )
}

/** For a search or filters that nothing matches; `searched` names the fields that were searched, where there is a search. */
export function NoMatches({
  formats,
  title,
  searched,
  isFiltered,
  onClear,
}: {
  formats: CellFormats
  /** The grid's own words for it. */
  title?: string
  searched?: readonly string[]
  /** Whether filters are active. */
  isFiltered: boolean
  onClear: () => void
}) {
  const text = searched === undefined ? 'grid.no_matches_filters' : isFiltered ? 'grid.no_matches_text' : 'grid.no_matches_search'
  return (
    <div className="grid-empty" tabIndex={-1}>
      <h2>{title || formats.t('grid.no_matches')}</h2>
      <p>{formats.t(text)}</p>
      {searched && searched.length > 0 ? (
        <p>
          {formats.t('grid.searched', { fields: searched.join(formats.t('grid.comma')) })} {formats.t('grid.search_hint')}
        </p>
      ) : null}
      <button type="button" className="grid-button" onClick={onClear}>
        {formats.t(`grid.${searched === undefined ? 'clear_filters' : isFiltered ? 'clear_all' : 'clear_search'}`)}
      </button>
    </div>
  )
}

/** For an address that names a page behind the last one. */
export function EmptyPage({ formats, onFirst }: { formats: CellFormats; onFirst: () => void }) {
  return (
    <div className="grid-empty" tabIndex={-1}>
      <h2>{formats.t('grid.empty_page')}</h2>
      <button type="button" className="grid-button" onClick={onFirst}>
        {formats.t('grid.to_first_page')}
      </button>
    </div>
  )
}

const slowMs = 8000

/** Shown above the rows when loading takes long; `stale` if the rows are those of an earlier request. */
export function SlowNotice({ formats, stale, onRetry }: { formats: CellFormats; stale: boolean; onRetry: () => void }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow ? (
    <div className="grid-stale" role="alert">
      <span>
        {formats.t('grid.slow')} {stale ? formats.t('grid.slow_stale') : ''}
      </span>
      <button type="button" className="grid-button" onClick={onRetry}>
        {formats.t('blocks.retry')}
      </button>
    </div>
  ) : null
}

/** Shown above the rows of an earlier request if loading failed; retries when the network returns. */
export function StaleNotice({
  failure,
  formats,
  busy,
  onRetry,
}: {
  failure: CallFailure
  formats: CellFormats
  busy: boolean
  onRetry: () => void
}) {
  const again = useEffectEvent(onRetry)
  const unreachable = failure.status === 0
  useEffect(() => {
    if (!unreachable) return undefined
    const onOnline = () => again()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [unreachable])
  return (
    <div className="grid-stale" role="alert">
      <span>
        {formats.t('grid.page_failed')} {failure.userMessage || (unreachable ? formats.t('errors.network') : '')}
      </span>
      <button type="button" className="grid-button" disabled={busy} onClick={onRetry}>
        {formats.t('blocks.retry')}
      </button>
    </div>
  )
}
