import { EditorState, type Extension, Compartment } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'

interface EditorViewOptions {
  field: Pick<FieldWidgetProps, 'id' | 'disabled' | 'readonly' | 'required' | 'invalid' | 'describedBy'>
  text: string
  /** How the editor holds a text, and the text that it holds, where the two differ. */
  toShown?: (text: string) => string
  fromShown?: (shown: string) => string
  /** Extensions of the editor, which is created again when `key` changes. */
  extensions: () => Extension[]
  key?: string
  onText: (text: string) => void
  onLeave: () => void
  /** The editor shows a text that came from elsewhere. */
  onOutside?: (view: EditorView) => void
}

const asItIs = (text: string): string => text

/** A CodeMirror editor as a form control; only the visible part of its text is drawn. */
export function useEditorView({
  field,
  text,
  toShown = asItIs,
  fromShown = asItIs,
  extensions,
  key = '',
  onText,
  onLeave,
  onOutside,
}: EditorViewOptions): { frame: RefObject<HTMLDivElement | null>; view: RefObject<EditorView | undefined> } {
  const { id, disabled, readonly, required, invalid, describedBy } = field
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const attributes = useRef(new Compartment())
  const off = disabled || readonly
  /** The text that is shown, so that it is not read out of the editor to be compared. */
  const shown = useRef(text)
  const tell = useEffectEvent((view: EditorView) => {
    shown.current = fromShown(view.state.doc.toString())
    onText(shown.current)
  })
  const show = useEffectEvent((editor: EditorView, next: string) => {
    shown.current = next
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: toShown(next) }, userEvent: 'outside' })
    onOutside?.(editor)
  })
  const leave = useEffectEvent(onLeave)
  const first = useEffectEvent(() => ({ text, extensions: extensions() }))
  const write = useEffectEvent(toShown)

  useEffect(() => {
    const opened = first()
    shown.current = opened.text
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: write(opened.text),
        extensions: [
          opened.extensions,
          attributes.current.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.every((one) => one.isUserEvent('outside'))) tell(update.view)
          }),
          EditorView.domEventHandlers({ blur: () => leave() }),
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [key])

  useEffect(() => {
    const content = {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      tabindex: '0',
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(required && { 'aria-required': 'true' }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(off && { 'aria-readonly': 'true' }),
    }
    view.current?.dispatch({
      effects: attributes.current.reconfigure([
        EditorState.readOnly.of(off),
        EditorView.editable.of(!off),
        EditorView.contentAttributes.of(content),
      ]),
    })
  }, [id, describedBy, required, invalid, off, key])

  // A value from elsewhere (undo, another record) replaces the text.
  useEffect(() => {
    if (view.current && shown.current !== text) show(view.current, text)
  }, [text])

  return { frame, view }
}
