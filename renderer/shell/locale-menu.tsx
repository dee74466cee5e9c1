import { isLocale, nativeNames } from '#schemas/rules/locales.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { panelConfig } from '#renderer/session/config.ts'
import { isSignedIn, setAuth, setSettings } from '#renderer/session/session.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { MenuButton } from '#renderer/ui/menu-button.tsx'

/** Chooses the panel's language among the configured ones. */
export function LocaleMenu() {
  const { locale, t } = useLocale()
  if (panelConfig.locales.length < 2) return null
  const choose = async (next: string) => {
    await showLocale(next)
    setSettings({ locale: next })
    if (isSignedIn()) setAuth({ locale: next })
  }
  const entries = panelConfig.locales.map((one) => ({
    key: one,
    label: isLocale(one) ? nativeNames[one] : one,
    lang: one,
    checked: one === locale,
    run: () => void choose(one),
  }))
  return (
    <MenuButton label={t('shell.language')} entries={entries} className="pk-icon-button">
      <Icon name="global" />
    </MenuButton>
  )
}
