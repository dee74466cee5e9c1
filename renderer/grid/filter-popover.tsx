import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import { DateRangeEditor } from './date-range-editor.tsx'
import { ChoiceEditor, NumberRangeEditor, TextEditor, YesNoEditor } from './filter-editors.tsx'
import { placeBeside } from './popover-menu.tsx'
import { RemoteEditor } from './remote-editor.tsx'

export interface FilterEditorProps {
  filter: GridFilter
  value: string
  formats: CellFormats
  /** The value as it travels; null while what is entered makes no sense. */
  onChange: (value: string | null) => void
}

const editors: Record<GridFilter['kind'], ComponentType<FilterEditorProps>> = {
  'text': TextEditor, 'select': ChoiceEditor, 'remote-select': RemoteEditor, 'boolean': YesNoEditor, 'date-range': DateRangeEditor, 'number-range': NumberRangeEditor,
}

interface FilterPopoverProps {
  filters: GridFilter[]
  /** The filter to edit at once; null offers all of them first. */
  first: GridFilter | null
  opener: HTMLElement
  values: Record<string, string>
  formats: CellFormats
  onApply: (key: string, value: string) => void
  onClose: () => void
}

/** Chooses a filter and edits it, beside the button that asked for it. Enter applies, Escape leaves everything as it was. */
export default function FilterPopover({ filters, first, opener, values, formats, onApply, onClose }: FilterPopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState(first)

  useEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'closed') return
      onClose()
      if (element.contains(document.activeElement) || document.activeElement === document.body) opener.focus({ preventScroll: true })
    }
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [opener, onClose])
  useEffect(() => {
    if (!panel.current) return
    placeBeside(panel.current, opener, 'start')
    panel.current.querySelector<HTMLElement>('input, select, [role=menuitem], button')?.focus({ preventScroll: true })
  }, [filter, opener])

  return (
    <div ref={panel} popover="auto" role="dialog" aria-label={filter?.title ?? formats.t('grid.add_filter')} className="grid-popover">
      {filter === null
        ? <FilterList filters={filters} values={values} onPick={setFilter} />
        : <FilterForm key={filter.key} filter={filter} value={values[filter.key] ?? ''} formats={formats} onApply={onApply} />}
    </div>
  )
}

function FilterList({ filters, values, onPick }: { filters: GridFilter[]; values: Record<string, string>; onPick: (filter: GridFilter) => void }) {
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
        <li key={filter.key}><button type="button" data-on={(values[filter.key] ?? '') !== '' || undefined} onClick={() => onPick(filter)}>{filter.title ?? filter.key}</button></li>
      ))}
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
    ;(at < 0 ? form.querySelector<HTMLInputElement>('input[type=search]') ?? choices[0] : choices[Math.min(at, choices.length - 1)])?.focus()
  } else if (event.key === 'Enter' && target.type === 'checkbox' && !target.checked) {
    event.preventDefault()
    flushSync(() => target.click())
    form.requestSubmit()
  }
}

function FilterForm({ filter, value, formats, onApply }: { filter: GridFilter; value: string; formats: CellFormats; onApply: FilterPopoverProps['onApply'] }) {
  const [draft, setDraft] = useState<string | null>(value)
  const Editor = Object.hasOwn(editors, filter.kind) ? editors[filter.kind] : TextEditor
  return (
    <form onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      if (draft !== null) onApply(filter.key, draft)
    }} onKeyDown={moveAmongChoices}>
      <h2 className="grid-popover-title" dir="auto">{filter.title ?? filter.key}</h2>
      <Editor filter={filter} value={value} formats={formats} onChange={setDraft} />
      <div className="grid-popover-foot">
        {value === '' ? null : <button type="button" className="grid-button" data-plain onClick={() => onApply(filter.key, '')}>{formats.t('grid.clear')}</button>}
        <button type="submit" className="grid-button" data-color="primary" data-primary disabled={draft === null}>{formats.t('grid.apply')}</button>
      </div>
    </form>
  )
}
