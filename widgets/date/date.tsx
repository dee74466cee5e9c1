import { chosenCalendar, DateControl, limitsOf, useLocale, type DayProps, type FieldWidgetProps } from '#renderer'

export default function DateField({
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
  placeholder,
  schema,
  setFault,
  props,
}: FieldWidgetProps<string, DayProps>) {
  const { locale } = useLocale()
  return (
    <DateControl
      {...limitsOf(props, schema)}
      calendar={chosenCalendar(props.calendar, locale)}
      id={id}
      label={label}
      value={value ?? undefined}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={placeholder}
      setFault={setFault}
    />
  )
}
