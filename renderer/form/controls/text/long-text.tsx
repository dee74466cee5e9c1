import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { boxAttributes } from '#renderer/form/controls/control-attributes.ts'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useState, type FocusEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { breakLines, joinLines, softLines } from './soft-lines.ts'
import { useEditorView } from './use-editor-view.ts'
import './long-text.css'

interface LongTextProps {
  field: FieldWidgetProps
  text: string
  /** Line ends stay; else they become spaces, as in a field of one line. */
  hasLines: boolean
  /** The control is left: it may be drawn as usual again, when the text has become short. */
  onLeave: () => void
}

const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** By the first letter. */
const directionOf = (text: string): 'rtl' | 'ltr' | undefined => {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter === undefined ? undefined : rtl.test(letter) ? 'rtl' : 'ltr'
}

/** Position of the caret, if the control that this one replaces had the focus: after the inserted text. */
function focusedBefore(id: string, text: string): { caret: number } | undefined {
  const before = document.getElementById(id)
  if (before === null || before !== document.activeElement) return undefined
  if (!(before instanceof HTMLTextAreaElement || before instanceof HTMLInputElement)) return { caret: 0 }
  return { caret: breakLines(text.slice(0, (before.selectionEnd ?? 0) + Math.max(0, text.length - before.value.length))).length }
}

/** As in a field of one line: Enter does nothing there, and lines that are pasted are joined. */
const oneLine = [
  keymap.of([{ key: 'Enter', run: () => true, shift: () => true }]),
  EditorView.clipboardInputFilter.of((text) => text.replace(/[\r\n]+/g, ' ')),
]

/**
 * A control for texts that are too long for a native text field, which would lay out the whole text on each key. Only
 * the visible part is drawn.
 */
export default function LongText({ field, text, hasLines, onLeave }: LongTextProps) {
  const { id, disabled, invalid, describedBy, readonly } = field
  const { t, formatNumber } = useLocale()
  const [before] = useState(() => focusedBefore(id, text))
  const noteId = `${id}-long`
  const { frame, view } = useEditorView({
    field: { ...field, describedBy: [describedBy, noteId].filter(Boolean).join(' ') },
    text,
    onText: (next) => field.onChange(next),
    toShown: breakLines,
    fromShown: joinLines,
    onLeave: () => {},
    extensions: () => [
      history(),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      hasLines ? [] : oneLine,
      softLines,
      keymap.of([...historyKeymap, ...defaultKeymap]),
    ],
  })
  useEffect(() => {
    if (!before || !view.current) return
    view.current.focus()
    view.current.dispatch({ selection: { anchor: Math.min(before.caret, view.current.state.doc.length) }, scrollIntoView: true })
  }, [before, view])

  const leave = (event: FocusEvent): void => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    field.onBlur()
    onLeave()
  }
  return (
    <div onBlur={leave}>
      <div ref={frame} className="pf-input pf-long-text" dir={directionOf(text)} {...boxAttributes({ disabled, readonly, invalid })} />
      <p className="pf-description" id={noteId}>
        {t('form.long_text.note', { number: formatNumber(text.length) })}
      </p>
    </div>
  )
}
