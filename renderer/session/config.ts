import { defaultFileTypes, defaultMaxFileBytes } from '#schemas/rules/values/file-types.ts'

/** The configuration that the server writes into the page: `<script type="application/json" id="pishkhan-config">`. */
export interface PanelConfig {
  api_base: string
  locales: string[]
  default_locale: string
  storage: 'local' | 'cookie'
  token_use: boolean
  analytics_id: string | null
  /** Origin from which the script comes. */
  analytics_origin: string | null
  allowed_rules: string[] | null
  tile_url: string | null
  /** What may be uploaded: extensions, and the largest file in bytes. */
  upload: { types: readonly string[]; max_size: number }
}

const knownLocales = ['fa', 'en', 'ar', 'fr', 'tr', 'es', 'ru', 'de', 'it', 'zh']

/** Reads a configuration. Missing values and values of the wrong type get their default, unknown locales are dropped. */
export function parseConfig(text: string | null | undefined): PanelConfig {
  const parsed = parseObject(text)
  const locales = (Array.isArray(parsed.locales) ? parsed.locales : []).filter((one): one is string => knownLocales.includes(one as string))
  const offered = locales.length > 0 ? locales : ['fa', 'en']
  return {
    api_base: typeof parsed.api_base === 'string' && parsed.api_base ? parsed.api_base.replace(/\/+$/, '') : '/api',
    locales: offered,
    default_locale: pickDefaultLocale(offered),
    storage: parsed.storage === 'cookie' ? 'cookie' : 'local',
    token_use: parsed.token_use !== false,
    analytics_id: typeof parsed.analytics_id === 'string' && parsed.analytics_id ? parsed.analytics_id : null,
    analytics_origin:
      typeof parsed.analytics_origin === 'string' && /^https?:\/\/[^/]+$/.test(parsed.analytics_origin) ? parsed.analytics_origin : null,
    allowed_rules: Array.isArray(parsed.allowed_rules) ? parsed.allowed_rules.map(String) : null,
    tile_url: typeof parsed.tile_url === 'string' && parsed.tile_url ? parsed.tile_url : null,
    upload: parseUpload(parsed.upload),
  }
}

function parseUpload(given: unknown): PanelConfig['upload'] {
  const { types, max_size } = (given !== null && typeof given === 'object' ? given : {}) as Record<string, unknown>
  return {
    types: Array.isArray(types) && types.length > 0 ? types.map(String) : defaultFileTypes,
    max_size: typeof max_size === 'number' && max_size > 0 ? max_size : defaultMaxFileBytes,
  }
}

/** Persian when it is configured, else the first of the list. */
export const pickDefaultLocale = (locales: readonly string[]) => (locales.includes('fa') ? 'fa' : (locales[0] ?? 'en'))

function parseObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const pageText = () => (typeof document === 'undefined' ? null : document.getElementById('pishkhan-config')?.textContent)

export const panelConfig: PanelConfig = parseConfig(pageText())
