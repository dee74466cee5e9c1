import { createContext } from 'react'
import type { ThemeConfig } from 'antd/es/config-provider'

/** Theme of antd's components: plain data, so that the first page needs none of their code. */
export interface ComponentTheme {
  isDark: boolean
  token: NonNullable<ThemeConfig['token']>
}

/** Handed in by the panel. */
export const ComponentThemeContext = createContext<ComponentTheme>({ isDark: false, token: {} })
