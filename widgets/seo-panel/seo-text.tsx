import { useState } from 'react'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { countCharacters, isSeoParameter, seoLimits, seoParameters, shownSeo, type Seo, type seoTexts } from '#schemas/rules/values/seo.ts'
import { Combobox, showToast, useLocale } from '#renderer'
import { ParameterChips } from './parameter-chips.tsx'
import type { Say } from './use-texts.ts'

interface SeoTextProps {
  id: string
  /** Path of the SEO object in the form. */
  name: string
  part: (typeof seoTexts)[number]
  seo: Seo
  values: Partial<Record<string, string>>
  say: Say
  disabled: boolean
  readonly: boolean
  errors: string[]
  onChange: (part: Partial<Seo>) => void
  /** After a choice that is finished, and on leaving the text. */
  onDone: () => void
}

/** Title or description: its parameters in their order, the text of one's own where that was chosen, and the counter. */
export function SeoText({
  id,
  name,
  part: { list, parameter, custom },
  seo,
  values,
  say,
  disabled,
  readonly,
  errors,
  onChange,
  onDone,
}: SeoTextProps) {
  const { t, formatNumber } = useLocale()
  const [told, setTold] = useState('')
  const chosen = seo[list]
  const off = disabled || readonly
  const titleOf = (slug: string): string => (isSeoParameter(slug) ? say(`p.${slug}`) : slug)
  const hasOwn = seo.seo_post_title.includes(parameter) || seo.seo_meta_description.includes(parameter)
  const limit = seoLimits[list]
  const used = countCharacters(shownSeo(list, chosen, values))
  const isOver = used > limit

  function take(next: string[], sentence: string): void {
    setTold(sentence)
    onChange({ [list]: next })
    onDone()
  }
  function add(slug: string): void {
    if (slug !== 'separator' && chosen.includes(slug)) showToast({ tone: 'warning', text: say('already', { title: titleOf(slug) }) })
    else take([...chosen, slug], say('added', { title: titleOf(slug) }))
  }

  const textId = `${id}-own`
  const text = {
    id: textId,
    name: `${name}.${custom}`,
    className: 'pf-input',
    dir: seo[custom] ? 'auto' : undefined,
    disabled,
    readOnly: readonly,
    'aria-label': say(custom),
    'aria-describedby': off ? undefined : `${id}-count`,
    placeholder: off ? noValue : say(custom),
    value: seo[custom] ?? '',
    onChange: (event: { target: { value: string } }) => onChange({ [custom]: event.target.value || null }),
    onBlur: onDone,
  }
  return (
    <section className="seo-part" aria-labelledby={`${id}-title`}>
      <div className="seo-part-head">
        <span className="pf-label" id={`${id}-title`}>
          {say(list)}
        </span>
        {!off && (
          <span className="pf-count" id={`${id}-count`} data-over={isOver || undefined}>
            {t('form.counter', { used: formatNumber(used), limit: formatNumber(limit) })}
          </span>
        )}
      </div>
      <ParameterChips
        id={id}
        label={say(`${list}_parts`)}
        list={chosen}
        titleOf={titleOf}
        isEmpty={(slug) => isSeoParameter(slug) && slug !== parameter && !values[slug]}
        off={off}
        say={say}
        onMove={(next, slug, place) =>
          take(next, say('moved', { title: titleOf(slug), place: formatNumber(place + 1), total: formatNumber(next.length) }))
        }
        onRemove={(next, slug) => take(next, say('removed', { title: titleOf(slug) }))}
      />
      {!off && (
        <div className="seo-add">
          <label className="seo-told" htmlFor={`${id}-add`}>
            {say('add_to', { part: say(list) })}
          </label>
          <Combobox
            id={`${id}-add`}
            label={say('add_to', { part: say(list) })}
            placeholder={say('add')}
            options={seoParameters.map((slug) => ({ value: slug, title: titleOf(slug) }))}
            chosen={[]}
            disabled={disabled}
            required={false}
            invalid={false}
            onChange={([option]) => {
              if (option) add(String(option.value))
            }}
            onBlur={() => {}}
          />
        </div>
      )}
      {hasOwn &&
        (list === 'seo_post_title' ? <input type="text" {...text} maxLength={500} /> : <textarea rows={3} {...text} maxLength={1000} />)}
      {errors.length > 0 && <p className="pf-error">{errors.join(' ')}</p>}
      <p className="seo-told" aria-live="polite">
        {told}
      </p>
    </section>
  )
}
