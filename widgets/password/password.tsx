import { lazy, Suspense, useState } from 'react'
import { autoFocus, controlAttributes, useLocale, type FieldWidgetProps } from '#renderer'

interface PasswordProps extends Record<string, unknown> {
  autocomplete?: string
  autofocus?: boolean
  strength?: boolean
}

const StrengthMeter = lazy(() => import('./strength-meter.tsx'))

/** A secret. For a new password (`strength`, or `autocomplete: new-password`) its strength is shown. */
export default function PasswordField(field: FieldWidgetProps<string, PasswordProps>) {
  const { value, onChange, onBlur, readonly, placeholder, props } = field
  const { t } = useLocale()
  const [shown, setShown] = useState(false)
  const rated = (props.strength ?? props.autocomplete === 'new-password') && typeof value === 'string' && value !== ''
  const described = [field.describedBy, rated && `${field.id}-strength`].filter(Boolean).join(' ') || undefined
  return (
    <>
      <div className="pf-with-button pf-password">
        <input
          {...controlAttributes(field)}
          ref={props.autofocus === true ? autoFocus : undefined}
          aria-describedby={described}
          className="pf-input pf-ltr"
          type={shown ? 'text' : 'password'}
          dir="ltr"
          readOnly={readonly}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete={props.autocomplete ?? (props.strength ? 'new-password' : 'current-password')}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        <button
          type="button"
          className="pf-inside"
          aria-pressed={shown}
          aria-label={t('form.password.show')}
          title={t('form.password.show')}
          onClick={() => setShown(!shown)}
        >
          <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
            <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
            <circle cx="12" cy="12" r="3" />
            {shown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      </div>
      {rated && (
        <Suspense>
          <StrengthMeter id={`${field.id}-strength`} password={value} />
        </Suspense>
      )}
    </>
  )
}
