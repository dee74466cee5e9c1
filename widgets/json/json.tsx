import { useState } from 'react'
import { CodeControl, useLocale, useProblem, type FieldWidgetProps } from '#renderer'
import { jsonProblem, type JsonProblem } from './json-problem.ts'

interface JsonProps extends Record<string, unknown> {
  rows?: number
}

const write = (value: unknown): string => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2))

/** The value as JSON text. Invalid text stays as typed, its error and position are shown, and it is not sent. */
export default function JsonField(field: FieldWidgetProps<unknown, JsonProps>) {
  const { value, onChange, onBlur, props } = field
  const { t, formatDigits } = useLocale()
  const [typed, setTyped] = useState<{ text: string; value: unknown }>()
  const isOwn = typed !== undefined && Object.is(typed.value, value)
  const problem = isOwn ? jsonProblem(typed.text) : undefined
  useProblem(field, problem && sentence(problem))

  function sentence({ kind, line, column }: JsonProblem): string {
    return t('form.json.at', { line: formatDigits(line), column: formatDigits(column), problem: t(`form.json.problem.${kind}`) })
  }
  function type(text: string): void {
    if (jsonProblem(text)) {
      setTyped({ text, value })
      return
    }
    const next = text.trim() === '' ? undefined : (JSON.parse(text) as unknown)
    setTyped({ text, value: next })
    onChange(next)
  }
  return (
    <>
      <CodeControl
        field={field}
        text={isOwn ? typed.text : write(value)}
        language="json"
        rows={props.rows ?? 6}
        onText={type}
        problemsOf={(text) => {
          const found = jsonProblem(text)
          return found ? [{ ...found, message: sentence(found) }] : []
        }}
        onLeave={() => {
          if (!problem) setTyped(undefined)
          onBlur()
        }}
      />
      {problem && !field.invalid && (
        <p className="pf-error" role="status">
          {sentence(problem)}
        </p>
      )}
    </>
  )
}
