import { Suspense, use, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { interpolate, valueAt } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { refresh, subscribeRefresh } from '#renderer/api/refresh.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { hasTexts, readActions, readList, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import '#renderer/grid/grid.css'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { BlockNotice, ProblemNotices } from '#renderer/screen/blocks/block-notice.tsx'
import type { BlockProps } from '#renderer/screen/blocks/block-props.ts'
import { InnerRows } from '#renderer/screen/blocks/inner-rows.tsx'
import { PageBodyContext, tellsLock } from '#renderer/screen/blocks/page-body.ts'
import { RecordGoneContext } from '#renderer/screen/record-gone.ts'
import { CreateButton } from './create-button.tsx'
import { NewRowLine } from './new-row-line.tsx'
import { RowTools } from './row-tools-cell.tsx'
import { RowView } from './row-view.tsx'
import { RowsFoot } from './rows-foot.tsx'
import { useParentRecord } from './use-parent-record.ts'
import { useFirstRows } from './use-first-rows.ts'
import { useRowOrder } from './use-row-order.ts'
import './rows-block.css'

const noRows: GridRow[] = []

/** A column whose amounts are in the currency of the record: it is the same for all rows. */
function inParentsCurrency(column: GridColumn, parent: Record<string, unknown> | undefined): GridColumn {
  const code = column.currency_by?.startsWith('parent.') ? valueAt({ parent }, column.currency_by) : undefined
  return typeof code === 'string' && code !== '' ? { ...column, currency: code, currency_by: undefined } : column
}

/** The rows of a loaded record with their sums, and what can be done with them without leaving the page. */
export default function RowsBlock({ block, data, modals, document, pointer }: BlockProps) {
  const { t } = useLocale()
  const cellFormats = useCellFormats()
  const gone = use(RecordGoneContext)
  const formats = useMemo(() => ({ ...cellFormats, document: `${document} ${pointer}` }), [cellFormats, document, pointer])
  const [name = '', list = ''] = String(block.rows).split('.')
  const record = useParentRecord(data, name, block.model)
  const listed = record && valueAt(record, list)
  const rows = useMemo(() => (Array.isArray(listed) ? ((listed as unknown[]).filter(isRecord) as unknown as GridRow[]) : noRows), [listed])
  const renew = useRenewedRecord(rows)
  const context = useMemo(
    (): ActionContext => ({ data: { ...data, [name]: record, parent: record }, modals, onSuccess: renew }),
    [data, name, record, modals, renew],
  )
  const locked = record && (block.locked ?? []).find(({ when }) => matches(when, record))
  const isFixed = locked !== undefined || typeof record?.deleted_at === 'string'
  const order = useRowOrder({ action: isFixed || record?.can_edit === false ? undefined : block.reorder, rows, context })
  const drawn = useFirstRows(order.rows)
  const isSaid = tellsLock(use(PageBodyContext), name, locked?.text)
  const [viewed, setViewed] = useState<GridRow['id']>()
  const section = useRef<HTMLElement>(null)
  useHeldFocus(section, rows.length)

  if (gone) return <p className="pf-empty">{t('pages.gone')}</p>
  const isWaiting = block.model !== undefined && record === undefined
  if (!Array.isArray(listed) && !isWaiting)
    return (
      <BlockNotice document={document} pointer={`${pointer}/rows`} messageKey="form.blocks.missing" values={{ name: String(block.rows) }} />
    )
  const problems: DocumentProblem[] = []
  const columns = readList<GridColumn>(block.columns, `${pointer}/columns`, hasTexts('key'), problems).map((column) =>
    inParentsCurrency(column, record),
  )
  const actions = Array.isArray(block.actions) ? readActions(block.actions, `${pointer}/actions`, problems) : []
  const title = typeof block.title === 'string' && block.title ? interpolate(block.title, data) : undefined
  const create =
    block.create && !isFixed && (block.create.flag === undefined || record?.[block.create.flag] !== false) ? block.create : undefined
  const isFull = create?.most !== undefined && rows.length >= create.most
  const line = !isWaiting && !isFull && create?.form && create.save ? { form: create.form, save: create.save } : undefined
  const { view } = block
  const hasLead = order.isOffered
  const hasTools = view !== undefined || actions.length > 0 || hasLead
  const totals = rows.length > 0 && block.totals?.length ? block.totals : undefined
  const isEmpty = rows.length === 0 && !line

  return (
    <section ref={section} className="pf-details pf-rows-block" aria-label={title} tabIndex={-1}>
      {(title !== undefined || create?.action) && (
        <div className="pf-rows-head">
          {title !== undefined && (
            <h2>
              <bdi>{title}</bdi>
            </h2>
          )}
          {create?.action && <CreateButton action={create.action} title={create.title} context={context} disabled={isWaiting || isFull} />}
        </div>
      )}
      <ProblemNotices document={document} problems={problems} />
      {isWaiting && <p className="pf-rows-hint">{t('blocks.rows.save_first')}</p>}
      {locked && locked.text !== '' && !isSaid && (create ?? block.create ?? block.actions) !== undefined && (
        <p className="pf-rows-hint">
          <bdi>{locked.text}</bdi>
        </p>
      )}
      {rows.length === 0 && !isWaiting && (
        <p className="pf-empty">{typeof block.empty === 'string' ? block.empty : t('form.rows.empty')}</p>
      )}
      {!isEmpty && (
        // Many rows are scrolled by keyboard too.
        <div className="pf-details-rows" data-totals={totals !== undefined || undefined} tabIndex={0} role="group" aria-label={title}>
          <InnerRows
            rows={drawn}
            columns={columns}
            formats={formats}
            lead={
              hasLead
                ? {
                    name: t('blocks.rows.order'),
                    draw: (row, at) => (
                      <button type="button" className="pf-handle" {...order.handleOf(row, at)}>
                        <svg width="10" height="16" viewBox="0 0 10 16" fill="currentColor" aria-hidden="true">
                          <path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
                        </svg>
                      </button>
                    ),
                  }
                : undefined
            }
            tools={
              hasTools
                ? {
                    name: t('grid.actions'),
                    draw: (row, at) => (
                      <RowTools
                        row={row}
                        actions={actions}
                        context={context}
                        formats={formats}
                        onView={view && (() => setViewed(row.id))}
                        movesOf={hasLead ? () => order.entriesOf(at) : undefined}
                      />
                    ),
                  }
                : undefined
            }
            attributesOf={(row, at) => ({ 'data-id': row.id, ...(hasLead && order.lineOf(row, at)) })}
            lines={
              line &&
              create && (
                <Suspense>
                  <NewRowLine {...line} title={create.title} columns={columns} context={context} hasLead={hasLead} hasTools={hasTools} />
                </Suspense>
              )
            }
            foot={totals && <RowsFoot {...{ rows, columns, totals, formats, hasLead, hasTools }} />}
          />
        </div>
      )}
      {isFull && <p className="pf-description">{t('form.rows.full', { number: create?.most ?? rows.length })}</p>}
      {hasLead && (
        <span className="pk-visually-hidden" role="status">
          {order.told}
        </span>
      )}
      {view && viewed !== undefined && (
        <RowView view={view} rows={order.rows} shown={viewed} formats={formats} section={section} onShow={setViewed} />
      )}
    </section>
  )
}

/** Reads the record again, once for all that happens at a time; also when one of its rows is told to have changed. */
function useRenewedRecord(rows: readonly GridRow[]): () => void {
  const isPending = useRef(false)
  const renew = useCallback(() => {
    if (isPending.current) return
    isPending.current = true
    queueMicrotask(() => {
      isPending.current = false
      refresh('screen', { answer: null })
    })
  }, [])
  const onRow = useEffectEvent((id: GridRow['id'] | undefined) => {
    if (rows.some((row) => row.id === id)) renew()
  })
  useEffect(() => subscribeRefresh('row', ({ id }) => onRow(id)), [])
  return renew
}

/** The focus stays in the block when the row that had it is gone. */
function useHeldFocus(section: { current: HTMLElement | null }, count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const isLess = count < before.current
    before.current = count
    if (isLess && document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  }, [section, count])
}
