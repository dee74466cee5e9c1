import type { Combo } from '#server/feature.ts'
import { localeOrder } from '#server/model/context.ts'

const name = /^messages\.(.+)\.text$/

/** Messages that the panel sends, by the names under which they are queued. */
export const messageTemplates: Combo = {
  access: 'notifier.drivers',
  read: (context) => {
    const { registry } = context
    return [...registry.modules].flatMap(([module, { locales }]) => {
      const texts =
        localeOrder(context)
          .map((locale) => locales[locale])
          .find(Boolean) ?? {}
      return Object.keys(texts).flatMap((key) => {
        const found = name.exec(key)?.[1]
        if (found === undefined) return []
        const subject = String(texts[`messages.${found}.subject`] ?? found)
        return [{ value: `${module}/${found}`, title: subject.replace(/\{[^{}]*\}/g, '…') }]
      })
    })
  },
}
