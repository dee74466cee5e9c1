import { useState, type DragEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FileEntry } from './file-value.ts'
import type { Uploads } from './use-uploads.ts'

/** Reorders files with the pointer, and with buttons that keep the focus; `told` announces the new position. */
export function useReorder(id: string, { files, move }: Pick<Uploads, 'files' | 'move'>, axis: 'line' | 'column') {
  const { t, dir, formatNumber } = useLocale()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<{ key: string; after: boolean }>()
  const [told, setTold] = useState('')

  function moveTo(entry: FileEntry, to: number, focus?: 'earlier' | 'later'): void {
    move(entry, to)
    setTold(t('form.upload.moved', { name: entry.name, place: formatNumber(to + 1), total: formatNumber(files.length) }))
    const atEdge = to === 0 ? 'later' : to === files.length - 1 ? 'earlier' : undefined
    if (focus) requestAnimationFrame(() => document.getElementById(`${id}-${atEdge ?? focus}-${to}`)?.focus())
  }
  const end = (): void => {
    setDragged(undefined)
    setTarget(undefined)
  }

  return {
    told,
    moveTo,
    /** Attributes of a file's element. */
    itemOf: (entry: FileEntry) => ({
      draggable: files.length > 1,
      'data-dragged': dragged === entry.key || undefined,
      'data-target': target?.key === entry.key ? (target.after ? 'after' : 'before') : undefined,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', entry.name)
        setDragged(entry.key)
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        const isLate =
          axis === 'column' ? event.clientY > box.top + box.height / 2 : event.clientX > box.left + box.width / 2 === (dir === 'ltr')
        if (target?.key !== entry.key || target.after !== isLate) setTarget({ key: entry.key, after: isLate })
      },
      onDrop: (event: DragEvent) => {
        const from = files.findIndex(({ key }) => key === dragged)
        const over = files.findIndex(({ key }) => key === target?.key)
        if (from < 0 || over < 0 || !target) return
        event.preventDefault()
        event.stopPropagation()
        const to = over + (target.after ? 1 : 0)
        if (files[from]) moveTo(files[from], to > from ? to - 1 : to)
        end()
      },
      onDragEnd: end,
    }),
  }
}
