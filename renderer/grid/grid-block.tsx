import { type MouseEvent } from 'react'
import { BrokenAnswer } from '#renderer/documents/broken-answer.tsx'
import { CardTools } from './rows/card-tools.tsx'
import { EditBar } from './edit/edit-parts.ts'
import { changeGridQuery, isFiltered } from './data/grid-query.ts'
import { DroppedNotice, ShortenedNotice } from './frame/dropped-notice.tsx'
import { GridHeading, hasTabs } from './frame/grid-heading.tsx'
import { GridAge, GridNotices } from './frame/grid-notices.tsx'
import { FailedGrid } from './frame/grid-states.tsx'
import { GridOverlays } from './frame/grid-overlays.tsx'
import { GridPager } from './frame/grid-pager.tsx'
import { GridSheet } from './frame/grid-sheet.tsx'
import { GridStatus } from './frame/grid-status.tsx'
import { GridToolbar } from './frame/grid-toolbar.tsx'
import { useGrid, type GridBlockProps } from './use-grid.ts'
import './grid.css'

export type { GridBlockProps }

/** Leaving the search field sends it and moves the rows. The focus stays in it until the click has reached its button. */
function holdFocus(event: MouseEvent, search: HTMLElement | null): void {
  if (search !== null && document.activeElement === search && (event.target as Element).closest('button, a')) event.preventDefault()
}

/** A list drawn from the server's metadata and rows. */
export default function GridBlock(props: GridBlockProps) {
  // A new key resets the state: selection, focus and typed text belong to one list.
  return <Grid key={JSON.stringify([props.path, props.endpoint, props.params])} {...props} />
}

/** A list, or a message if it cannot be shown. */
function Grid(props: GridBlockProps) {
  const model = useGrid(props)
  const {
    answer,
    busy,
    columnState,
    data,
    document,
    edits,
    embedded,
    failure,
    formats,
    grid,
    heading,
    isPage,
    leftOut,
    page,
    query,
    rows,
  } = model
  if (model.unreadable.length > 0 && !page)
    return <BrokenAnswer document={document} problems={model.unreadable} busy={busy} retry={data.reload} />
  // A list that is published no more has nothing that its rows could do.
  if (failure && (!page || failure.errorCode === 'unknown-grid'))
    return (
      <FailedGrid
        failure={failure}
        formats={formats}
        part={!isPage}
        busy={busy}
        at={model.failedPart}
        onReload={model.reloadFailed}
        onClear={isFiltered(query) ? model.clearAll : undefined}
      />
    )

  return (
    <section
      className="grid"
      aria-label={heading || undefined}
      data-embedded={embedded || undefined}
      data-density={columnState.density}
      data-stale={(data.stale && busy) || undefined}
      onMouseDown={(event) => holdFocus(event, model.searchInput.current)}
    >
      <GridHeading
        grid={grid}
        shape={model.shape}
        pageTitle={answer?.page_title}
        title={model.title}
        isPage={isPage}
        embedded={embedded}
        context={model.context}
        formats={formats}
        tab={query.tab}
        panelId={model.panelId}
        onTab={(tab) => model.change(changeGridQuery(query, { tab: tab === model.defaults.firstTab ? null : tab }))}
      />
      <div
        id={model.panelId}
        role={hasTabs(grid) ? 'tabpanel' : undefined}
        aria-labelledby={hasTabs(grid) ? `${model.panelId}-${query.tab ?? grid.tabs[0]?.key}` : undefined}
        className="grid-panel"
      >
        <GridToolbar model={model} />
        {/* Once the list is there: it knows what its filters are called. */}
        {grid ? <DroppedNotice dropped={model.dropped} titleOf={model.titleOf} formats={formats} onClose={model.clearDropped} /> : null}
        {page && !data.stale ? <ShortenedNotice shortened={page.shortened} titleOf={model.titleOf} formats={formats} /> : null}
        <GridNotices
          document={document}
          data={data}
          failure={failure}
          unreadable={model.unreadable}
          leftOut={leftOut}
          hiddenSums={model.hiddenSums}
          formats={formats}
        />
        <CardTools
          rows={page ? rows : null}
          selected={model.selection.ids}
          selectable={model.selectable}
          total={page ? model.countOf(page.pagination.total, page.pagination.total_is_exact) : null}
          formats={formats}
          onSelectAll={model.selection.selectAll}
        />
        <GridAge data={data} formats={formats} />
        <GridSheet model={model} />
        {edits.editing && edits.drafts.size > 0 ? <EditBar editing={edits.editing} rows={rows} formats={formats} /> : null}
        <GridPager model={model} />
      </div>
      <GridOverlays model={model} />
      <GridStatus model={model} />
    </section>
  )
}
