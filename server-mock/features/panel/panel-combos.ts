import { foldText } from '#schemas/rules/numbers/digits.ts'
import { currencyCodes, currencyTitle } from '#schemas/rules/numbers/money.ts'
import { isLocale, nativeNames } from '#schemas/rules/locales.ts'
import { sortKey } from '#schemas/rules/text/sort-key.ts'
import { screenTitle } from '#server/documents/screen-title.ts'
import type { Combo, ComboOption } from '#server/feature.ts'

const byTitle = (options: ComboOption[]): ComboOption[] =>
  options
    .map((option) => ({ option, key: sortKey(option.title) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ option }) => option)

/** `UTC+03:30` of a zone at a moment. */
function offsetOf(zone: string, now: Date): string {
  const name =
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  return name.replace('GMT', 'UTC')
}

/** Lists that belong to no business: languages of the panel, time zones, currencies, screens. */
export const panelCombos: Record<string, Combo> = {
  locales: {
    read: ({ config }) => config.locales.map((locale) => ({ value: locale, title: isLocale(locale) ? nativeNames[locale] : locale })),
  },
  timezones: {
    read: ({ now }) =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
        value: zone,
        title: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, now)})`,
        ...(zone.includes('/') ? { group: zone.slice(0, zone.indexOf('/')) } : {}),
      })),
  },
  screens: {
    read: ({ registry, caller }) =>
      byTitle([...registry.screens.keys()].map((name) => ({ value: name, title: screenTitle(registry, caller, name) }))),
  },
  currencies: {
    read: ({ caller }) => {
      return byTitle(
        currencyCodes.map((code) => {
          const name = currencyTitle(code, caller.locale)
          return { value: code, title: foldText(name) === foldText(code) ? code : `${name} (${code})` }
        }),
      )
    },
  },
}
