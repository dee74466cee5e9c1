import { sql } from 'kysely'
import { locales } from '#schemas/rules/locales.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { CallContext } from '#server/feature.ts'
import { seedRecords } from '#server/model/model.ts'
import { defaultOf, siteSettings } from './site-settings.ts'

/** Settings by key in one locale, e.g. `{ site_title: 'Pishkhan', favicon: null, notification_drivers: ['browser'], … }`. */
export type SiteSettings = Record<string, string | string[] | null> & { site_title: string } & Record<
    'panel_logo' | 'favicon' | 'accent' | 'copyright',
    string | null
  >

/** The settings of the site in the caller's locale: what is stored, else the default. A picture that is null is the panel's own. */
export async function readSiteSettings({
  trx,
  registry,
  caller,
  config,
}: Pick<CallContext, 'trx' | 'registry' | 'caller' | 'config'>): Promise<SiteSettings> {
  const stored = new Map((await storedSettings(trx, registry)).map((row) => [row.key, row]))
  const order = [caller.locale, config.defaultLocale, ...locales]
  const settings = Object.fromEntries(
    siteSettings.map((setting) => {
      const row = stored.get(setting.key)
      if (setting.kind === 'choices') return [setting.key, row?.choices ?? setting.chosen ?? []]
      if (!row) return [setting.key, defaultOf(registry, setting, caller.locale)]
      return [setting.key, setting.localised ? textIn(row.text, order) : row.value === '' ? null : row.value]
    }),
  )
  return { ...settings, site_title: settings.site_title ?? 'Pishkhan' } as SiteSettings
}

/** Adds the settings that are not stored yet, each with its default; what is stored stays as it is. */
export async function addMissingSettings(trx: Trx, registry: DocumentRegistry): Promise<void> {
  if (!registry.entities.has('setting')) return
  const stored = new Set((await storedSettings(trx, registry)).map(({ key }) => key))
  const rows = siteSettings.flatMap((setting, at) => {
    if (stored.has(setting.key)) return []
    const inEach = (text: (locale: string) => string | null) =>
      Object.fromEntries(locales.map((locale) => [locale, text(locale)]).filter(([, value]) => value !== null))
    return [
      {
        key: setting.key,
        category: setting.category,
        kind: setting.kind,
        localised: setting.localised === true,
        sort_order: (at + 1) * 10,
        title: inEach((locale) => registry.message('settings', locale, `title.${setting.key}`)),
        text: setting.localised ? inEach((locale) => defaultOf(registry, setting, locale)) : null,
        value: setting.localised ? null : defaultOf(registry, setting, 'en'),
        choices: setting.chosen ? [...setting.chosen] : null,
      },
    ]
  })
  if (rows.length > 0) await seedRecords(trx, registry, 'setting', rows)
}

/** What a stored setting is, held until the transaction ends. */
export async function readSetting(trx: Trx, id: number): Promise<{ key: string; kind: string; localised: boolean } | undefined> {
  const { rows } = await sql<{
    key: string
    kind: string
    localised: boolean
  }>`select key, kind, localised from data.setting where id = ${id} for update`.execute(trx)
  return rows[0]
}

/** The same by key, with its id. */
export async function readSettingOf(trx: Trx, key: string): Promise<{ id: number; kind: string; localised: boolean } | undefined> {
  const { rows } = await sql<{
    id: number
    kind: string
    localised: boolean
  }>`select id, kind, localised from data.setting where key = ${key} for update`.execute(trx)
  return rows[0]
}

interface StoredSetting {
  key: string
  text: Record<string, string> | null
  value: string | null
  choices: string[] | null
}

/** None where the module is off: its table may not be there. */
async function storedSettings(trx: Trx, registry: DocumentRegistry): Promise<StoredSetting[]> {
  if (!registry.entities.has('setting')) return []
  const { rows } = await sql<StoredSetting>`select key, text, value, choices from data.setting`.execute(trx)
  return rows
}

function textIn(texts: Record<string, string> | null, order: readonly string[]): string | null {
  for (const locale of order) {
    const text = texts && Object.hasOwn(texts, locale) ? texts[locale] : undefined
    if (text) return text
  }
  return null
}
