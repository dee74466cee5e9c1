import { use, useEffect, useEffectEvent, useMemo, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { CellEditor, type Leave } from '#renderer/form/fields/cell-editor.tsx'
import { Popup } from '#renderer/form/controls/popup.tsx'
import { FormScopeContext, idAt, useFormState, type FormScope } from '#renderer/form/form-context.ts'
import { messagesOf, textsAt } from '#renderer/form/data/form-messages.ts'
import type { TableColumn } from '#renderer/form/rows/table-columns.ts'
import { focusFirst } from '#renderer/ui/focus-first.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { PartTroubleContext } from '#renderer/documents/part-trouble.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { eraseKey, GridEditingContext, leaveKey, saveKey, selectAllKey, type GridEditing } from './grid-edits.ts'
import { editedColumn, formOf, noteCells, saveAll, saveRows } from './row-form.ts'
import '#renderer/form/form.css'
import './edit.css'

interface CellEditingProps {
  row: GridRow
  field: string
  typed?: string
  label: string
  children: ReactNode
}

/** The editor of one cell, with the form engine's own control; `children` is the cell as it is shown. */
export default function CellEditing(props: CellEditingProps) {
  const editing = use(GridEditingContext)
  const column = useMemo(() => editing && editedColumn(editing.edit, props.field), [editing, props.field])
  const tell = use(PartTroubleContext)
  const hasNone = editing !== null && column === undefined
  const giveUp = useEffectEvent(() => tell?.(new Error(`No editor fits the field ${props.field}`)))
  useEffect(() => {
    if (hasNone) giveUp()
  }, [hasNone])
  if (!editing || !column) return props.children
  return <OpenEditor {...props} editing={editing} column={column} />
}

function OpenEditor({
  row,
  field,
  typed,
  label,
  children,
  editing,
  column,
}: CellEditingProps & { editing: GridEditing; column: TableColumn }) {
  const { locale, timeZone } = useLocale()
  const { edits, edit } = editing
  const [store] = useState(() => formOf(editing, row, locale, timeZone))
  const frame = useRef<HTMLDivElement>(null)
  const isClosed = useRef(false)
  const pressedInside = useRef(false)
  const scope = useMemo<FormScope>(
    () => ({
      store,
      form: edit.form,
      idPrefix: `e${row.id}`,
      context: { row },
      readOnly: false,
      documentName: `grid ${edit.model}`,
      noteTitles: (options) => {
        for (const { value, title } of options) edits.chosen.set(`${field} ${String(value)}`, { id: value, title })
      },
    }),
    [store, edit, row, edits, field],
  )

  const [recalled, setRecalled] = useState(0)

  /** Ends the editing and moves the focus, unless the value is invalid; returns whether it has ended. */
  const finish = (to: Leave | 'away' | 'here'): boolean => {
    if (isClosed.current) return true
    store.flush()
    if (to === 'stay') store.setFault(field, undefined)
    else if (textsAt(store.getState().problems, field).length > 0) {
      store.touch(field)
      return false
    }
    isClosed.current = true
    const cell = frame.current?.closest('td') ?? null
    noteCells(editing, row.id)
    edits.close(row.id)
    if (to !== 'away') goOn(cell, to)
    if (edit.save === 'immediate' && to !== 'stay') void saveRows(editing, [row.id])
    return true
  }
  const end = useEffectEvent(() => finish('away'))
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    edits.noteOpen({
      end: () => {
        if (frame.current?.contains(document.activeElement)) handOver(frame.current.closest('td'))
        return end()
      },
      recall: () => {
        frame.current?.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        focusFirst(frame.current)
        setRecalled((times) => times + 1)
      },
    })
    return () => {
      isThere.current = false
      edits.noteOpen(undefined)
      // The row is no longer drawn: an invalid value stays as an unsaved edit and is reported below the list.
      queueMicrotask(() => {
        if (!isThere.current && !isClosed.current) isClosed.current = leaveUnsaved(editing, row.id)
      })
    }
  }, [edits, editing, row.id])

  // A number that is missing or invalid is reported immediately.
  useEffect(
    () =>
      column.kind === 'number'
        ? store.subscribe(({ data, problems }) => {
            if (toDecimal(data[field]) === undefined && textsAt(problems, field).length > 0) store.touch(field)
          })
        : undefined,
    [store, column.kind, field],
  )

  const isFlag = column.kind === 'flag'
  const isList = column.several
  /** Controls of several values or parts have more room than their cell. */
  const isOverCell = column.several || column.kind === 'phone'
  const last = useRef({ finish, typed, save: () => saveAll(editing) })
  useEffect(() => {
    last.current = { finish, typed, save: () => saveAll(editing) }
  })
  useEffect(() => {
    if (!isFlag || isClosed.current) return
    // A boolean has no text to edit, replace or clear.
    const { typed: keys } = last.current
    if (keys !== undefined && !keys.includes('\n')) return void last.current.finish('stay')
    store.commit([field], store.getState().data[field] !== true)
    store.touch(field)
    last.current.finish('here')
    if (last.current.typed?.includes(saveKey)) last.current.save()
  }, [isFlag, store, field])
  useEffect(() => {
    const box = frame.current
    if (!box || isFlag) return
    const write = (): void => {
      for (const keys of (last.current.typed ?? '').split(/([\b\u0001\n\t\u0013\u001b])/).filter(Boolean)) {
        const end = ends[keys]
        if (isClosed.current) return
        if (keys === saveKey) return last.current.save()
        // Of several values Enter ends one, unless there is nothing to end.
        if (end === 'down' && isList) flushSync(pressEnter)
        else if (end !== undefined) return void last.current.finish(end)
        // Letters are typed one by one, so that a control can ignore single letters.
        else for (const letter of keys) flushSync(() => writeKeys(letter))
      }
    }
    if (box.contains(document.activeElement)) return queueMicrotask(write)
    // The control was not there yet: its text is selected right after it has the focus.
    const onArrival = (): void => queueMicrotask(write)
    box.addEventListener('focusin', onArrival, { once: true })
    return () => box.removeEventListener('focusin', onArrival)
  }, [isFlag, isList])

  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!document.hasFocus() || currentTarget.contains(relatedTarget) || (relatedTarget === null && pressedInside.current)) return
    finish('away')
  }

  const leave = (to: Leave): void => {
    finish(to)
  }
  if (isFlag) return <div ref={frame}>{children}</div>
  return (
    <FormScopeContext value={scope}>
      {isOverCell ? children : null}
      <div
        ref={frame}
        className="grid-editor"
        data-kind={column.kind}
        data-several={isOverCell || undefined}
        onBlur={onBlur}
        onPointerDown={() => {
          pressedInside.current = true
          setTimeout(() => {
            pressedInside.current = false
          })
        }}
      >
        {isOverCell ? (
          <OverCell>
            <CellEditor path={[field]} column={column} label={label} leave={leave} />
          </OverCell>
        ) : (
          <CellEditor path={[field]} column={column} label={label} leave={leave} />
        )}
        <Wrong key={recalled} id={`${idAt(scope.idPrefix, field)}-error`} field={field} anchor={frame} />
      </div>
    </FormScopeContext>
  )
}

