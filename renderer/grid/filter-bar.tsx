import { Suspense, useRef, useState } from 'react'
import useSWR from 'swr'
import { callKey } from '#renderer/api/use-call.ts'
import { definePart } from '#renderer/screen/define-part.tsx'
import { Icon } from '#renderer/shell/icon.tsx'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import { describeFilter } from './filter-text.ts'
import { fetchRemoteOptions } from './remote-options.ts'

const FilterPopover = definePart(() => import('./filter-popover.tsx'))

interface FilterBarProps {
  filters: GridFilter[]
  values: Record<string, string>
  formats: CellFormats
  onChange: (key: string, value: string) => void
  onClear: () => void
}

/** The filters that are set, each removable, and the way to set more. */
export function FilterBar({ filters, values, formats, onChange, onClear }: FilterBarProps) {
  const add = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<{ filter: GridFilter | null; opener: HTMLElement } | null>(null)
  const set = filters.filter((filter) => (values[filter.key] ?? '') !== '')
  const { t } = formats
  const remove = (key: string) => {
    onChange(key, '')
    add.current?.focus()
  }
  if (filters.length === 0) return null
  return (
    <div className="grid-filters" role="group" aria-label={t('grid.filters')}>
      {set.map((filter) => (
        <span key={filter.key} className="grid-chip">
          <button type="button" aria-haspopup="dialog" onClick={(event) => setEditing({ filter, opener: event.currentTarget })}>
            <span className="grid-chip-key" dir="auto">{filter.title ?? filter.key}</span>
            <FilterText filter={filter} value={values[filter.key] ?? ''} formats={formats} />
          </button>
          <button type="button" className="grid-chip-remove" aria-label={t('grid.remove_filter', { name: filter.title ?? filter.key })} onClick={() => remove(filter.key)}><Icon name="close" size={14} /></button>
        </span>
      ))}
      <button ref={add} type="button" className="grid-button" data-plain aria-haspopup="dialog" onClick={(event) => setEditing({ filter: null, opener: event.currentTarget })}>
        <Icon name="filter" size={16} />{t('grid.add_filter')}
      </button>
      {set.length > 1 ? <button type="button" className="grid-button" data-plain onClick={() => { onClear(); add.current?.focus() }}>{t('grid.clear_filters')}</button> : null}
      {editing ? (
        <Suspense fallback={null}>
          <FilterPopover
            filters={filters} first={editing.filter} opener={editing.opener} values={values} formats={formats}
            onApply={(key, value) => { setEditing(null); onChange(key, value); add.current?.focus() }}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function FilterText({ filter, value, formats }: { filter: GridFilter; value: string; formats: CellFormats }) {
  const { endpoint } = filter
  const remote = filter.kind === 'remote-select' && endpoint !== undefined
  // An address that was shared holds ids only; their names are asked for once.
  const { data } = useSWR(
    remote ? callKey(endpoint, { ...filter.params, ids: value }, { scope: 'chip' }, formats.locale) : null,
    () => fetchRemoteOptions(endpoint ?? '', { ...filter.params, ids: value }),
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  )
  return <bdi className="grid-chip-value">{describeFilter(filter, value, formats, (choice) => data?.find((option) => option.value === choice)?.title ?? choice)}</bdi>
}
