import { useState, type RefObject } from 'react'
import { Editor, Range } from 'slate'
import { ReactEditor, useSlateStatic } from 'slate-react'
import { Popup } from '#renderer'
import { useEditorScope } from '#widgets/rich-text/editor-context.ts'
import { linkAt, opensNewTab, removeLink, setLink } from '#widgets/rich-text/commands/link-commands.ts'
import type { RichEditor } from '#widgets/rich-text/model.ts'
import { readAddress } from '#widgets/rich-text/html/safe-address.ts'
import { useFocusInside } from '#widgets/rich-text/use-focus-inside.ts'

/** Adds a link at the caret, or changes or removes the one that is there. */
export function LinkDialog({ anchor, close }: { anchor: RefObject<HTMLElement | null>; close: () => void }) {
  const editor = useSlateStatic() as RichEditor
  const { say } = useEditorScope()
  const present = linkAt(editor)?.[0]
  const [address, setAddress] = useState(present?.href ?? '')
  const [text, setText] = useState('')
  const [newTab, setNewTab] = useState(present ? opensNewTab(present) : false)
  const [wrong, setWrong] = useState(false)
  const asksText = !present && (!editor.selection || Range.isCollapsed(editor.selection))
  const box = useFocusInside<HTMLDivElement>('input')
  const leave = () => {
    close()
    ReactEditor.focus(editor)
  }

  function apply(): void {
    const href = readAddress(address)
    if (href === undefined) return setWrong(true)
    if (!editor.selection) editor.select(Editor.end(editor, []))
    setLink(editor, { href, text, newTab })
    leave()
  }

  return (
    <Popup anchor={anchor}>
      <div
        ref={box}
        className="rt-dialog"
        role="dialog"
        aria-label={say('link')}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') leave()
          if (event.key === 'Enter' && (event.target as HTMLElement).localName === 'input') {
            event.preventDefault()
            apply()
          }
        }}
      >
        <label className="rt-row">
          {say('link.address')}
          <input
            className="pf-input"
            dir="ltr"
            type="text"
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://"
            value={address}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? 'rt-link-error' : undefined}
            onChange={(event) => {
              setAddress(event.target.value)
              setWrong(false)
            }}
          />
        </label>
        {wrong && (
          <p className="pf-error" id="rt-link-error" role="alert">
            {say(address.trim() === '' ? 'link.empty' : 'link.refused')}
          </p>
        )}
        {asksText && (
          <label className="rt-row">
            {say('link.text')}
            <input className="pf-input" dir="auto" value={text} onChange={(event) => setText(event.target.value)} />
          </label>
        )}
        <label className="rt-check">
          <input type="checkbox" checked={newTab} onChange={(event) => setNewTab(event.target.checked)} />
          {say('link.new_tab')}
        </label>
        <div className="rt-actions">
          <button type="button" className="rt-action" data-primary onClick={apply}>
            {say('apply')}
          </button>
          {present && (
            <button
              type="button"
              className="rt-action"
              onClick={() => {
                removeLink(editor)
                leave()
              }}
            >
              {say('link.remove')}
            </button>
          )}
          {present && /^https?:/.test(present.href) && (
            <a className="rt-action" href={present.href} target="_blank" rel="noopener noreferrer">
              {say('link.open')}
            </a>
          )}
          <button type="button" className="rt-action" onClick={leave}>
            {say('cancel')}
          </button>
        </div>
      </div>
    </Popup>
  )
}
