import { useLocale } from '#renderer'
import { estimateStrength } from './password-strength.ts'
import './strength-meter.css'

/** The strength of a new password, and the reasons why it is weak. */
export default function StrengthMeter({ id, password }: { id: string; password: string }) {
  const { t } = useLocale()
  const { strength, reason } = estimateStrength(password)
  return (
    <div id={id} className="pf-strength" data-strength={strength} role="status">
      <span className="pf-strength-bar" aria-hidden="true">
        <i style={{ inlineSize: `${(strength + 1) * 20}%` }} />
      </span>
      <span>
        {t(`form.password.strength.${strength}`)}
        {reason && ` ${t(`form.password.reason.${reason}`)}`}
      </span>
    </div>
  )
}
