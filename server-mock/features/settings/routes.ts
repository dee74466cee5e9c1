import { ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext, CallOf, Feature, Handler, ResultsOf } from '#server/feature.ts'
import { successText } from '#server/features/panel/records.ts'
import { moduleText } from '#server/module-text.ts'
import { listRecords, readRecord, trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { checkOffered, formOf, type SettingRecord } from './setting-form.ts'
import { defaultOf, siteSettings } from './site-settings.ts'
import { addMissingSettings, readSetting, readSettingOf, readSiteSettings } from './store.ts'

type Saved = CallOf<'settings-save'>['payload']
type SettingResults = ResultsOf<'settings-save'>

const dayMs = 24 * 60 * 60 * 1000

const isBuiltIn = (key: string) => siteSettings.some((setting) => setting.key === key)
const say = moduleText('settings')

/** Fields of a built-in setting that cannot change: the site relies on them. */
const fixedFields = ['key', 'kind', 'localised'] as const

/** Without a title in the default locale the site would have no name. @throws a 422 at that text. */
function requireTitle({ caller, config }: CallContext, text: unknown) {
  if (text === undefined) return
  const isMap = typeof text === 'object' && text !== null
  const title = isMap
    ? (text as Record<string, unknown>)[config.defaultLocale]
    : caller.locale === config.defaultLocale || text === null
      ? text
      : undefined
  if (typeof text === 'string' && isBlank(text)) throw validationError({ text: [{ key: 'rules.required' }] })
  if (isMap ? isBlank(title) : title !== undefined && isBlank(title))
    throw validationError({ [isMap ? `text.${config.defaultLocale}` : 'text']: [{ key: 'rules.required' }] })
}

const isBlank = (text: unknown) => text === undefined || text === null || (typeof text === 'string' && text.trim() === '')

/** A setting, and a form with the control and the limits that its kind asks for. */
const fetch: Handler<'settings-fetch'> = async (context) => {
  const record = await readRecord(context, 'setting', context.params.id, trusted)
  return { results: recordResults(record), metadata: { form: formOf(context, recordResults<SettingRecord>(record)) } }
}

/** Stores a setting, a built-in one within its bounds. @throws a 422 */
async function saveSetting(context: CallContext, { id, version, data }: Saved) {
  const stored = typeof id === 'number' ? await readSetting(context.trx, id) : undefined
  if (stored && isBuiltIn(stored.key)) {
    const changed = fixedFields.filter((field) => data[field] !== undefined && data[field] !== stored[field])
    if (changed.length > 0)
      throw validationError(Object.fromEntries(changed.map((field) => [field, [say(context, 'built_in_fixed')]])) satisfies FieldErrors)
  }
  if (stored?.key === 'site_title') requireTitle(context, data.text)
  if (stored) checkOffered(context, stored.key, data)
  return recordResults<SettingResults>(await writeRecord(context, 'setting', { id, version, data }, trusted))
}

const save: Handler<'settings-save'> = async (context) => {
  const { id } = context.payload
  return {
    results: await saveSetting(context, context.payload),
    metadata: { toast: successText(context, 'setting', typeof id === 'number' ? 'update' : 'save') },
  }
}

const list: Handler<'setting-list'> = async (context) => {
  const { results } = await listRecords(context, 'setting', { page_size: 100 }, { ...trusted, sort: 'sort_order' })
  const values = await readSiteSettings(context)
  const { category } = context.params
  return {
    results: results
      .filter((record) => category === undefined || record.category === category)
      .map((record) => ({
        id: record.id,
        key: String(record.key),
        category: String(record.category),
        title: String(record.title),
        kind: String(record.kind),
        localised: record.localised === true,
        value: Object.hasOwn(values, String(record.key))
          ? values[String(record.key)]
          : (record.choices ?? record.text ?? record.value ?? null),
      })),
  }
}

/** The context of a call as if it came in another language. @throws a 422 for one that is not known */
function inLocale<Context extends CallContext>(context: Context, locale: string | undefined): Context {
  if (locale === undefined) return context
  if (!context.config.locales.includes(locale)) throw validationError({ locale: [{ key: 'errors.unknown_locale', values: { locale } }] })
  return { ...context, caller: { ...context.caller, locale } }
}

/** Entries that hold several settings, by the beginning of their keys. */
const entryGroups: Readonly<Record<string, readonly string[]>> = {
  socials: ['social_'],
  contact: ['contact_'],
  contact_details: ['contact_'],
  content: ['copyright', 'contact_address'],
  logos: ['panel_logo', 'favicon'],
  seo: ['seo_'],
}

const fetchEntries: Handler<'setting-fetch'> = async (context) => {
  const values = await readSiteSettings(inLocale(context, context.params.locale))
  const entries = context.params.entries
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const unknown = entries.find((entry) => !Object.hasOwn(values, entry) && !Object.hasOwn(entryGroups, entry))
  if (unknown !== undefined) throw validationError({ entries: [{ key: 'errors.unknown_key', values: { key: unknown.slice(0, 80) } }] })
  const valueOf = (entry: string) =>
    Object.hasOwn(values, entry)
      ? values[entry]
      : Object.fromEntries(Object.entries(values).filter(([key]) => entryGroups[entry]!.some((start) => key.startsWith(start))))
  return { results: Object.fromEntries(entries.map((entry) => [entry, valueOf(entry)])) }
}

/** The stored setting of a key. @throws a 422 at `at` for one that is not there */
async function idOf({ trx }: CallContext, key: string, at: string): Promise<{ id: number; kind: string; localised: boolean }> {
  const found = await readSettingOf(trx, key)
  if (!found) throw validationError({ [at]: [{ key: 'errors.unknown_key', values: { key: key.slice(0, 80) } }] })
  return found
}

/** Stores one value by the key of its setting; a text is that of the caller's language. Faults of the value stand at `valueAt`. */
async function setValue(context: CallContext, key: string, value: unknown, at: string, valueAt: string): Promise<SettingResults> {
  const { id, kind, localised } = await idOf(context, key, at)
  const plain = typeof value === 'number' ? String(value) : value
  const field = localised ? 'text' : kind === 'choices' ? 'choices' : 'value'
  try {
    return await saveSetting(context, { id, data: { [field]: plain } })
  } catch (fault) {
    throw fault instanceof ApiError ? fault.at((path) => (path.split('.')[0] === field ? valueAt : path)) : fault
  }
}

const set: Handler<'setting-set'> = async (context) => {
  const { key, value, locale } = context.payload
  return { results: await setValue(inLocale(context, locale), key, value, 'key', 'value') }
}

const saveAll: Handler<'setting-save'> = async (context) => {
  const { data, locale } = context.payload
  const inOwn = inLocale(context, locale)
  const results = []
  for (const [key, value] of Object.entries(data)) results.push(await setValue(inOwn, key, value, `data.${key}`, `data.${key}`))
  return { results, metadata: { toast: successText(context, 'setting', 'update') } }
}

/** Gives a built-in setting what it has where nobody has changed it: in the language that is asked for, else in every language. */
const reset: Handler<'setting-reset'> = async (context) => {
  const { key, locale } = context.params
  const { id } = await idOf(context, key, 'key')
  const setting = siteSettings.find((one) => one.key === key)
  if (!setting) throw validationError({ key: [say(context, 'no_default')] })
  const { registry, config } = context
  const inOwn = inLocale(context, locale)
  const defaultIn = (one: string) => defaultOf(registry, setting, one)
  const inEach = () => Object.fromEntries(config.locales.map((one) => [one, defaultIn(one)]).filter(([, text]) => text !== null))
  const data = setting.localised
    ? { text: locale === undefined ? inEach() : defaultIn(locale) }
    : setting.kind === 'choices'
      ? { choices: [...(setting.chosen ?? [])] }
      : { value: defaultIn(config.defaultLocale) }
  return { results: recordResults<SettingResults>(await writeRecord(inOwn, 'setting', { id, data }, trusted)) }
}

/**
 * Site settings: rows of an entity that the generic calls serve, but for keeping the built-in ones; a setting that a newer
 * version brings is added by itself.
 */
export const settings: Feature = {
  module: 'settings',
  handlers: {
    'settings-fetch': fetch,
    'settings-save': save,
    'setting-list': list,
    'setting-fetch': fetchEntries,
    'setting-set': set,
    'setting-save': saveAll,
    'setting-reset': reset,
  },
  jobs: [{ name: 'settings-complete', everyMs: dayMs, run: addMissingSettings }],
  seed: addMissingSettings,
}
