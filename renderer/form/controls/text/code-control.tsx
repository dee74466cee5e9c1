import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { isLongText } from '#renderer/form/rows/long-text-paste.ts'
import { controlAttributes } from '#renderer/form/controls/control-attributes.ts'

/** A place in a text that is wrong, `at` is the offset of its first character. */
export interface CodeProblem {
  at: number
  length: number
  message: string
}

export interface CodeControlProps {
  field: Pick<FieldWidgetProps, 'id' | 'name' | 'disabled' | 'readonly' | 'required' | 'invalid' | 'describedBy' | 'placeholder'>
  text: string
  language: 'json' | 'text'
  rows: number
  /** Finds the problems of a text; called for each shown text. */
  problemsOf?: (text: string) => CodeProblem[]
  onText: (text: string) => void
  onLeave: () => void
}

export interface CodeEditorProps extends CodeControlProps {
  /** Whether Tab indents; it leaves the field otherwise. */
  indents: boolean
  onToggleIndents: () => void
}

const CodeEditor = lazy(() => import('./code-editor.tsx'))

/**
 * Whether an element is near the visible part of the page: an editor is too expensive for each of a hundred fields that
 * nobody scrolled to.
 */
function useNear(place: RefObject<HTMLElement | null>): [near: boolean, come: () => void] {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = place.current
    if (near || !element) return
    let isFirst = true
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A field that has the focus is not replaced.
        if (entry?.isIntersecting && (isFirst || document.activeElement !== element)) setNear(true)
        isFirst = false
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near, place])
  return [near, () => setNear(true)]
}

/** Code in a monospaced font, left to right; a plain text field until it is near the visible part and the editor has loaded. */
export function CodeControl(props: CodeControlProps) {
  const { field, text, rows, onText, onLeave } = props
  const { t } = useLocale()
  const place = useRef<HTMLElement>(null)
  const [near, come] = useNear(place)
  const [indents, setIndents] = useState(false)
  const plain = isLongText(text) ? (
    <div ref={place as RefObject<HTMLDivElement>} className="pf-input pf-input-waiting" aria-busy="true" />
  ) : (
    <textarea
      ref={place as RefObject<HTMLTextAreaElement>}
      {...controlAttributes(field)}
      className="pf-input pf-code"
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      rows={rows}
      readOnly={field.readonly}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onBlur={() => {
        onLeave()
        come()
      }}
    />
  )
  return (
    <>
      {near ? (
        <Suspense fallback={plain}>
          <CodeEditor {...props} indents={indents} onToggleIndents={() => setIndents((before) => !before)} />
        </Suspense>
      ) : (
        plain
      )}
      {!field.readonly && !field.disabled && (
        <p className="pf-description pf-code-hint">
          <span id={`${field.id}-keys`} role="status">
            {t(indents ? 'form.code.indents' : 'form.code.leaves')}
          </span>{' '}
          <button type="button" className="pf-link" aria-pressed={indents} onClick={() => setIndents(!indents)}>
            {t('form.code.indent')}
          </button>
        </p>
      )}
    </>
  )
}
