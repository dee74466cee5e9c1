import type { Locale } from 'antd/es/locale'
import { useEffect, useState } from 'react'

const files: Record<string, () => Promise<{ default: unknown }>> = {
  fa: () => import('antd/es/locale/fa_IR'),
  en: () => import('antd/es/locale/en_US'),
  ar: () => import('antd/es/locale/ar_EG'),
  fr: () => import('antd/es/locale/fr_FR'),
  tr: () => import('antd/es/locale/tr_TR'),
  es: () => import('antd/es/locale/es_ES'),
  ru: () => import('antd/es/locale/ru_RU'),
  de: () => import('antd/es/locale/de_DE'),
  it: () => import('antd/es/locale/it_IT'),
  zh: () => import('antd/es/locale/zh_CN'),
}

/** Without a locale at all the components' provider has another shape, and all inside of it would begin anew when one arrives. */
const unread: Locale = { locale: '' }

/** Texts of the components themselves; they come after the page, since nothing of the first paint needs them. */
export function useAntdLocale(locale: string): Locale {
  const [texts, setTexts] = useState<Locale>(unread)
  useEffect(() => {
    let wanted = true
    void files[locale]?.().then((module) => {
      const outer = module.default as Locale | { default: Locale }
      if (wanted) setTexts('locale' in outer ? outer : outer.default)
    })
    return () => {
      wanted = false
    }
  }, [locale])
  return texts
}
