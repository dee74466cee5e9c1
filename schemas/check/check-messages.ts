import { pathsIn } from '#schemas/rules/interpolate.ts'
import { at, error, warn, type CheckedDocument } from './checked-document.ts'
import { missing, panelModule, type Scope } from './scope.ts'

const keyPattern = /^\$([a-z][A-Za-z0-9_.-]*)$/
const skipped = new Set(['$schema', '$ref', 'pattern', 'const', 'enum', 'default', 'rules', 'sample'])
/** Keys that documents use without naming them: labels and values of entities, texts of fields. */
const implicit = /^(entities|fields|values|form|actions|errors|rules|toasts?|grid)[.]/
/** Locales in which a missing text is an error. */
const complete = ['fa', 'en']

/** Every `$key` of a module's documents, with its places. */
export function usedKeys(documents: CheckedDocument[]): Map<string, { document: CheckedDocument; pointer: string }[]> {
  const used = new Map<string, { document: CheckedDocument; pointer: string }[]>()
  const walk = (document: CheckedDocument, value: unknown, pointer: string): void => {
    if (typeof value === 'string') {
      const key = keyPattern.exec(value)?.[1]
      if (key) used.set(key, [...(used.get(key) ?? []), { document, pointer }])
    } else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) if (!skipped.has(name)) walk(document, item, at(pointer, name))
    }
  }
  for (const document of documents) if (document.kind !== 'messages') walk(document, document.source.value, '')
  return used
}

/** Each key that is used has a text in each configured locale; each text is used; and inserts the same values everywhere. */
export function checkMessages(documents: CheckedDocument[], scope: Scope): void {
  const used = usedKeys(documents)
  const { locales } = scope.context
  const strict = locales.filter(locale => complete.includes(locale))
  for (const [key, places] of used) {
    const lacking = strict.filter(locale => !scope.hasMessage(locale, key))
    if (lacking.length === 0) continue
    const { document, pointer } = places[0]!
    const { suggestion } = missing(key, Object.keys(scope.own.locales[strict[0]!] ?? {}))
    error(document, pointer, `the text "${key}" is missing in ${lacking.map(locale => `locales/${locale}.json`).join(' and ')}`, suggestion && lacking.length === strict.length ? { suggestion: `$${suggestion}` } : {})
  }
  const home = documents.find(document => document.kind === 'module')
  for (const locale of locales) {
    if (complete.includes(locale) || !home) continue
    const lacking = [...used.keys()].filter(key => !scope.hasMessage(locale, key))
    if (lacking.length > 0) warn(documents.find(document => document.kind === 'messages' && document.name === locale) ?? home, '', `locales/${locale}.json lacks ${lacking.length === 1 ? 'the text' : `${lacking.length} texts`} ${lacking.slice(0, 5).map(key => `"${key}"`).join(', ')}${lacking.length > 5 ? ', …' : ''}`)
  }
  for (const document of documents.filter(entry => entry.kind === 'messages')) checkTexts(document, scope, used)
}

function checkTexts(document: CheckedDocument, scope: Scope, used: Map<string, unknown>): void {
  const locale = document.name
  if (!scope.context.locales.includes(locale)) warn(document, '', `the locale "${locale}" is not configured`, missing(locale, scope.context.locales))
  const isHandled = scope.name === panelModule || scope.own.endpoints.some(endpoint => !endpoint.operation)
  const reference = scope.own.locales.en ?? scope.own.locales.fa ?? {}
  for (const [key, text] of Object.entries(scope.own.locales[locale] ?? {})) {
    // A module with code on the server uses texts that its documents do not name.
    if (locale === 'en' && !isHandled && !used.has(key) && !implicit.test(key)) warn(document, at('', key), `the text "${key}" is not used`, { atKey: true })
    const wanted = Object.hasOwn(reference, key) ? new Set(pathsIn(reference[key]!)) : undefined
    for (const path of wanted ? pathsIn(text) : []) if (!wanted!.has(path)) warn(document, at('', key), `{${path}} is not inserted in the other locales`, missing(path, wanted!))
  }
}
