import { Component, Suspense, type ReactNode } from 'react'
import { findWidget } from '#renderer/registry/widgets.ts'
import { clip, noValue, plainText } from '#schemas/rules/text/plain-text.ts'
import { none, type Cell } from './plain-cell.tsx'

/** A cell drawn by a widget; where no widget has the name, or it breaks, the plain value is shown, the former marked. */
export function WidgetCell({ value, row, column, formats }: Cell) {
  const widget = findWidget(column.cell, 'cell')
  if (widget === undefined) {
    const name = clip(String(column.cell), 40)
    const notice = formats.t('grid.unknown_cell', { name })
    const plain = clip(plainText(value) ?? '')
    return (
      <div
        className="grid-clip grid-unknown"
        dir="auto"
        aria-description={notice}
        title={[plain, notice, [formats.document, column.key].filter(Boolean).join(' · ')].filter((line) => line !== '').join('\n')}
      >
        {plain === '' ? none : plain}
      </div>
    )
  }
  const Drawn = widget.component
  return (
    <CellBoundary
      fallback={
        <div className="grid-clip" dir="auto">
          {clip(plainText(value) ?? noValue)}
        </div>
      }
    >
      <Suspense fallback={<span className="grid-bone" />}>
        <Drawn value={value} row={row} column={column} />
      </Suspense>
    </CellBoundary>
  )
}

class CellBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
