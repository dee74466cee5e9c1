import { useEffect, useRef, useState } from 'react'
import type { BlockElement } from './model.ts'
import { serialise } from './serialise.ts'
import type { Say } from './use-texts.ts'

const idleMs = 300

/** One block a line, so that the markup can be found in it. */
export const formatSource = (blocks: readonly BlockElement[]): string => blocks.map((block) => serialise([block])).join('\n')

interface SourceViewProps { label: string; text: string; readOnly: boolean; describedBy?: string; say: Say; onChange: (html: string) => void }

/** The document as HTML text. What is typed is taken over, sanitised, after a pause and on leaving. */
export function SourceView({ label, text: opened, readOnly, describedBy, say, onChange }: SourceViewProps) {
  const [text, setText] = useState(opened)
  const waiting = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const report = useRef(onChange)
  useEffect(() => { report.current = onChange })

  const flush = () => {
    clearTimeout(timer.current)
    if (waiting.current === undefined) return
    const html = waiting.current
    waiting.current = undefined
    report.current(html)
  }
  useEffect(() => flush, [])

  return (
    <textarea
      className="rt-source" dir="ltr" spellCheck={false} aria-label={say('source.of', { label })} aria-describedby={describedBy} readOnly={readOnly} value={text} autoFocus
      onChange={(event) => { setText(event.target.value); waiting.current = event.target.value; clearTimeout(timer.current); timer.current = setTimeout(flush, idleMs) }}
      onBlur={flush}
      // A shortcut that saves takes the value at once.
      onKeyDown={(event) => { if (event.ctrlKey || event.metaKey) flush() }}
    />
  )
}
