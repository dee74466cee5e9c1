import { useState } from 'react'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { chosenCalendar, DateTimeControl, limitsOf, useLocale, useProblem, type DayProps, type FieldWidgetProps } from '#renderer'

interface MomentRange {
  from?: string
  to?: string
}

/** A period between two moments. */
export default function DateTimeRangeField({
  id,
  label,
  value,
  onChange,
  onBlur,
  disabled,
  readonly,
  required,
  invalid,
  describedBy,
  schema,
  setFault,
  props,
}: FieldWidgetProps<MomentRange, DayProps>) {
  const { locale, timeZone, t } = useLocale()
  const range: MomentRange = typeof value === 'object' && value !== null ? value : {}
  const isReversed = Boolean(range.from && range.to && Date.parse(range.to) < Date.parse(range.from))
  const noteId = `${id}-order`
  const [fromProblem, setFromProblem] = useState<string>()
  const [toProblem, setToProblem] = useState<string>()
  useProblem({ setFault }, fromProblem ?? toProblem ?? (isReversed ? ruleMessage(locale, 'rules.reversed', { label }) : undefined))
  const shared = {
    ...limitsOf(props, schema, timeZone),
    calendar: chosenCalendar(props.calendar, locale),
    onBlur,
    disabled: disabled || readonly,
    required,
    invalid: invalid || isReversed,
    describedBy: [describedBy, isReversed && noteId].filter(Boolean).join(' ') || undefined,
  }
  function take(next: MomentRange): void {
    const filled = Object.fromEntries(Object.entries(next).filter(([, moment]) => moment !== undefined))
    onChange(Object.keys(filled).length === 0 ? undefined : filled)
  }
  return (
    <div className="pf-moments">
      <label className="pf-moment" htmlFor={id}>
        {t('form.date.from', { label })}
      </label>
      <DateTimeControl
        {...shared}
        id={id}
        label={t('form.date.from', { label })}
        value={range.from}
        setFault={setFromProblem}
        onChange={(from) => take({ ...range, from })}
      />
      <label className="pf-moment" htmlFor={`${id}-to`} id={`${id}-to-label`}>
        {t('form.date.to', { label })}
      </label>
      <DateTimeControl
        {...shared}
        id={`${id}-to`}
        label={t('form.date.to', { label })}
        value={range.to}
        setFault={setToProblem}
        onChange={(to) => take({ ...range, to })}
      />
      {isReversed && !invalid && (
        <span id={noteId} className="pf-error">
          {ruleMessage(locale, 'rules.reversed', { label })}
        </span>
      )}
    </div>
  )
}
