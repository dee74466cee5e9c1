import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, toggleTabFocusMode } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, defaultHighlightStyle, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { forceLinting, linter, lintKeymap } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CodeControlProps } from './code-control.tsx'
import './code-editor.css'

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.keyword], color: 'var(--pk-accent)' },
  { tag: tags.string, color: 'var(--pk-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--pk-info-text)' },
  { tag: tags.invalid, color: 'var(--pk-danger)' },
])

/** The code editor. Tab indents; Escape and then Tab leaves. */
export default function CodeEditor({ field, text, language, rows, problemsOf, onText, onLeave }: CodeControlProps) {
  const { id, disabled, readonly, required, invalid, describedBy } = field
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const attributes = useRef(new Compartment())
  const off = disabled || readonly
  const tell = useEffectEvent(onText)
  const leave = useEffectEvent(onLeave)
  const judge = useEffectEvent((shown: string) => problemsOf?.(shown) ?? [])
  const first = useEffectEvent(() => ({ text, placeholder: field.placeholder }))

  useEffect(() => {
    const opened = first()
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: opened.text,
        extensions: [
          lineNumbers(), foldGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), EditorView.lineWrapping,
          language === 'json' ? json() : [], syntaxHighlighting(colours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          opened.placeholder ? placeholder(opened.placeholder) : [],
          linter((shown) => judge(shown.state.doc.toString()).map(({ at, length, message }) => {
            const from = Math.min(at, shown.state.doc.length)
            return { from, to: Math.min(from + length, shown.state.doc.length), severity: 'error' as const, message }
          }), { delay: 300 }),
          keymap.of([
            { key: 'Tab', run: indentMore, shift: indentLess },
            { key: 'Escape', run: toggleTabFocusMode },
            ...closeBracketsKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
          ]),
          attributes.current.of([]),
          EditorView.updateListener.of((update) => { if (update.docChanged && !update.transactions.every((one) => one.isUserEvent('outside'))) tell(update.state.doc.toString()) }),
          EditorView.domEventHandlers({ blur: () => leave() }),
        ],
      }),
    })
    view.current = editor
    return () => { view.current = undefined; editor.destroy() }
  }, [language])

  useEffect(() => {
    const content = { id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label`, 'aria-describedby': [describedBy, `${id}-keys`].filter(Boolean).join(' '), ...(required && { 'aria-required': 'true' }), ...(invalid && { 'aria-invalid': 'true' }), ...(off && { 'aria-readonly': 'true', tabindex: '0' }) }
    view.current?.dispatch({ effects: attributes.current.reconfigure([EditorState.readOnly.of(off), EditorView.editable.of(!off), EditorView.contentAttributes.of(content)]) })
  }, [id, describedBy, required, invalid, off, language])

  // A value from elsewhere (undo, another record) takes the place of what is shown.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, userEvent: 'outside' })
    forceLinting(editor)
  }, [text])

  return <div ref={frame} className="pf-input pf-code-editor" dir="ltr" data-invalid={invalid || undefined} data-disabled={disabled || undefined} data-readonly={readonly || undefined} style={{ '--pf-code-rows': rows } as React.CSSProperties} />
}
