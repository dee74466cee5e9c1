import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'
import type { ModuleDocuments } from './registry.ts'

/** Name of the module that is always on and whose forms, modals and messages every module may use. */
export const panelModule = 'panel'

await loadRuleMessages()

/**
 * Looks texts up: the module's own in the locale, the panel's in the locale, then both in English, then the messages of
 * the rules, then the key itself.
 * `{name}` is replaced where `values` has that name; other braces stay, the panel fills them in.
 */
export function createMessages(modules: ReadonlyMap<string, ModuleDocuments>) {
  return (module: string, locale: string, key: string, values?: Record<string, unknown>): string => {
    const text =
      ownMessage(modules, module, locale, key) ??
      ownMessage(modules, panelModule, locale, key) ??
      ownMessage(modules, module, 'en', key) ??
      ownMessage(modules, panelModule, 'en', key)
    if (text === undefined) return key.startsWith('rules.') ? ruleMessage(locale, key, values) : key
    return values ? insertValues(text, values, locale) : text
  }
}

function ownMessage(modules: ReadonlyMap<string, ModuleDocuments>, module: string, locale: string, key: string): string | undefined {
  const locales = modules.get(module)?.locales
  const messages = locales && Object.hasOwn(locales, locale) ? locales[locale] : undefined
  const text = messages && Object.hasOwn(messages, key) ? messages[key] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Numbers come in the digits of the locale; texts, which may be slugs or codes, as they are. */
function insertValues(text: string, values: Record<string, unknown>, locale: string): string {
  return text.replace(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined || value === null ? whole : typeof value === 'number' ? localiseDigits(value, locale) : String(value)
  })
}
