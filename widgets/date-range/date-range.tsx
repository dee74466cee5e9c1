import { readPeriod } from '#schemas/rules/calendar/period.ts'
import { chosenCalendar, limitsOf, RangeControl, useLocale, type DayProps, type FieldWidgetProps } from '#renderer'
import { writeRange } from './range-value.ts'

/** A period of days, both ends included. */
export default function DateRangeField({
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
}: FieldWidgetProps<unknown, DayProps>) {
  const { locale } = useLocale()
  const asText = ([] as unknown[]).concat(schema.type ?? []).includes('string')
  return (
    <RangeControl
      {...limitsOf(props, schema)}
      calendar={chosenCalendar(props.calendar, locale)}
      id={id}
      label={label}
      value={readPeriod(value)}
      onChange={(range) => onChange(writeRange(range, asText))}
      onBlur={onBlur}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      setFault={setFault}
    />
  )
}
