import type { ReactNode } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { FormulaHint } from '#renderer/form/fields/formula-hint.tsx'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { useLabelClass } from './group-heading.ts'

interface FieldFrameProps {
  id: string
  label: string
  required: boolean
  description?: string
  messages: string[]
  /** How the value is computed, in words. */
  computedFrom?: string
  /** `above` for a labelled control, `beside` for a checkbox, `group` for a set of controls. */
  placement?: 'above' | 'beside' | 'group'
  children: ReactNode
}

/** Label, control, description and error of one field, tied together for assistive technology by their ids. */
export function FieldFrame({ id, label, required, description, messages, computedFrom, placement = 'above', children }: FieldFrameProps) {
  const { t } = useLocale()
  const { idPrefix } = useFormScope()
  const labelClass = useLabelClass(label, required || placement === 'beside')
  const isChecking = useFormState(({ checking }) => checking.size > 0 && [...checking].some((path) => idAt(idPrefix, path) === id))
  const mark = required && (
    <span className="pf-required" aria-hidden="true">
      {' '}
      *
    </span>
  )
  const title =
    placement === 'group' ? (
      <span className={labelClass} id={`${id}-label`}>
        {label}
        {mark}
      </span>
    ) : (
      <label className={labelClass} id={`${id}-label`} htmlFor={id}>
        {label}
        {mark}
      </label>
    )
  return (
    <div className={`pf-field pf-field-${placement}`} data-required={required || undefined} data-invalid={messages.length > 0 || undefined}>
      {placement === 'beside' ? (
        <div className="pf-beside">
          {children}
          {title}
        </div>
      ) : (
        <>
          {computedFrom === undefined ? (
            title
          ) : (
            <div className="pf-computed-label">
              {title}
              <FormulaHint id={id} label={label} text={computedFrom} />
            </div>
          )}
          {children}
        </>
      )}
      {description && (
        <p className="pf-description" id={`${id}-description`}>
          {description}
        </p>
      )}
      {isChecking && (
        <p className="pf-description" role="status">
          {t('form.check.waiting')}
        </p>
      )}
      {messages.length > 0 && (
        <p className="pf-error" id={`${id}-error`}>
          {messages.join(' ')}
        </p>
      )}
    </div>
  )
}
