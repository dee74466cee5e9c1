import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { moveItem } from '#schemas/rules/values/seo.ts'
import { useLocale } from '#renderer'
import type { Say } from './use-texts.ts'

interface ParameterChipsProps {
  id: string
  label: string
  list: readonly string[]
  titleOf: (slug: string) => string
  /** Has nothing to show in the preview. */
  isEmpty: (slug: string) => boolean
  off: boolean
  say: Say
  onMove: (next: string[], slug: string, place: number) => void
  onRemove: (next: string[], slug: string) => void
}

/** From here on a press is a drag. */
const slackPx = 4

/** The chosen parameters in a row: dragged with the pointer, moved with the arrow keys, taken out with Delete. */
export function ParameterChips({ id, label, list, titleOf, isEmpty, off, say, onMove, onRemove }: ParameterChipsProps) {
  const { t, dir } = useLocale()
  const row = useRef<HTMLUListElement>(null)
  const press = useRef<{ at: number; x: number; y: number }>(undefined)
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const chipAt = (at: number): string => `${id}-chip-${at}`

  function move(from: number, to: number): void {
    const next = moveItem(list, from, to)
    const slug = list[from]
    if (slug === undefined || from === to || to < 0 || to >= list.length) return
    onMove(next, slug, to)
    requestAnimationFrame(() => document.getElementById(chipAt(to))?.focus())
  }
  function remove(at: number): void {
    onRemove(
      list.filter((_, index) => index !== at),
      list[at]!,
    )
    requestAnimationFrame(() =>
      (document.getElementById(chipAt(Math.min(at, list.length - 2))) ?? document.getElementById(`${id}-add`))?.focus(),
    )
  }
  function onKeyDown(event: KeyboardEvent, at: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const forwards = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const places: Record<string, number> = {
      ArrowLeft: forwards === 'ArrowLeft' ? at + 1 : at - 1,
      ArrowRight: forwards === 'ArrowRight' ? at + 1 : at - 1,
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: list.length - 1,
    }
    const to = places[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(at, to)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(at)
    } else if (event.key === 'Escape' && drag) {
      event.stopPropagation()
      press.current = undefined
      setDrag(undefined)
    }
  }

  /** Where the dragged chip would be dropped. */
  function placeUnder({ clientX, clientY }: PointerEvent, from: number): number {
    const boxes = [...(row.current?.children ?? [])].map((chip) => chip.getBoundingClientRect())
    const over = boxes.findIndex((box) => clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom)
    if (over < 0) return from
    const box = boxes[over]!
    const isLate = clientX > box.left + box.width / 2 === (dir === 'ltr')
    const gap = over + (isLate ? 1 : 0)
    return gap > from ? gap - 1 : gap
  }
  const dragging = (at: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      press.current = { at, x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      const start = press.current
      if (!start || (!drag && Math.hypot(event.clientX - start.x, event.clientY - start.y) < slackPx)) return
      setDrag({ from: start.at, to: placeUnder(event, start.at) })
    },
    onPointerUp: () => {
      press.current = undefined
      if (drag) move(drag.from, drag.to)
      setDrag(undefined)
    },
    onPointerCancel: () => {
      press.current = undefined
      setDrag(undefined)
    },
  })

  if (list.length === 0) return <p className="pf-description seo-none">{say('none')}</p>
  return (
    <ul ref={row} className="seo-chips" aria-label={label} data-dragging={drag ? true : undefined}>
      {list.map((slug, at) => (
        <li
          key={`${slug} ${list.slice(0, at).filter((other) => other === slug).length}`}
          className="pf-chip"
          data-parameter={slug}
          data-empty={isEmpty(slug) || undefined}
          data-dragged={drag?.from === at || undefined}
          data-target={drag && drag.to === at && drag.to !== drag.from ? (drag.to > drag.from ? 'after' : 'before') : undefined}
        >
          {off ? (
            <bdi>{titleOf(slug)}</bdi>
          ) : (
            <button
              type="button"
              id={chipAt(at)}
              className="seo-chip-face"
              aria-label={say('move', { title: titleOf(slug) })}
              title={isEmpty(slug) ? say('empty_now') : undefined}
              onKeyDown={(event) => onKeyDown(event, at)}
              {...dragging(at)}
            >
              <bdi>{titleOf(slug)}</bdi>
            </button>
          )}
          {!off && (
            <button type="button" aria-label={t('form.select.remove', { title: titleOf(slug) })} onClick={() => remove(at)}>
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
