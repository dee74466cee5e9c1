import type { DocumentRegistry } from '#server/documents/registry.ts'

/** What kind of value a setting holds: one text, address, picture, colour, number or choice, several choices, or a text a locale. */
export type SettingKind = 'text' | 'address' | 'image' | 'color' | 'number' | 'choice' | 'choices'

export interface SettingDefault {
  key: string
  category: string
  kind: SettingKind
  /** The text of each locale is the module's message `default.<key>`. */
  localised?: true
  value?: string
  /** What a setting of the kind `choices` begins with. */
  chosen?: readonly string[]
  /** What may be chosen, titled by the messages `choice.<value>`. */
  offered?: readonly string[]
  /** Smallest number, 0 when left out, and largest. */
  min?: number
  max?: number
  /** Whether one at least has to be chosen. */
  required?: true
}

/** Ways in which a notification reaches people. @source specification, site settings */
export const notificationDrivers = ['browser', 'database', 'email', 'sms', 'pattern_sms'] as const
/** @source specification, payment management: online, offline and from the wallet */
const paymentMethods = ['online', 'offline', 'wallet'] as const

/** Ways into the panel beside a password: a code, setting a new password, making an account. */
export const signInWays = ['otp', 'password_recovery', 'register'] as const

/** Whether people may report problems of the panel, and whether with the last two minutes. */
const reportParts = ['reports', 'recording'] as const

/** Every setting of the site with its category and what it is when nobody has changed it, in the order of the list. */
export const siteSettings: readonly SettingDefault[] = [
  { key: 'site_title', category: 'general', kind: 'text', localised: true },
  { key: 'copyright', category: 'general', kind: 'text', localised: true },
  { key: 'panel_logo', category: 'template', kind: 'image' },
  { key: 'favicon', category: 'template', kind: 'image' },
  { key: 'accent', category: 'template', kind: 'color' },
  { key: 'contact_email', category: 'contact', kind: 'text', value: 'info@example.com' },
  { key: 'contact_phone', category: 'contact', kind: 'text', value: '+98 21 0000 0000' },
  { key: 'contact_address', category: 'contact', kind: 'text', localised: true },
  { key: 'default_country_code', category: 'contact', kind: 'number', value: '98', max: 9999 },
  { key: 'social_telegram', category: 'contact', kind: 'address' },
  { key: 'social_instagram', category: 'contact', kind: 'address' },
  { key: 'idle_minutes', category: 'persons', kind: 'number', value: '0', max: 1440 },
  { key: 'sign_in_ways', category: 'persons', kind: 'choices', offered: signInWays, chosen: signInWays },
  { key: 'seo_description', category: 'data', kind: 'text', localised: true },
  { key: 'stock_decimals', category: 'market', kind: 'number', value: '2', max: 6 },
  { key: 'currency', category: 'finance', kind: 'choice', value: 'IRR' },
  { key: 'amount_decimals', category: 'finance', kind: 'number', value: '2', max: 6 },
  { key: 'payment_methods', category: 'payment', kind: 'choices', offered: paymentMethods, chosen: paymentMethods, required: true },
  { key: 'gateway_timeout_minutes', category: 'gateway', kind: 'number', value: '15', min: 1, max: 1440 },
  {
    key: 'notification_drivers',
    category: 'notification_drivers',
    kind: 'choices',
    offered: notificationDrivers,
    chosen: ['browser', 'database'],
  },
  { key: 'problem_reports', category: 'infrastructure', kind: 'choices', offered: reportParts, chosen: reportParts },
]

/** Text of a default in a locale; null where the setting has none. */
export function defaultOf(registry: DocumentRegistry, setting: SettingDefault, locale: string): string | null {
  if (!setting.localised) return setting.value ?? null
  const key = `default.${setting.key}`
  const text = registry.message('settings', locale, key)
  return text === key ? null : text
}
