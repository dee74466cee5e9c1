import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState, type Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import type { TriedProblem } from './use-trial.ts'
import type { Suggestions } from './suggest.ts'

export interface CodeEditorHandle {
  goTo: (line: number, column: number) => void
}

interface CodeEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  problems: readonly TriedProblem[]
  suggest: (text: string, offset: number) => Suggestions | null
  ref?: Ref<CodeEditorHandle>
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--pk-accent)' },
  { tag: tags.string, color: 'var(--pk-info-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--pk-warning-text)' },
  { tag: tags.invalid, color: 'var(--pk-danger)' },
])

const theme = EditorView.theme({
  '&': {
    backgroundColor: 'var(--pk-surface)',
    color: 'var(--pk-text)',
    fontSize: '13px',
    border: '1px solid var(--pk-edge)',
    borderRadius: '6px',
    height: '100%',
  },
  '&.cm-focused': { outline: '2px solid var(--pk-focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--pk-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--pk-text)' },
  '.cm-gutters': { backgroundColor: 'var(--pk-page)', color: 'var(--pk-dim)', border: 'none', borderInlineEnd: '1px solid var(--pk-line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--pk-hover) 60%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--pk-pressed)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--pk-raised)',
    color: 'var(--pk-text)',
    border: '1px solid var(--pk-edge)',
    borderRadius: '6px',
    boxShadow: 'var(--pk-shadow)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--pk-accent-fill)', color: 'var(--pk-on-fill)' },
  '.cm-completionDetail': {
    color: 'inherit',
    fontStyle: 'normal',
    opacity: '.8',
    maxWidth: '320px',
    display: 'inline-block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    verticalAlign: 'bottom',
  },
})

/** Where a problem of the checker is marked: from its place to the end of its line. */
function markOf(doc: Text, { severity, line = 1, column = 1, message }: TriedProblem): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(at.from + Math.max(column - 1, 0), at.to)
  return { from, to: Math.max(from, at.to), severity, message }
}

/** A JSON document as text, always left to right, with marked errors and completion. */
export default function CodeEditor({ label, value, onChange, problems, suggest, ref }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent((text: string) => onChange(text))
  const offer = useEffectEvent((context: CompletionContext) => {
    const found = suggest(context.state.doc.toString(), context.pos)
    if (
      !found ||
      (!context.explicit &&
        found.from === found.to &&
        !/[:"{,|]\s*$/.test(context.state.sliceDoc(Math.max(0, context.pos - 4), context.pos)))
    )
      return null
    return {
      from: found.from,
      to: found.to,
      filter: true,
      options: found.options.map(({ label: name, apply, detail, kind }) => ({
        label: kind === 'key' || apply.startsWith('"') ? apply.replace(/: $/, '') : name,
        displayLabel: name.replaceAll('"', ''),
        apply,
        detail,
        type: kind === 'key' ? 'property' : 'constant',
      })),
    }
  })
  const first = useEffectEvent(() => ({ label, value }))

  useEffect(() => {
    const { label: name, value: text } = first()
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          lintGutter(),
          json(),
          syntaxHighlighting(colours),
          theme,
          autocompletion({ override: [(context) => offer(context)], activateOnTyping: true }),
          // Tab leaves the editor, so that the keyboard is not caught in it.
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': name, dir: 'ltr', spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const editor = view.current
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.map((problem) => markOf(editor.state.doc, problem)),
        ),
      )
  }, [problems])
  useImperativeHandle(
    ref,
    () => ({
      goTo(line, column) {
        const editor = view.current
        if (!editor) return
        const { from } = markOf(editor.state.doc, { severity: 'error', file: '', line, column, message: '' })
        editor.dispatch({ selection: { anchor: from }, scrollIntoView: true })
        editor.focus()
      },
    }),
    [],
  )
  return <div ref={host} className="dt-code" dir="ltr" />
}
