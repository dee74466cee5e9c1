import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { WhereCondition } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { completed, isBlank, newDraft, type ConditionDraft } from './condition-draft.ts'
import { GridPopover } from '#renderer/grid/popover/grid-popover.tsx'
import { inGroups } from './terms.ts'
import { OperatorSelect, ValueEditor } from './value-editor.tsx'

interface FilterPopoverProps {
  filters: GridFilter[]
  /** The condition to edit at once; null offers all filters first. */
  first: WhereCondition | null
  opener: HTMLElement
  /** The condition that a filter has already. */
  conditionOf: (key: string) => WhereCondition | undefined
  formats: CellFormats
  /** Sets the condition in place of `before`; null takes that away. */
  onApply: (condition: WhereCondition | null, before: WhereCondition | undefined) => void
  /** Opens the builder of groups. */
  onBuild: () => void
  onClose: () => void
}

/** Chooses and edits a filter, next to its button. Enter applies, Escape discards. */
export default function FilterPopover({ filters, first, opener, conditionOf, formats, onApply, onBuild, onClose }: FilterPopoverProps) {
  const { t } = formats
  const [picked, setPicked] = useState<{ filter: GridFilter; before: WhereCondition | undefined } | null>(() => {
    const filter = first && filters.find(({ key }) => key === first.key)
    return first && filter ? { filter, before: first } : null
  })
  return (
    <GridPopover label={picked?.filter.title ?? t('grid.add_filter')} opener={opener} drawn={picked?.filter.key ?? ''} onClose={onClose}>
      {picked ? (
        <FilterForm {...picked} formats={formats} onApply={(condition) => onApply(condition, picked.before)} />
      ) : (
        <FilterList
          filters={filters}
          isSet={(key) => conditionOf(key) !== undefined}
          onPick={(filter) => setPicked({ filter, before: conditionOf(filter.key) })}
          build={filters.some(inGroups) ? { title: t('grid.build'), onPick: onBuild } : null}
        />
      )}
    </GridPopover>
  )
}

interface FilterListProps {
  filters: GridFilter[]
  isSet: (key: string) => boolean
  onPick: (filter: GridFilter) => void
  build: { title: string; onPick: () => void } | null
}

function FilterList({ filters, isSet, onPick, build }: FilterListProps) {
  return (
    <ul
      className="grid-filter-list"
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        const buttons = [...event.currentTarget.querySelectorAll('button')]
        buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + buttons.length) % buttons.length]?.focus()
      }}
    >
      {filters.map((filter) => (
        <li key={filter.key}>
          <button type="button" data-on={isSet(filter.key) || undefined} onClick={() => onPick(filter)}>
            {filter.title ?? filter.key}
          </button>
        </li>
      ))}
      {build ? (
        <li className="grid-filter-build">
          <button type="button" onClick={build.onPick}>
            {build.title}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

/** Arrows go from the search box through the choices; Enter takes the one that has the focus, and applies. */
function moveAmongChoices(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.nativeEvent.isComposing || !(target instanceof HTMLInputElement) || !['search', 'checkbox'].includes(target.type)) return
  const choices = [...form.querySelectorAll<HTMLInputElement>('.grid-choices input[type=checkbox]')]
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0 && choices.length > 0) {
    event.preventDefault()
    const at = choices.indexOf(target) + step
    ;(at < 0
      ? (form.querySelector<HTMLInputElement>('input[type=search]') ?? choices[0])
      : choices[Math.min(at, choices.length - 1)]
    )?.focus()
  } else if (event.key === 'Enter' && target.type === 'checkbox' && !target.checked) {
    event.preventDefault()
    flushSync(() => target.click())
    form.requestSubmit()
  }
}

interface FilterFormProps {
  filter: GridFilter
  before: WhereCondition | undefined
  formats: CellFormats
  onApply: (condition: WhereCondition | null) => void
}

function FilterForm({ filter, before, formats, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState<ConditionDraft>(() => before ?? newDraft(filter))
  const condition = completed(filter.key, draft)
  const apply = (next: ConditionDraft) => {
    const asked = completed(filter.key, next)
    if (asked || isBlank(next)) onApply(asked)
  }
  return (
    <form
      data-kind={filter.kind}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        apply(draft)
      }}
      onKeyDown={moveAmongChoices}
    >
      <div className="grid-popover-head">
        <h2 className="grid-popover-title" dir="auto">
          {filter.title ?? filter.key}
        </h2>
        <OperatorSelect filter={filter} draft={draft} formats={formats} onChange={setDraft} />
      </div>
      <ValueEditor
        filter={filter}
        operator={draft.operator}
        values={draft.values ?? []}
        formats={formats}
        onChange={(values, { operator = draft.operator, done = false } = {}) => {
          const next = { operator, values }
          setDraft(next)
          if (done) apply(next)
        }}
      />
      <div className="grid-popover-foot">
        {before === undefined ? null : (
          <button type="button" className="grid-button" data-plain onClick={() => onApply(null)}>
            {formats.t('grid.clear')}
          </button>
        )}
        <button type="submit" className="grid-button" data-color="primary" data-primary disabled={condition === null && !isBlank(draft)}>
          {formats.t('grid.apply')}
        </button>
      </div>
    </form>
  )
}