/** Closes the editor of a cell that is no longer drawn, and stores its value as an edit. */
function leaveUnsaved(editing: GridEditing, id: GridRow['id']): true {
  const { edits, edit } = editing
  edits.forms.get(id)?.flush()
  noteCells(editing, id)
  edits.close(id)
  if (edit.save === 'immediate') void saveRows(editing, [id])
  return true
}

const ends: Readonly<Record<string, Leave>> = { '\n': 'down', '\t': 'next', [leaveKey]: 'stay' }

/** Moves the focus from the control to its cell, so that it commits its value: in an open list, the option that Enter would choose. */
function handOver(cell: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.ariaExpanded === 'true' && activeElement.value !== '')
    flushSync(pressEnter)
  cell?.focus()
}

/** As if Enter were pressed in the control that has the focus. */
const pressEnter = (): void => {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }))
}

/** Types into the focused control: text, or one of the characters that stand for special keys. */
function writeKeys(keys: string): void {
  if (keys === selectAllKey) document.execCommand('selectAll')
  else document.execCommand(keys === eraseKey ? 'delete' : 'insertText', false, keys === eraseKey ? undefined : keys)
}

/** Room over the cell for a control that is higher than its line, which nothing cuts off. */
function OverCell({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={top} />
      <Popup anchor={top} className="grid-edit-several" matchWidth>
        {children}
      </Popup>
    </>
  )
}

/** The errors of the value, under its cell. */
function Wrong({ id, field, anchor }: { id: string; field: string; anchor: RefObject<HTMLDivElement | null> }) {
  const message = useFormState((state) => messagesOf(state, field, true).join(' '))
  if (message === '') return null
  return (
    <Popup anchor={anchor} className="grid-edit-wrong">
      <p id={id} role="alert">
        {message}
      </p>
    </Popup>
  )
}

/** Focuses where the keys lead to from a cell: the same one, the one below, or the next that can be edited. */
function goOn(cell: HTMLTableCellElement | null, to: Leave | 'here'): void {
  const table = cell?.closest('table')
  const line = cell?.closest('tr')
  if (!cell || !table || !line) return
  if (to === 'next' || to === 'previous') {
    const all = [...table.querySelectorAll<HTMLElement>('tbody td[data-editable]')]
    const sibling = all[all.indexOf(cell) + (to === 'next' ? 1 : -1)]
    return focusCell(sibling ?? cell)
  }
  const lines = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr[data-id]')]
  const target = to === 'down' ? lines[lines.indexOf(line) + 1]?.cells.item(cell.cellIndex) : cell
  focusCell(target ?? cell)
}

function focusCell(cell: HTMLElement): void {
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
