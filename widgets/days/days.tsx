import { useRef, useState } from 'react'
import { chosenCalendar, DateControl, Icon, useLocale, type DayProps, type FieldWidgetProps } from '#renderer'
import { useTexts } from './use-texts.ts'
import './days.css'

/** Single days, earliest first; a typed or picked one joins them when the input is left. */
export default function Days(field: FieldWidgetProps<string[], DayProps>) {
  const { id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, props, setFault } = field
  const { locale, formatDate } = useLocale()
  const say = useTexts()
  const calendar = chosenCalendar(props.calendar, locale)
  const [draft, setDraft] = useState<string>()
  /** The same as `draft`, for an input that is left in the moment in which it changes. */
  const typed = useRef<string>(undefined)
  const chosen = Array.isArray(value) ? value : []
  const isFixed = disabled || readonly
  const show = (day: string): string => formatDate(day, { calendar, pattern: 'dddd D MMMM YYYY' })

  function type(day: string | undefined): void {
    typed.current = day
    setDraft(day)
  }
  function leave(): void {
    const day = typed.current
    if (day === undefined) return
    type(undefined)
    if (!chosen.includes(day)) onChange([...chosen, day].sort())
    onBlur()
  }
  function remove(day: string): void {
    onChange(chosen.filter((one) => one !== day))
    onBlur()
  }
  return (
    <div className="pf-days" role="group" aria-labelledby={`${id}-label`}>
      {!isFixed && (
        <DateControl
          id={id}
          label={say('add', { label })}
          value={draft}
          onChange={type}
          onBlur={leave}
          disabled={false}
          required={required && chosen.length === 0}
          invalid={invalid}
          describedBy={describedBy}
          placeholder={say('placeholder')}
          calendar={calendar}
          setFault={setFault}
        />
      )}
      {chosen.length > 0 && (
        <ul>
          {chosen.map((day) => (
            <li key={day}>
              <bdi>{show(day)}</bdi>
              {!isFixed && (
                <button type="button" aria-label={say('remove', { day: show(day) })} onClick={() => remove(day)}>
                  <Icon name="close" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
