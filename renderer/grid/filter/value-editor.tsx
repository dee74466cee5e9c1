import type { ComponentType } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { FilterKind, WhereOperator } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { offeredAs, offeredOperators, operatorMessage, withOperator, type ConditionDraft } from './condition-draft.ts'
import { DateRangeEditor } from './date-range-editor.tsx'
import { ChoiceEditor, NumberEditor, TextEditor, YesNoEditor } from './filter-editors.tsx'
import { RemoteEditor } from './remote-editor.tsx'
import { kindOf } from './terms.ts'

export interface ValueEditorProps {
  filter: GridFilter
  operator: WhereOperator
  values: readonly string[]
  formats: CellFormats
  /** `values` are null while the input is invalid; `done` if one choice completes it. */
  onChange: (values: string[] | null, more?: { operator?: WhereOperator; done?: boolean }) => void
}

const editors: Record<FilterKind, ComponentType<ValueEditorProps>> = {
  text: TextEditor,
  select: ChoiceEditor,
  'remote-select': RemoteEditor,
  boolean: YesNoEditor,
  'date-range': DateRangeEditor,
  'number-range': NumberEditor,
}

/** Enters the values that a filter is compared with; nothing where its operator takes none. */
export function ValueEditor(props: ValueEditorProps) {
  if (props.operator === 'empty' || props.operator === 'filled') return null
  const Editor = editors[kindOf(props.filter)]
  // Operators of other values begin anew.
  const same = kindOf(props.filter) === 'number-range' ? props.operator === 'between' : true
  return <Editor key={`${props.filter.key} ${same}`} {...props} />
}

interface OperatorSelectProps {
  filter: GridFilter
  draft: ConditionDraft
  formats: CellFormats
  onChange: (draft: ConditionDraft) => void
}

/** How a filter is compared; nothing where there is one way only. */
export function OperatorSelect({ filter, draft, formats, onChange }: OperatorSelectProps) {
  const offered = offeredOperators(filter)
  if (offered.length < 2) return null
  return (
    <select
      className="grid-input grid-operator"
      value={offeredAs(draft.operator)}
      aria-label={formats.t('grid.operator_of', { name: filter.title })}
      onChange={(event) => onChange(withOperator(draft, event.target.value as WhereOperator))}
    >
      {offered.map((operator) => (
        <option key={operator} value={operator}>
          {formats.t(operatorMessage(filter, operator))}
        </option>
      ))}
    </select>
  )
}
