import { useLocale } from '#renderer/locale/use-locale.ts'
import { useFormState } from '#renderer/form/form-context.ts'
import { countMessages } from '#renderer/form/data/form-messages.ts'

/** How many fields at or under these places have something wrong that is shown; nothing when none has. */
export function ErrorCount({ paths }: { paths: readonly string[] }) {
  const { t, formatNumber } = useLocale()
  const count = useFormState((state) => countMessages(state, paths))
  if (count === 0) return null
  return (
    <span
      className="pf-error-count"
      title={t('form.errors', { number: formatNumber(count) })}
      aria-label={t('form.errors', { number: formatNumber(count) })}
      role="img"
    >
      {formatNumber(count)}
    </span>
  )
}
