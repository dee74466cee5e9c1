import { useLocale } from '#renderer/locale/use-locale.ts'
import { setSettings } from '#renderer/session/session.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useScheme } from './use-scheme.ts'

/** Changes between light and dark colours. */
export function SchemeButton() {
  const { t } = useLocale()
  const scheme = useScheme()
  const next = scheme === 'dark' ? 'light' : 'dark'
  const label = t(`shell.${next}`)
  return (
    <button type="button" className="pk-icon-button" aria-label={label} title={label} onClick={() => setSettings({ scheme: next })}>
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </button>
  )
}
