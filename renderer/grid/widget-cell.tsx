import { Component, Suspense, type ReactNode } from 'react'
import { findWidget } from '#renderer/registry/widgets.ts'
import { clip, plainText } from '#schemas/rules/plain-text.ts'
import type { Cell } from './plain-cell.tsx'

/** A cell drawn by a widget; a name that no widget has shows itself, and a widget that breaks shows the plain value. */
export function WidgetCell({ value, row, column, formats }: Cell) {
  const widget = findWidget(column.cell, 'cell')
  if (widget === undefined) {
    const name = clip(String(column.cell), 40)
    return <span className="grid-unknown" title={[formats.t('grid.unknown_cell', { name }), [formats.document, column.key].filter(Boolean).join(' · ')].join('\n')}>{name}</span>
  }
  const Drawn = widget.component
  return (
    <CellBoundary fallback={<div className="grid-clip" dir="auto">{clip(plainText(value) ?? '—')}</div>}>
      <Suspense fallback={<span className="grid-bone" />}><Drawn value={value} row={row} column={column} /></Suspense>
    </CellBoundary>
  )
}

class CellBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() { return { broken: true } }
  override render() { return this.state.broken ? this.props.fallback : this.props.children }
}
