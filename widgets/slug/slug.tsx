import { useEffect, useRef, useState } from 'react'
import { slugify } from '#schemas/rules/text/slug.ts'
import { CallFailure, callNamed, controlAttributes, showFailure, useLocale, type FieldWidgetProps } from '#renderer'

interface SlugProps extends Record<string, unknown> {
  endpoint?: string
  params?: Record<string, unknown>
  asks?: boolean
}
interface SlugAnswer {
  is_available: boolean
  suggestion?: string
}
type Verdict = { slug: string; state: 'checking' | 'failed' } | { slug: string; state: 'answered'; answer: SlugAnswer }

/** From the last leaving of the field, or the last key in it, to the question whether the slug is free. */
const restMs = 1000

export default function SlugField(field: FieldWidgetProps<string, SlugProps>) {
  const { id, value, onChange, onBlur, readonly, placeholder, props } = field
  const { t } = useLocale()
  const [verdict, setVerdict] = useState<Verdict>()
  const settled = useRef(value ?? '')
  const request = useRef<AbortController>(undefined)
  const typing = useRef(false)
  useEffect(() => () => request.current?.abort(), [])
  // A record that is loaded or saved brings the slug that counts as unchanged.
  useEffect(() => {
    if (!typing.current && verdict === undefined) settled.current = value ?? ''
  }, [value, verdict])

  function type(text: string): void {
    typing.current = true
    request.current?.abort()
    setVerdict(undefined)
    onChange(slugify(text, { typing: true }))
  }
  function leave(): void {
    const slug = slugify(value ?? '')
    if (slug !== (value ?? '')) onChange(slug)
    onBlur()
    typing.current = false
    if (props.asks === false || slug === '' || slug === settled.current || (verdict?.slug === slug && verdict.state === 'answered')) return
    void check(slug)
  }
  async function check(slug: string): Promise<void> {
    const controller = new AbortController()
    request.current?.abort()
    request.current = controller
    await new Promise((resolve) => setTimeout(resolve, restMs))
    if (controller.signal.aborted) return
    setVerdict({ slug, state: 'checking' })
    try {
      const { results } = await callNamed<SlugAnswer>(props.endpoint ?? 'slug-suggest', {
        payload: { ...props.params, slug },
        signal: controller.signal,
      })
      setVerdict({ slug, state: 'answered', answer: results })
    } catch (thrown) {
      if (controller.signal.aborted) return
      setVerdict({ slug, state: 'failed' })
      if (thrown instanceof CallFailure) showFailure(thrown, { about: `slug ${field.name}`, fallback: t('form.slug.failed') })
    }
  }
  function takeOver(suggestion: string): void {
    setVerdict({ slug: suggestion, state: 'answered', answer: { is_available: true } })
    onChange(suggestion)
    onBlur()
  }

  const answer = verdict?.state === 'answered' ? verdict.answer : undefined
  // The field shows the error below; here only the suggestion remains.
  const isShownBelow = field.invalid === true
  const described = [field.describedBy, verdict && `${id}-verdict`].filter(Boolean).join(' ') || undefined
  return (
    <>
      <input
        {...controlAttributes(field)}
        aria-describedby={described}
        aria-invalid={field.invalid || answer?.is_available === false || undefined}
        className="pf-input pf-slug"
        data-verdict={answer && (answer.is_available && !isShownBelow ? 'valid' : 'invalid')}
        type="text"
        dir={value ? 'auto' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readonly}
        placeholder={placeholder}
        value={value ?? ''}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <p id={`${id}-verdict`} className="pf-verdict" role="status" data-verdict={answer && (answer.is_available ? 'valid' : 'invalid')}>
        {verdict?.state === 'checking' && t('form.slug.checking')}
        {verdict?.state === 'failed' && t('form.slug.failed')}
        {answer && !isShownBelow && `${answer.is_available ? `✓ ${t('form.slug.valid')}` : `✗ ${t('form.slug.invalid')}`} `}
        {answer && !answer.is_available && answer.suggestion && (
          <>
            <button type="button" className="pf-link" onClick={() => takeOver(answer.suggestion ?? '')}>
              {t('form.slug.suggestion', { slug: answer.suggestion })}
            </button>
          </>
        )}
      </p>
    </>
  )
}
