import ConfigProvider from 'antd/es/config-provider'
import dark from 'antd/es/theme/themes/dark'
import light from 'antd/es/theme/themes/default'
import { use, useMemo, type ReactNode } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { ComponentThemeContext } from './component-theme.ts'
import { useAntdLocale } from './use-antd-locale.ts'

/** Theme, direction and texts for antd's components; whatever draws some stands inside, and is loaded when it is first seen. */
export function ComponentProvider({ children }: { children: ReactNode }) {
  const { locale, dir } = useLocale()
  const { isDark, token } = use(ComponentThemeContext)
  const theme = useMemo(() => ({ algorithm: isDark ? dark : light, token }), [isDark, token])
  return (
    <ConfigProvider theme={theme} direction={dir} locale={useAntdLocale(locale)} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}
