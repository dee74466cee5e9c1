import { useRef, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridQuery } from '#renderer/grid/data/grid-query.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { isWhereGroup, printCondition, type WhereCondition, type WhereNode } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { TermText } from './term-text.tsx'
import { readTerms, writeTerms } from './terms.ts'

const FilterPopover = lazyComponent(() => import('./filter-popover.tsx'))
const FilterBuilder = lazyComponent(() => import('./filter-builder.tsx'))

interface FilterBarProps {
  filters: GridFilter[]
  query: GridQuery
  formats: CellFormats
  onChange: (query: GridQuery) => void
}

type Editing = { what: 'filter'; opener: HTMLElement; condition: WhereCondition | null } | { what: 'groups'; opener: HTMLElement }

/** The active filters as chips that can be edited or removed, and a button to add more. */
export function FilterBar({ filters, query, formats, onChange }: FilterBarProps) {
  const add = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const { t } = formats
  if (filters.length === 0) return null
  const terms = readTerms(query, filters)
  const titleOf = (term: WhereNode) =>
    isWhereGroup(term) ? t('grid.filter_group') : (filters.find(({ key }) => key === term.key)?.title ?? term.key)
  const write = (next: readonly WhereNode[]) => {
    setEditing(null)
    onChange(writeTerms(query, next, filters))
    add.current?.focus()
  }
  const apply = (condition: WhereCondition | null, before: WhereCondition | undefined) => {
    const at = before ? terms.findIndex((term) => !isWhereGroup(term) && printCondition(term) === printCondition(before)) : -1
    const fresh = condition ? [condition] : []
    write(at < 0 ? [...terms, ...fresh] : terms.toSpliced(at, 1, ...fresh))
  }
  return (
    <div className="grid-filters" role="group" aria-label={t('grid.filters')}>
      {terms.map((term, at) => (
        <span key={at} className="grid-chip" data-group={isWhereGroup(term) || undefined}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={(event) =>
              setEditing(
                isWhereGroup(term)
                  ? { what: 'groups', opener: event.currentTarget }
                  : { what: 'filter', opener: event.currentTarget, condition: term },
              )
            }
          >
            <TermText term={term} filters={filters} formats={formats} />
          </button>
          <button
            type="button"
            className="grid-chip-remove"
            aria-label={t('grid.remove_filter', { name: titleOf(term) })}
            onClick={() => write(terms.toSpliced(at, 1))}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      <button
        ref={add}
        type="button"
        className="grid-button"
        data-plain
        aria-haspopup="dialog"
        onClick={(event) => setEditing({ what: 'filter', opener: event.currentTarget, condition: null })}
      >
        <Icon name="filter" size={16} />
        <span className="grid-button-text">{t('grid.add_filter')}</span>
      </button>
      {terms.length > 1 ? (
        <button type="button" className="grid-button" data-plain onClick={() => write([])}>
          {t('grid.clear_filters')}
        </button>
      ) : null}
      {editing?.what === 'filter' ? (
        <FilterPopover
          filters={filters}
          first={editing.condition}
          opener={editing.opener}
          formats={formats}
          conditionOf={(key) => terms.find((term): term is WhereCondition => !isWhereGroup(term) && term.key === key)}
          onApply={apply}
          onBuild={() => setEditing({ what: 'groups', opener: editing.opener })}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {editing?.what === 'groups' ? (
        <FilterBuilder
          filters={filters}
          query={query}
          terms={terms}
          opener={editing.opener}
          formats={formats}
          onApply={write}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </div>
  )
}
