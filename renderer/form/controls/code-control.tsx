import { lazy, Suspense } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { isLongText } from '#renderer/form/long-text-paste.ts'
import { controlAttributes } from './control-attributes.ts'

/** A place in a text that is wrong, `at` is the offset of its first character. */
export interface CodeProblem { at: number; length: number; message: string }

export interface CodeControlProps {
  field: Pick<FieldWidgetProps, 'id' | 'name' | 'disabled' | 'readonly' | 'required' | 'invalid' | 'describedBy' | 'placeholder'>
  text: string
  language: 'json' | 'text'
  rows: number
  /** What is wrong with a text; asked for each text that is shown. */
  problemsOf?: (text: string) => CodeProblem[]
  onText: (text: string) => void
  onLeave: () => void
}

const CodeEditor = lazy(() => import('./code-editor.tsx'))

/** Code in fixed width and from left to right; a plain text field until the editor is here. */
export function CodeControl(props: CodeControlProps) {
  const { field, text, rows, onText, onLeave } = props
  const { t } = useLocale()
  const plain = isLongText(text) ? <div className="pf-input pf-input-waiting" aria-busy="true" /> : (
    <textarea
      {...controlAttributes(field)} className="pf-input pf-code" dir="ltr" spellCheck={false} autoCapitalize="none" rows={rows} readOnly={field.readonly}
      value={text} onChange={(event) => onText(event.target.value)} onBlur={onLeave}
    />
  )
  return (
    <>
      <Suspense fallback={plain}><CodeEditor {...props} /></Suspense>
      {!field.readonly && !field.disabled && <p className="pf-description pf-code-hint" id={`${field.id}-keys`}>{t('form.code.keys')}</p>}
    </>
  )
}
