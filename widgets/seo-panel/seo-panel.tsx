import { useState } from 'react'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { normaliseSeo, seoTexts, shownSeo, type Seo } from '#schemas/rules/values/seo.ts'
import type { FieldWidgetProps } from '#renderer'
import { SearchPreview } from './search-preview.tsx'
import { SeoText } from './seo-text.tsx'
import { useSeoValues, type SeoPanelProps } from './use-seo-values.ts'
import { useTexts } from './use-texts.ts'
import './seo-panel.css'

/** One object with five keys: the parameters of title and description, the texts written by hand, the canonical address. */
export default function SeoPanelField(field: FieldWidgetProps<Partial<Seo> | null, SeoPanelProps>) {
  const { id, name, value, disabled, readonly, invalid, describedBy, errors, props, onChange, onBlur } = field
  const say = useTexts()
  const seo = { ...value, ...normaliseSeo(value) }
  /** Texts whose parameter was taken out, in case that it comes back. */
  const [stored, setStored] = useState<Partial<Seo>>({})
  const own = { custom_post_title: seo.seo_custom_post_title ?? '', custom_meta_description: seo.seo_custom_meta_description ?? '' }
  const values = { ...useSeoValues(props), ...own }
  const off = disabled || readonly

  function change(part: Partial<Seo>): void {
    for (const { custom } of seoTexts) if (part[custom] !== undefined) setStored((before) => ({ ...before, [custom]: part[custom] }))
    const next = { ...seo, ...part }
    for (const { custom } of seoTexts) if (part[custom] === undefined && !next[custom]) next[custom] = stored[custom] ?? null
    onChange({ ...next, ...normaliseSeo(next) })
  }

  const canonicalId = `${id}-seo_canonical`
  const wrong = errors.seo_canonical ?? []
  return (
    <div className="seo-panel" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} id={id} tabIndex={-1}>
      <SearchPreview
        title={shownSeo('seo_post_title', seo.seo_post_title, values)}
        description={shownSeo('seo_meta_description', seo.seo_meta_description, values)}
        address={seo.seo_canonical || props.address || ''}
        say={say}
      />
      {seoTexts.map((part) => (
        <SeoText
          key={part.list}
          id={`${id}-${part.list}`}
          name={name}
          part={part}
          seo={seo}
          values={values}
          say={say}
          disabled={disabled}
          readonly={readonly}
          errors={[part.list, part.custom].flatMap((key) =>
            Object.entries(errors).flatMap(([at, messages]) => (at === key || at.startsWith(`${key}.`) ? messages : [])),
          )}
          onChange={change}
          onDone={onBlur}
        />
      ))}
      <div className="pf-field">
        <label className="pf-label" htmlFor={canonicalId}>
          {say('canonical')}
        </label>
        <input
          id={canonicalId}
          name={`${name}.seo_canonical`}
          className="pf-input"
          type="text"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
          readOnly={off}
          maxLength={500}
          placeholder={off ? noValue : 'https://'}
          aria-invalid={invalid || wrong.length > 0 || undefined}
          aria-describedby={[!off && `${canonicalId}-hint`, wrong.length > 0 && `${canonicalId}-error`].filter(Boolean).join(' ')}
          value={seo.seo_canonical ?? ''}
          onChange={(event) => change({ seo_canonical: event.target.value.trim() || null })}
          onBlur={onBlur}
        />
        {!off && (
          <p className="pf-description" id={`${canonicalId}-hint`}>
            {say('canonical_hint')}
          </p>
        )}
        {wrong.length > 0 && (
          <p className="pf-error" id={`${canonicalId}-error`}>
            {wrong.join(' ')}
          </p>
        )}
      </div>
    </div>
  )
}
