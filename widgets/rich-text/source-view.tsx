import { useEffect, useRef, useState } from 'react'
import { TextOfAnyLength, type FieldWidgetProps } from '#renderer'
import type { BlockElement } from './model.ts'
import { markUploads } from '#widgets/rich-text/commands/picture-commands.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'
import type { Say } from './use-texts.ts'

const idleMs = 300

/** One block a line, so that the markup can be found in it. */
export const formatSource = (blocks: BlockElement[]): string =>
  markUploads(blocks)
    .map((block) => serialise([block]))
    .join('\n')

interface SourceViewProps {
  field: FieldWidgetProps<string | null>
  text: string
  readOnly: boolean
  describedBy?: string
  say: Say
  onChange: (html: string) => void
}

/** The document as HTML source. Typed text is sanitised and stored after a pause and on leaving. */
export function SourceView({ field, text: opened, readOnly, describedBy, say, onChange }: SourceViewProps) {
  const [text, setText] = useState(opened)
  const waiting = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })

  const flush = () => {
    clearTimeout(timer.current)
    if (waiting.current === undefined) return
    const html = waiting.current
    waiting.current = undefined
    report.current(html)
  }
  useEffect(() => {
    // Before the form stores its draft, when the page is left.
    const options = { capture: true }
    window.addEventListener('pagehide', flush, options)
    document.addEventListener('visibilitychange', flush, options)
    return () => {
      window.removeEventListener('pagehide', flush, options)
      document.removeEventListener('visibilitychange', flush, options)
      flush()
    }
  }, [])

  const type = (next: string) => {
    setText(next)
    waiting.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, idleMs)
  }
  return (
    // A shortcut that saves takes the value at once.
    <div
      className="rt-plain"
      dir="ltr"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) flush()
      }}
    >
      <TextOfAnyLength
        field={{
          ...field,
          value: text,
          readonly: readOnly,
          describedBy,
          onChange: (next) => type(typeof next === 'string' ? next : ''),
          onBlur: flush,
        }}
        hasLines
      >
        <textarea
          className="rt-source"
          spellCheck={false}
          aria-label={say('source.of', { label: field.label })}
          aria-describedby={describedBy}
          readOnly={readOnly}
          value={text}
          autoFocus
          onChange={(event) => type(event.target.value)}
          onBlur={flush}
        />
      </TextOfAnyLength>
    </div>
  )
}
