import { noValue } from '#schemas/rules/text/plain-text.ts'
import { Fragment, useMemo } from 'react'
import { useLocation } from 'react-router'
import useSWR from 'swr'
import { asFailure, unreadableAnswer, type CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { callKey } from '#renderer/api/use-call.ts'
import { TermText } from '#renderer/grid/filter/term-text.tsx'
import { readTerms } from '#renderer/grid/filter/terms.ts'
import { defaultsOf, readGridAnswer, type ReadGrid } from '#renderer/grid/data/grid-answer.ts'
import { readRows, type GridParams } from '#renderer/grid/data/grid-loader.ts'
import { formatGridRequest, parseGridQuery, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { sourceOf } from '#renderer/grid/data/grid-source.ts'
import { FailedGrid } from '#renderer/grid/frame/grid-states.tsx'
import { readCell } from '#renderer/grid/rows/rows.ts'
import { groupRows } from '#renderer/grid/table/group-rows.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import { usePageHead } from '#renderer/ui/page-head.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { printedCell, printedShape, printedSum } from './printed-cell.tsx'
import { printedRows, printKeys } from './export-import.ts'
import './grid-print.css'

/** Columns that a sheet has room for in the usual size, upright. */
const mostAtEase = 7
/** Characters of a text that are printed: the more columns, the narrower each. */
const longestText = { upright: 300, wide: 160, widest: 80 }
/** Rows that are named in one question. */
const idsAtOnce = 200

const openAll: ReadonlySet<string> = new Set()

interface Printed {
  query: GridQuery
  rows: string
  columns: string[] | null
  ids: string[]
  endpoint?: string
}

/** What an address says is to be printed. */
function readPrinted(search: string): Printed {
  const given = new URLSearchParams(search)
  const own = Object.fromEntries(Object.entries(printKeys).map(([name, key]) => [name, given.get(key)])) as Record<
    keyof typeof printKeys,
    string | null
  >
  for (const key of Object.values(printKeys)) given.delete(key)
  const list = (text: string | null) => text?.split(',').filter(Boolean) ?? []
  return {
    query: parseGridQuery(given).query,
    rows: own.rows ?? 'all',
    columns: own.columns === null ? null : list(own.columns),
    ids: list(own.ids).slice(0, printedRows),
    endpoint: own.endpoint ?? undefined,
  }
}

/** Asks for the rows as the list itself does; of a tree for all its levels. */
async function fetchPrinted(grid: string, { query, rows: which, ids, endpoint }: Printed): Promise<{ answer: ReadGrid; rows: GridRow[] }> {
  const source = sourceOf(grid, {}, endpoint)
  const ask = (params: GridParams) => callNamed(source.endpoint, { params: { ...source.params, ...formatGridRequest(query), ...params } })
  const whole = { page: 1, page_size: printedRows }
  const parts =
    which === 'selection'
      ? Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, at) => ({
          page: 1,
          ids: ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce).join(),
        }))
      : [which === 'page' ? {} : whole]
  let first = await ask(parts[0] ?? { page: 1, page_size: 1 })
  const answer = readGridAnswer(first.metadata)
  if (!answer) throw unreadableAnswer(grid, '/metadata/grid', 'object', first.metadata.grid)
  if (which === 'all' && answer.grid.tree) first = await ask({ ...whole, under: 'all' })
  const rows = readRows(first.results)
  for (const part of parts.slice(1)) rows.push(...readRows((await ask({ ...part, parts: 'cells' })).results))
  return { answer, rows: parts.length === 0 ? [] : rows }
}

/** A list for printing: title, filters, and rows under a head that is repeated on each page. */
export default function GridPrint({ grid }: { grid: string }) {
  const { search } = useLocation()
  const formats = useCellFormats()
  const { t } = formats
  const printed = useMemo(() => readPrinted(search), [search])
  const { data, error, isValidating, mutate } = useSWR<Awaited<ReturnType<typeof fetchPrinted>>, unknown>(
    callKey('grid', { grid, search }, { scope: 'print' }, formats.locale),
    () => fetchPrinted(grid, printed),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  )
  usePageHead(data ? { title: data.answer.page_title } : null)
  if (error && !data)
    return (
      <FailedGrid
        failure={asFailure(error, 'grid') satisfies CallFailure}
        formats={formats}
        part={false}
        busy={isValidating}
        onReload={() => void mutate()}
      />
    )
  if (!data) return <Loading />
  const { answer, rows } = data
  const columns =
    printed.columns === null
      ? answer.grid.columns
      : printed.columns.flatMap((key) => answer.grid.columns.find((column) => column.key === key) ?? [])
  const filters = answer.grid.filters ?? []
  const shapes = columns.map((column) =>
    printedShape(
      column,
      rows.map((row) => readCell(row, column.key)),
    ),
  )
  const filled = shapes.filter((shape) => shape !== 'empty').length
  const longest = filled > mostAtEase * 1.5 ? longestText.widest : filled > mostAtEase ? longestText.wide : longestText.upright
  const sums =
    printed.rows === 'selection' || rows.length === 0 || !columns.some(({ summary }) => summary !== undefined) ? undefined : answer.summary
  const { group_by: group } = answer.grid
  const groups = group && groupRows(rows, group.key, openAll, answer.groups)
  const terms = readTerms(printed.query, filters)
  const tab =
    printed.query.tab === null || printed.query.tab === defaultsOf(answer).firstTab
      ? undefined
      : answer.grid.tabs?.find(({ key }) => key === printed.query.tab)?.title
  const isCut = printed.rows === 'all' && answer.pagination.total > rows.length
  return (
    <section className="grid-print" data-width={filled > mostAtEase * 1.5 ? 'widest' : filled > mostAtEase ? 'wide' : undefined}>
      <h1>
        <bdi>{answer.page_title}</bdi>
      </h1>
      <p className="grid-print-about">
        {tab === undefined ? null : (
          <span>
            <b>
              <bdi>{tab}</bdi>
            </b>
          </span>
        )}
        {printed.query.q === '' ? null : (
          <span>
            {t('grid.search')}: <bdi>{printed.query.q}</bdi>
          </span>
        )}
        {terms.map((term, at) => (
          <span key={at}>
            <TermText term={term} filters={filters} formats={formats} />
          </span>
        ))}
        <span>
          {isCut
            ? t('grid.printed_first', { count: formats.number(rows.length) })
            : t('grid.rows_count', { count: rows.length, number: formats.number(rows.length) })}
        </span>
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.key} scope="col" data-align={column.align} data-shape={shapes[at]}>
                <bdi>{column.title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              {groups?.before.get(row.id)?.map(({ key, count, more }) => (
                <tr key={key} className="grid-print-group">
                  <th colSpan={columns.length} scope="rowgroup">
                    {group!.title}: <bdi>{printedCell(readCell(row, group!.key), group!, formats) ?? noValue}</bdi>{' '}
                    <small>
                      {formats.number(count)}
                      {more ? '+' : ''}
                    </small>
                  </th>
                </tr>
              ))}
              <tr>
                {columns.map((column, at) => (
                  <td key={column.key} data-align={column.align} data-shape={shapes[at]}>
                    {printedCell(readCell(row, column.key), column, formats, longest, row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
        {sums?.values && sums.is_exact ? (
          <tfoot>
            <tr aria-label={t('grid.summary')}>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align} data-shape="whole">
                  {printedSum(column, sums.values!, formats)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}
