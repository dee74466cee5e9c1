import { useState, type RefObject } from 'react'
import { ReactEditor, useSlateStatic } from 'slate-react'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { Popup } from '#renderer'
import { useEditorScope } from '#widgets/rich-text/editor-context.ts'
import type { RichEditor } from '#widgets/rich-text/model.ts'
import { insertTable } from '#widgets/rich-text/commands/table-commands.ts'
import { useFocusInside } from '#widgets/rich-text/use-focus-inside.ts'

const most = { rows: 50, columns: 12 }
const within = (typed: string, max: number): number | undefined => {
  const number = Number(toLatinDigits(typed.trim()))
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined
}

/** Asks how large the new table is. */
export function TableDialog({ anchor, close }: { anchor: RefObject<HTMLElement | null>; close: () => void }) {
  const editor = useSlateStatic() as RichEditor
  const { say, formatNumber } = useEditorScope()
  const [size, setSize] = useState({ rows: formatNumber(3), columns: formatNumber(3) })
  const [head, setHead] = useState(true)
  const rows = within(size.rows, most.rows)
  const columns = within(size.columns, most.columns)
  const box = useFocusInside<HTMLDivElement>('input')
  const leave = () => {
    close()
    ReactEditor.focus(editor)
  }
  function insert(): void {
    if (rows === undefined || columns === undefined) return
    insertTable(editor, { rows, columns, head })
    leave()
  }
  const field = (name: 'rows' | 'columns', valid: boolean) => (
    <label className="rt-row">
      {say(`table.${name}`)}
      <input
        className="pf-input"
        inputMode="numeric"
        value={size[name]}
        aria-invalid={!valid || undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setSize({ ...size, [name]: event.target.value })}
      />
      {!valid && (
        <span className="pf-error" role="alert">
          {say('table.between', { most: formatNumber(most[name]) })}
        </span>
      )}
    </label>
  )
  return (
    <Popup anchor={anchor}>
      <div
        ref={box}
        className="rt-dialog"
        role="dialog"
        aria-label={say('table.insert')}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') leave()
          if (event.key === 'Enter' && (event.target as HTMLElement).localName === 'input') {
            event.preventDefault()
            insert()
          }
        }}
      >
        <div className="rt-pair">
          {field('rows', rows !== undefined)}
          {field('columns', columns !== undefined)}
        </div>
        <label className="rt-check">
          <input type="checkbox" checked={head} onChange={(event) => setHead(event.target.checked)} />
          {say('table.head')}
        </label>
        <div className="rt-actions">
          <button type="button" className="rt-action" data-primary disabled={rows === undefined || columns === undefined} onClick={insert}>
            {say('table.insert')}
          </button>
          <button type="button" className="rt-action" onClick={leave}>
            {say('cancel')}
          </button>
        </div>
      </div>
    </Popup>
  )
}
