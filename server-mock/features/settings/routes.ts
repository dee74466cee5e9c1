import { validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { successText } from '#server/features/panel/records.ts'
import { moduleText } from '#server/module-text.ts'
import { readRecord, trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { checkOffered, formOf, type SettingRecord } from './setting-form.ts'
import { siteSettings } from './site-settings.ts'
import { addMissingSettings, readSetting } from './store.ts'

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
  if (isMap ? isBlank(title) : title !== undefined && isBlank(title))
    throw validationError({ [isMap ? `text.${config.defaultLocale}` : 'text']: [{ key: 'rules.required' }] })
}

const isBlank = (text: unknown) => text === undefined || text === null || (typeof text === 'string' && text.trim() === '')

/** A setting, and a form with the control and the limits that its kind asks for. */
const fetch: Handler<'settings-fetch'> = async (context) => {
  const record = await readRecord(context, 'setting', context.params.id, trusted)
  return { results: recordResults(record), metadata: { form: formOf(context, recordResults<SettingRecord>(record)) } }
}

const save: Handler<'settings-save'> = async (context) => {
  const { id, version, data } = context.payload
  const stored = typeof id === 'number' ? await readSetting(context.trx, id) : undefined
  if (stored && isBuiltIn(stored.key)) {
    const changed = fixedFields.filter((field) => data[field] !== undefined && data[field] !== stored[field])
    if (changed.length > 0)
      throw validationError(Object.fromEntries(changed.map((field) => [field, [say(context, 'built_in_fixed')]])) satisfies FieldErrors)
  }
  if (stored?.key === 'site_title') requireTitle(context, data.text)
  if (stored) checkOffered(context, stored.key, data)
  const record = await writeRecord(context, 'setting', { id, version, data }, trusted)
  return {
    results: recordResults(record),
    metadata: { toast: successText(context, 'setting', typeof id === 'number' ? 'update' : 'save') },
  }
}

/**
 * Site settings: rows of an entity that the generic calls serve, but for keeping the built-in ones; a setting that a newer
 * version brings is added by itself.
 */
export const settings: Feature = {
  module: 'settings',
  handlers: { 'settings-fetch': fetch, 'settings-save': save },
  jobs: [{ name: 'settings-complete', everyMs: dayMs, run: addMissingSettings }],
  seed: addMissingSettings,
}
