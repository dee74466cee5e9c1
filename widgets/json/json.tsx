import { useState } from 'react'
import { controlAttributes, useLocale, type FieldWidgetProps } from '#renderer'

interface JsonProps extends Record<string, unknown> { rows?: number }

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** The value as JSON text. What cannot be read stays as typed, is said to be wrong, and does not replace the value. */
export default function JsonField(field: FieldWidgetProps<unknown, JsonProps>) {
  const { id, value, onChange, onBlur, readonly, props } = field
  const { t } = useLocale()
  const [typed, setTyped] = useState<string>()
  const problem = typed === undefined ? undefined : problemOf(typed)
  const described = [field.describedBy, problem && `${id}-json`].filter(Boolean).join(' ') || undefined

  function type(text: string): void {
    setTyped(text)
    if (text.trim() === '') onChange(undefined)
    else if (problemOf(text) === undefined) onChange(JSON.parse(text) as unknown)
  }
  return (
    <>
      <textarea {...controlAttributes(field)} aria-describedby={described} aria-invalid={field.invalid || problem !== undefined || undefined} className="pf-input pf-json" dir="ltr" spellCheck={false} rows={props.rows ?? 6} readOnly={readonly} value={typed ?? write(value)} onChange={(event) => type(event.target.value)} onBlur={() => { if (problem === undefined) setTyped(undefined); onBlur() }} />
      {problem !== undefined && <p id={`${id}-json`} className="pf-error">{t('form.json.unreadable')} <bdi>{problem}</bdi></p>}
    </>
  )
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
