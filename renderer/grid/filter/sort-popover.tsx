import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { maxSortKeys, type SortKey } from '#renderer/grid/data/grid-query.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { GridPopover } from '#renderer/grid/popover/grid-popover.tsx'
import type { SortField } from './sort-fields.ts'
import './filter.css'

interface SortPopoverProps {
  fields: SortField[]
  sort: SortKey[]
  opener: HTMLElement
  formats: CellFormats
  onApply: (sort: SortKey[] | null) => void
  onClose: () => void
}

/** The columns that rows are in order of, the weightiest first. */
export default function SortPopover({ fields, sort, opener, formats, onApply, onClose }: SortPopoverProps) {
  const { t } = formats
  const [keys, setKeys] = useState(sort)
  const list = useRef<HTMLOListElement>(null)
  const free = fields.filter(({ key }) => !keys.some(({ field }) => field === key))
  const set = (at: number, key: SortKey) => setKeys(keys.with(at, key))
  const move = (at: number, to: number) => {
    flushSync(() => setKeys(keys.toSpliced(at, 1).toSpliced(to, 0, keys[at]!)))
    list.current?.querySelector<HTMLElement>(`li:nth-child(${to + 1}) select`)?.focus()
  }
  const remove = (at: number) => {
    flushSync(() => setKeys(keys.toSpliced(at, 1)))
    list.current?.querySelector<HTMLElement>(`li:nth-child(${Math.min(at + 1, keys.length - 1)}) select`)?.focus()
  }
  return (
    <GridPopover label={t('grid.sort')} opener={opener} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onApply(keys.length > 0 ? keys : null)
        }}
      >
        <h2 className="grid-popover-title">{t('grid.sort')}</h2>
        <ol ref={list} className="grid-sort-keys">
          {keys.map(({ field, order }, at) => (
            <li key={field}>
              <span className="grid-sort-place" aria-hidden="true">
                {formats.number(at + 1)}
              </span>
              <select
                className="grid-input"
                value={field}
                aria-label={t('grid.sort_column', { place: formats.number(at + 1) })}
                onChange={(event) => set(at, { field: event.target.value, order })}
              >
                {fields
                  .filter(({ key }) => key === field || free.some((each) => each.key === key))
                  .map(({ key, title }) => (
                    <option key={key} value={key}>
                      {title}
                    </option>
                  ))}
              </select>
              <button type="button" className="grid-button" onClick={() => set(at, { field, order: order === 'asc' ? 'desc' : 'asc' })}>
                {t(order === 'asc' ? 'grid.ascending' : 'grid.descending')}
              </button>
              <button
                type="button"
                className="grid-builder-remove"
                aria-label={t('grid.sort_earlier')}
                title={t('grid.sort_earlier')}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <Icon name="up" size={16} />
              </button>
              <button
                type="button"
                className="grid-builder-remove"
                aria-label={t('grid.remove_sort')}
                title={t('grid.remove_sort')}
                onClick={() => remove(at)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ol>
        <div className="grid-popover-foot" data-spread>
          <button
            type="button"
            className="grid-button"
            data-plain
            disabled={keys.length >= maxSortKeys || free.length === 0}
            onClick={() => setKeys([...keys, { field: free[0]!.key, order: 'asc' }])}
          >
            {t('grid.add_sort')}
          </button>
          <button type="button" className="grid-button" data-plain onClick={() => onApply(null)}>
            {t('grid.own_order')}
          </button>
          <button type="submit" className="grid-button" data-color="primary" data-primary>
            {t('grid.apply')}
          </button>
        </div>
      </form>
    </GridPopover>
  )
}
