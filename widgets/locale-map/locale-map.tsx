import { useState } from 'react'
import { isRtl } from '#schemas/rules/locales.ts'
import { useLocale, type FieldWidgetProps } from '#renderer'

interface LocaleMapProps extends Record<string, unknown> {
  input?: string
  rows?: number
  locales?: string[]
}
type Texts = Record<string, string | null>

/** The reader's own language first; then the others in the order of the schema. */
function localesOf(schema: Record<string, unknown>, given: string[] | undefined, value: Texts, own: string): string[] {
  const named = given ?? Object.keys((schema.properties as Record<string, unknown> | undefined) ?? {})
  const all = [...new Set([...named, ...Object.keys(value)])]
  return [...all.filter((locale) => locale === own), ...all.filter((locale) => locale !== own)]
}

export default function LocaleMapField(field: FieldWidgetProps<Texts, LocaleMapProps>) {
  const { id, name, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, errors, schema, props } = field
  const { locale: own, t, formatNumber } = useLocale()
  const texts: Texts = typeof value === 'object' && value !== null ? value : typeof value === 'string' ? { [own]: value } : {}
  const names = new Intl.DisplayNames([own], { type: 'language' })
  const several = props.input === 'textarea'
  const list = localesOf(schema, props.locales, texts, own)
  /** Languages with a text when the form was opened stand beside the reader's own; the others are folded away, also while one types. */
  const [written] = useState(() => list.filter((locale) => texts[locale]))
  const take = (locale: string, text: string): void => onChange({ ...texts, [locale]: text })

  const control = (locale: string, first: boolean) => {
    const wrong = errors[locale] ?? []
    const errorId = `${id}-${locale}-error`
    const attributes = {
      id: first ? id : `${id}-${locale}`,
      name: `${name}.${locale}`,
      className: 'pf-input',
      dir: isRtl(locale) ? 'rtl' : 'ltr',
      lang: locale,
      disabled,
      readOnly: readonly,
      'aria-label': `${label} (${names.of(locale) ?? locale})`,
      // A text in any language is enough: the reader's own is asked for while there is none.
      'aria-required': (required && first && list.every((other) => other === locale || !texts[other])) || undefined,
      'aria-invalid': invalid || wrong.length > 0 || undefined,
      'aria-describedby': [first && describedBy, wrong.length > 0 && errorId].filter(Boolean).join(' ') || undefined,
      value: texts[locale] ?? '',
      onBlur,
      onChange: (event: { target: { value: string } }) => take(locale, event.target.value),
    }
    return (
      <div key={locale} className="pf-locale" data-invalid={wrong.length > 0 || undefined}>
        <span className="pf-locale-name" aria-hidden="true">
          {names.of(locale) ?? locale}
        </span>
        {several ? <textarea {...attributes} rows={props.rows ?? 3} /> : <input type="text" {...attributes} />}
        {wrong.length > 0 && (
          <p className="pf-error" id={errorId}>
            {wrong.join(' ')}
          </p>
        )}
      </div>
    )
  }
  const [head, ...rest] = list
  const beside = rest.filter((locale) => written.includes(locale))
  const others = rest.filter((locale) => !written.includes(locale))
  return (
    <div className="pf-locale-map" role="group" aria-labelledby={`${id}-label`}>
      {head && control(head, true)}
      {beside.map((locale) => control(locale, false))}
      {others.length > 0 && (
        <details open={others.some((locale) => errors[locale]) || list.length < 3}>
          <summary>
            {t('form.locales.others', {
              filled: formatNumber(others.filter((locale) => texts[locale]).length),
              all: formatNumber(others.length),
            })}
          </summary>
          {others.map((locale) => control(locale, false))}
        </details>
      )}
    </div>
  )
}
