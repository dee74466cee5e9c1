import type { Feature, Handler } from '#server/features/feature.ts'
import { invalid } from '#server/errors.ts'
import { isTimezone } from '#server/plugins/request-locale.ts'
import { personCombos } from './combos.ts'
import { seedPersons } from './seed.ts'
import { readUser, storePreferences } from './store.ts'
import { userSearch } from './user-search.ts'

const preferences: Handler = async ({ trx, caller }) => ({ results: (await readUser(trx, caller.user!.id))!.preferences })

const savePreferences: Handler = async context => {
  const { caller, payload, config, registry } = context
  const { panel_locale: locale, timezone } = payload as { panel_locale?: string | null; timezone?: string | null }
  const say = (key: string, values: Record<string, unknown>) => [registry.message('persons', caller.locale, key, values)]
  const isKnown = typeof locale !== 'string' || config.locales.includes(locale)
  const isZone = typeof timezone !== 'string' || isTimezone(timezone)
  if (!isKnown || !isZone) {
    throw invalid({
      ...(!isKnown && { panel_locale: say('locale_unknown', { allowed: config.locales.join(', ') }) }),
      ...(!isZone && { timezone: say('timezone_unknown', {}) }),
    })
  }
  return { results: await storePreferences(context, payload) }
}

export const persons: Feature = {
  module: 'persons',
  handlers: { 'preferences-fetch': preferences, 'user-preferences-save': savePreferences, 'user-search': userSearch },
  combos: personCombos,
  seed: seedPersons,
}
