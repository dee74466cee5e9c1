import type { ComponentTheme } from '#renderer'
import { readableAccent } from './accent.ts'

const accents = { light: '#027a79', dark: '#4cc4c1' } as const
const surfaces = { light: '#ffffff', dark: '#191e1f' } as const

/** Tokens of the components; their colours are those of theme.css, the accent is the site's where it has set one. */
export function panelTheme(scheme: 'light' | 'dark', locale: string, siteAccent: string | null): ComponentTheme {
  const accent = siteAccent ? readableAccent(siteAccent, surfaces[scheme]) : null
  paintAccent(accent, siteAccent && readableAccent(siteAccent, '#ffffff'))
  const isDark = scheme === 'dark'
  return {
    isDark,
    token: {
      colorPrimary: accent ?? accents[scheme],
      colorLink: accent ?? accents[scheme],
      colorInfo: isDark ? '#7fb1e8' : '#2563ab',
      colorError: isDark ? '#f97066' : '#b42318',
      colorSuccess: isDark ? '#5bc08a' : '#18794e',
      colorWarning: isDark ? '#e0a94a' : '#b7791f',
      colorTextBase: isDark ? '#e6ebeb' : '#1b2223',
      colorTextSecondary: isDark ? '#a0acad' : '#5a6668',
      colorTextPlaceholder: isDark ? '#8d999a' : '#6b7678',
      colorBgBase: isDark ? '#121617' : '#ffffff',
      colorBgLayout: isDark ? '#121617' : '#f7f8f8',
      colorBgContainer: surfaces[scheme],
      colorBgElevated: isDark ? '#22292a' : '#ffffff',
      colorBorder: isDark ? '#414b4c' : '#cbd2d3',
      colorBorderSecondary: isDark ? '#2b3334' : '#e4e8e8',
      fontFamily:
        locale === 'fa' || locale === 'ar'
          ? 'Vazirmatn, Inter, system-ui, sans-serif'
          : "Inter, Vazirmatn, 'Noto Sans SC', system-ui, sans-serif",
      fontSize: 14,
      fontSizeSM: 12,
      fontSizeLG: 16,
      fontSizeHeading1: 24,
      fontSizeHeading2: 20,
      fontSizeHeading3: 16,
      lineHeight: 1.6,
      borderRadius: 6,
      borderRadiusLG: 8,
      controlHeight: 34,
      sizeUnit: 4,
      sizeStep: 4,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
  }
}

/** Puts the site's accent over the style sheet's own; without one the sheet's colours stand. */
function paintAccent(accent: string | null, fill: string | null): void {
  const { style } = document.documentElement
  for (const [name, value] of [
    ['--pk-accent', accent],
    ['--pk-focus', accent],
    ['--pk-accent-fill', fill],
    ['--pk-accent-strong', fill && `color-mix(in srgb, ${fill} 80%, #000)`],
    ['--pk-accent-soft', accent && `color-mix(in srgb, ${accent} 14%, var(--pk-surface))`],
  ] as const) {
    if (value) style.setProperty(name, value)
    else style.removeProperty(name)
  }
}
