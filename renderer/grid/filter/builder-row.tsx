import { useId, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import type { BuilderCondition } from './builder-tree.ts'
import { completed, newDraft } from './condition-draft.ts'
import { ConditionValue } from './term-text.tsx'
import { kindOf } from './terms.ts'
import { OperatorSelect, ValueEditor } from './value-editor.tsx'

interface BuilderRowProps {
  node: BuilderCondition
  filters: GridFilter[]
  formats: CellFormats
  problem: string | null
  onChange: (node: BuilderCondition) => void
  onRemove: () => void
}

/** Kinds whose editor is too large for a line: it opens under it. */
const foldedKinds: ReadonlySet<string> = new Set(['select', 'remote-select', 'date-range'])

/** One condition in a line: filter, operator, values. */
export function BuilderRow({ node, filters, formats, problem, onChange, onRemove }: BuilderRowProps) {
  const { t } = formats
  const [open, setOpen] = useState(false)
  const problemId = useId()
  const filter = filters.find(({ key }) => key === node.key) ?? filters[0]
  if (!filter) return null
  const condition = completed(node.key, node)
  const takesValues = node.operator !== 'empty' && node.operator !== 'filled'
  const folded = takesValues && foldedKinds.has(kindOf(filter))
  const editor = (
    <ValueEditor
      key={filter.key}
      filter={filter}
      operator={node.operator}
      values={node.values ?? []}
      formats={formats}
      onChange={(values, { operator = node.operator, done } = {}) => {
        onChange({ ...node, operator, values })
        if (done) setOpen(false)
      }}
    />
  )
  return (
    <div
      className="grid-builder-row"
      role="group"
      aria-label={filter.title}
      aria-describedby={problem === null ? undefined : problemId}
      data-condition={node.id}
    >
      <select
        className="grid-input"
        data-autofocus
        value={filter.key}
        aria-label={t('grid.filter')}
        onChange={(event) => {
          const next = filters.find(({ key }) => key === event.target.value)
          if (next) onChange({ id: node.id, key: next.key, ...newDraft(next) })
        }}
      >
        {filters.map((each) => (
          <option key={each.key} value={each.key}>
            {each.title}
          </option>
        ))}
      </select>
      <OperatorSelect filter={filter} draft={node} formats={formats} onChange={(draft) => onChange({ ...node, ...draft })} />
      <div className="grid-builder-cell">
        {folded ? (
          <button
            type="button"
            className="grid-input grid-builder-value"
            aria-expanded={open}
            aria-invalid={problem !== null}
            onClick={() => setOpen(!open)}
          >
            {condition ? (
              <ConditionValue
                filter={filter}
                condition={{ ...condition, operator: condition.operator === 'none_of' ? 'any_of' : condition.operator }}
                formats={formats}
              />
            ) : (
              <span className="grid-none">{t('grid.choose')}</span>
            )}
          </button>
        ) : takesValues ? (
          editor
        ) : null}
      </div>
      <button type="button" className="grid-builder-remove" aria-label={t('grid.remove_filter', { name: filter.title })} onClick={onRemove}>
        <Icon name="close" size={16} />
      </button>
      {folded && open ? <div className="grid-builder-open">{editor}</div> : null}
      {problem === null ? null : (
        <p id={problemId} className="grid-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
