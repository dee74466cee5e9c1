import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** A mark beside the label of a computed field: it tells the formula to the mouse, and to everybody when it is pressed. */
export function FormulaHint({ id, label, text }: { id: string; label: string; text: string }) {
  const { t } = useLocale()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="pf-sigma"
        aria-label={`${t('form.computed.how')}: ${label}`}
        aria-expanded={isOpen}
        aria-controls={`${id}-formula`}
        title={text}
        onClick={() => setOpen(!isOpen)}
      >
        Σ
      </button>
      <span className="pf-description pf-formula" id={`${id}-formula`} hidden={!isOpen}>
        {text}
      </span>
    </>
  )
}
