import type { DragEvent } from 'react'

/** Row that is being dragged, by its list: no other list takes it. */
let dragged: { list: string; index: number } | undefined

function mark({ currentTarget }: DragEvent<HTMLElement>, side: 'before' | 'after' | undefined): void {
  if (side === undefined) delete currentTarget.dataset.target
  else currentTarget.dataset.target = side
}

/** Handlers of a line by whose number its row is dragged (`handle`), and which takes the place of one that is (`line`). */
export const rowDrag = (list: string, index: number, move: (from: number, to: number) => void) => ({
  handle: {
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>): void => {
      dragged = { list, index }
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', String(index + 1))
      event.dataTransfer.setDragImage(event.currentTarget.closest('[role=row]')!, 0, 0)
    },
    onDragEnd: (): void => {
      dragged = undefined
    },
  },
  line: {
    onDragOver: (event: DragEvent<HTMLElement>): void => {
      if (dragged?.list !== list) return
      event.preventDefault()
      mark(event, index === dragged.index ? undefined : index < dragged.index ? 'before' : 'after')
    },
    onDragLeave: (event: DragEvent<HTMLElement>): void => mark(event, undefined),
    onDrop: (event: DragEvent<HTMLElement>): void => {
      mark(event, undefined)
      if (dragged?.list !== list) return
      event.preventDefault()
      if (dragged.index !== index) move(dragged.index, index)
      dragged = undefined
    },
  },
})
