import { useEffect, useEffectEvent, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { runAction } from '#renderer/action/run-action.ts'
import type { MenuEntry } from '#renderer/grid/popover/popover-menu.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** Steps that follow each other at once are saved together. */
const quietMs = 500

type Id = GridRow['id']

interface RowOrderOptions {
  /** Left out where rows are not moved. */
  action: Action | undefined
  rows: readonly GridRow[]
  context: ActionContext
}

/** Rows in the order in which the reader puts them, by dragging or by the arrow keys; saved with their record. */
export function useRowOrder({ action, rows, context }: RowOrderOptions) {
  const { t, formatNumber } = useLocale()
  const [wanted, setWanted] = useState<readonly Id[]>()
  const [isSending, setSending] = useState(false)
  const [dragged, setDragged] = useState<Id>()
  const [target, setTarget] = useState<Id>()
  const [told, setTold] = useState('')
  const stored = rows.map(({ id }) => id)
  const isWhole = wanted !== undefined && wanted.length === stored.length && wanted.every((id) => stored.includes(id))
  const order = isWhole ? wanted : stored
  const isMoved = isWhole && wanted.some((id, at) => id !== stored[at])

  const send = useEffectEvent(async () => {
    if (!action) return
    setSending(true)
    const done = await runAction(action, { ...context, params: { rows: order.map((id) => ({ id })) } })
    setSending(false)
    if (!done) setWanted(undefined)
  })
  const key = isMoved ? order.join() : ''
  useEffect(() => {
    if (key === '' || isSending) return
    const timer = setTimeout(() => void send(), quietMs)
    return () => clearTimeout(timer)
  }, [key, isSending])

  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered = order.map((id) => byId.get(id)!)

  function move(from: number, to: number): void {
    if (from === to || to < 0 || to >= order.length) return
    const next = order.toSpliced(from, 1).toSpliced(to, 0, order[from]!)
    setWanted(next)
    setTold(t('blocks.rows.moved', { place: formatNumber(to + 1), total: formatNumber(next.length) }))
  }

  return {
    rows: ordered,
    told,
    isOffered: action !== undefined && rows.length > 1,
    /** The same in a menu, where nothing can be dragged. */
    entriesOf: (at: number): MenuEntry[] =>
      (['up', 'down'] as const).flatMap((way) => {
        const to = way === 'up' ? at - 1 : at + 1
        if (action === undefined || to < 0 || to >= order.length) return []
        return { key: way, title: t(`form.rows.${way}`, { number: formatNumber(at + 1) }), onPick: () => move(at, to) }
      }),
    /** Attributes of the button by which a row is moved. */
    handleOf: (row: GridRow, at: number) => {
      const label = t('form.rows.drag', { number: formatNumber(at + 1) })
      return {
        draggable: true,
        'aria-label': label,
        title: label,
        onDragStart: (event: DragEvent<HTMLButtonElement>) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', String(at + 1))
          const line = event.currentTarget.closest('tr')
          if (line) event.dataTransfer.setDragImage(line, 0, 0)
          setDragged(row.id)
        },
        onDragEnd: () => {
          setDragged(undefined)
          setTarget(undefined)
        },
        onKeyDown: (event: KeyboardEvent) => {
          const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
          if (step === 0) return
          event.preventDefault()
          move(at, at + step)
        },
      }
    },
    /** Attributes of its line, onto which another is dropped. */
    lineOf: (row: GridRow, at: number) => ({
      'data-dragged': dragged === row.id || undefined,
      'data-target': (dragged !== undefined && target === row.id) || undefined,
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        setTarget(row.id)
      },
      onDrop: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        move(order.indexOf(dragged), at)
        setDragged(undefined)
        setTarget(undefined)
      },
    }),
  }
}
