import { ActionBar } from '#renderer/action/action-bar.tsx'
import type { ActionContext } from '#renderer/action/action-context.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { DeniedPage, MessagePage, NotFoundPage, ServerErrorPage } from '#renderer/screen/error-pages.tsx'
import type { GridGrid } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'

/** Whether a failure takes the grid's place even when there are rows to show. */
export const replacesGrid = (failure: CallFailure): boolean => failure.status === 400 || failure.status >= 500

/**
 * In place of a grid that could not be loaded.
 * @source specification, errors: 400 is the not-found page; from 500 on the server's sentence with a reload button.
 */
export function FailedGrid({ failure, formats, onReload }: { failure: CallFailure; formats: CellFormats; onReload: () => void }) {
  if (failure.status === 400 || failure.status === 404) return <NotFoundPage />
  if (failure.status === 403) return <DeniedPage message={failure.userMessage} />
  if (failure.status >= 500) return <ServerErrorPage message={failure.userMessage || formats.t('errors.oops')} retry={onReload} />
  const details = Object.entries(failure.errors).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
  return (
    <MessagePage title={failure.userMessage || formats.t(failure.status === 0 ? 'errors.network' : 'toast.error')} text={details.join(' ') || undefined}>
      <button type="button" className="pk-button pk-button-primary" onClick={onReload}>{formats.t('shell.reload')}</button>
    </MessagePage>
  )
}

/** For a list in which there is nothing yet: what it is for, and the first step. */
export function EmptyGrid({ empty, formats, context }: { empty: GridGrid['empty']; formats: CellFormats; context: ActionContext }) {
  return (
    <div className="grid-empty">
      <h2>{empty?.title || formats.t('grid.empty')}</h2>
      {empty?.text ? <p>{empty.text}</p> : null}
      {empty?.action ? <ActionBar actions={[empty.action]} context={context} /> : null}
    </div>
  )
}

/** For a search or filters that nothing matches; `onClear` is left out where there is nothing to clear. */
export function NoMatches({ formats, onClear }: { formats: CellFormats; onClear?: () => void }) {
  return (
    <div className="grid-empty">
      <h2>{formats.t(onClear ? 'grid.no_matches' : 'grid.empty_tab')}</h2>
      {onClear ? <p>{formats.t('grid.no_matches_text')}</p> : null}
      {onClear ? <button type="button" className="grid-button" onClick={onClear}>{formats.t('grid.clear_all')}</button> : null}
    </div>
  )
}

/** For an address that names a page behind the last one. */
export function EmptyPage({ formats, onFirst }: { formats: CellFormats; onFirst: () => void }) {
  return (
    <div className="grid-empty">
      <h2>{formats.t('grid.empty_page')}</h2>
      <button type="button" className="grid-button" onClick={onFirst}>{formats.t('grid.to_first_page')}</button>
    </div>
  )
}
