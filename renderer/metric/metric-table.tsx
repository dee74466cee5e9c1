import type { MouseEvent, ReactNode } from 'react'
import type { Target } from '#schemas/types/contract.d.ts'
import { follow } from '#renderer/routing/follow.ts'
import { linkTo } from '#renderer/routing/route-store.ts'
import '#renderer/ui/inner-table.css'
import { useTexts } from './use-texts.ts'
import { cellTarget, type MetricData, type MetricTable } from './metric-table-data.ts'

interface MetricTableProps {
  data: MetricData
  table: MetricTable
  title: string
}

/** The numbers of a chart; each row, and with series each number, leads to the list behind it. */
export function MetricTableView({ data, table, title }: MetricTableProps) {
  const say = useTexts()
  const { groups } = data.metadata.metric
  const isPivot = groups.length === 2 && data.metadata.metric.values.length === 1
  return (
    <div className="mt-table" role="group" aria-label={title} tabIndex={0} data-whole={data.metadata.metric.chart === 'table' || undefined}>
      <table className="pk-inner-table">
        <thead>
          <tr>
            <th scope="col">
              {groups
                .map((group) => group.title)
                .slice(0, isPivot ? 1 : undefined)
                .join(' · ')}
            </th>
            {table.columns.map((column, at) => (
              <th key={at} scope="col" data-align="end">
                <bdi>{column.title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.lines.map((line, at) => (
            <tr key={at}>
              <th scope="row">
                <Linked to={line.to}>
                  <bdi>{line.title}</bdi>
                </Linked>
              </th>
              {table.columns.map((_, column) => {
                const cell = line.cells[column]
                const isEmpty = cell === undefined || cell.value === null
                return (
                  <td key={column} data-align="end">
                    <Linked to={isPivot && !isEmpty ? cellTarget(data, cell.at) : undefined}>
                      <bdi>{cell?.shown ?? '—'}</bdi>
                    </Linked>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {table.totals && (
          <tfoot>
            <tr>
              <th scope="row">{say('total')}</th>
              {table.totals.map((total, at) => (
                <td key={at} data-align="end">
                  <bdi>{total}</bdi>
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** A link where there is one to follow. */
export function Linked({ to, children }: { to: Target | undefined; children: ReactNode }) {
  const href = to === undefined ? null : linkTo(to)
  if (to === undefined || href === null) return children
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    follow(to)
  }
  return (
    <a href={href} onClick={onClick}>
      {children}
    </a>
  )
}
