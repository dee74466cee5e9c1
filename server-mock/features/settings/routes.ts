import { invalid, Refusal, type FieldErrors } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/features/feature.ts'
import { successText } from '#server/features/panel/records.ts'
import { destroyRecord, saveRecord } from '#server/model/model.ts'
import { siteSettings } from './site-settings.ts'
import { addMissingSettings, readSetting } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The catalogue has checked the caller's permission. */
const trusted = { trusted: true }
const isBuiltIn = (key: string) => siteSettings.some(setting => setting.key === key)
const say = ({ registry, caller }: CallContext, key: string) => registry.message('settings', caller.locale, key)

/** What a built-in setting is, the site relies on; only its text, value and place in the list change. */
const fixedFields = ['key', 'kind', 'localised'] as const

const save: Handler = async context => {
  const { id, version, data } = context.payload as { id?: number | null; version?: number | null; data: Record<string, unknown> }
  const stored = typeof id === 'number' ? await readSetting(context.trx, id) : undefined
  if (stored && isBuiltIn(stored.key)) {
    const changed = fixedFields.filter(field => data[field] !== undefined && data[field] !== stored[field])
    if (changed.length > 0) throw invalid(Object.fromEntries(changed.map(field => [field, [say(context, 'built_in_fixed')]])) satisfies FieldErrors)
  }
  const record = await saveRecord(context, 'setting', { id, version, data }, trusted)
  return { results: record, metadata: { toast: successText(context, 'setting', typeof id === 'number' ? 'update' : 'save') } }
}

const destroy: Handler = async context => {
  const { id, version } = context.params as { id: number; version?: number }
  const stored = await readSetting(context.trx, id)
  if (stored && isBuiltIn(stored.key)) throw new Refusal('in-use', { userMessage: say(context, 'built_in_kept') })
  return { results: await destroyRecord(context, 'setting', id, version, trusted) }
}

/** Site settings: rows of an entity that the generic calls serve, but for keeping the built-in ones; a setting that a newer version brings is added by itself. */
export const settings: Feature = {
  module: 'settings',
  handlers: { 'settings-save': save, 'settings-destroy': destroy },
  jobs: [{ name: 'settings-complete', everyMs: dayMs, run: addMissingSettings }],
  seed: addMissingSettings,
}
