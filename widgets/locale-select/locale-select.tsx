import { useMemo } from 'react'
import { Combobox, panelConfig, useLocale, type FieldWidgetProps } from '#renderer'
import { localeOption, offeredLocales } from './offered-locales.ts'

interface LocaleSelectProps extends Record<string, unknown> {
  list?: 'all' | 'short'
}

/** Chooses a language by its own name; several if the schema is a list. A stored language that is not offered stays chosen. */
export default function LocaleSelectField(field: FieldWidgetProps<string | string[], LocaleSelectProps>) {
  const { id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder, schema, props } = field
  const { locale: own } = useLocale()
  const options = useMemo(() => offeredLocales(props.list, panelConfig.locales, own), [props.list, own])
  const multiple = ([] as unknown[]).concat(schema.type ?? []).includes('array')
  const chosen = (Array.isArray(value) ? value : value ? [value] : []).map(localeOption)

  function take(next: readonly { value: unknown }[]): void {
    const locales = next.map((option) => String(option.value))
    onChange(multiple ? locales : locales[0])
    onBlur()
  }
  return (
    <Combobox
      id={id}
      label={label}
      multiple={multiple}
      options={options}
      chosen={chosen}
      clearable={!multiple && !required}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={placeholder}
      onChange={take}
      onBlur={onBlur}
    />
  )
}
