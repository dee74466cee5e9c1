import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { boxAttributes } from '#renderer/form/controls/control-attributes.ts'
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, defaultHighlightStyle, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { forceLinting, linter, lintKeymap } from '@codemirror/lint'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import type { CodeEditorProps } from './code-control.tsx'
import { useEditorView } from './use-editor-view.ts'
import './code-editor.css'

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.keyword], color: 'var(--pk-accent)' },
  { tag: tags.string, color: 'var(--pk-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--pk-info-text)' },
  { tag: tags.invalid, color: 'var(--pk-danger)' },
])

/** The code editor. Tab leaves it, or indents after Ctrl+M. */
export default function CodeEditor(props: CodeEditorProps) {
  const { field, text, language, rows, problemsOf, indents, onToggleIndents, onText, onLeave } = props
  const { id, disabled, readonly, invalid, describedBy } = field
  const judge = useRef(problemsOf)
  useEffect(() => {
    judge.current = problemsOf
  })
  const { frame, view } = useEditorView({
    field: { ...field, describedBy: [describedBy, `${id}-keys`].filter(Boolean).join(' ') },
    text,
    key: language,
    onText,
    onLeave,
    onOutside: forceLinting,
    extensions: () => [
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      EditorView.lineWrapping,
      language === 'json' ? json() : [],
      syntaxHighlighting(colours),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      field.placeholder ? placeholder(field.placeholder) : [],
      linter(
        (shown) =>
          (judge.current?.(shown.state.doc.toString()) ?? []).map(({ at, length, message }) => {
            const from = Math.min(at, shown.state.doc.length)
            return { from, to: Math.min(from + length, shown.state.doc.length), severity: 'error' as const, message }
          }),
        { delay: 300 },
      ),
      keymap.of([
        { key: 'Tab', run: indentMore, shift: indentLess },
        {
          key: 'Ctrl-m',
          run: () => {
            onToggleIndents()
            return true
          },
        },
        ...closeBracketsKeymap,
        ...lintKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
    ],
  })
  useEffect(() => {
    view.current?.setTabFocusMode(!indents)
  }, [view, indents, language])
  return (
    <div
      ref={frame}
      className="pf-input pf-code-editor"
      dir="ltr"
      {...boxAttributes({ disabled, readonly, invalid })}
      style={{ '--pf-code-rows': rows } as React.CSSProperties}
    />
  )
}
