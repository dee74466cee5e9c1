import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { afterField, entriesName, storedBalances } from '#schemas/rules/ledgers/ledger-parts.ts'
import { extendedDocument } from '#schemas/extensions/extend-modules.ts'
import type { EntityDocument, ExtensionDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { at, error, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing, panelModule, type Scope } from '#schemas/check/scope.ts'
import type { Source } from '#schemas/check/source.ts'

const keyPattern = /^\$([a-z][A-Za-z0-9_.-]*)$/
const skipped = new Set(['$schema', '$ref', 'pattern', 'const', 'enum', 'default', 'rules', 'sample', 'after', 'before', 'in'])
/** Keys that are used without being named in documents: labels and values of entities, texts of fields. */
const implicit = /^(entities|fields|values|transitions|form|actions|errors|rules|toasts?|grid)[.]/
/** Locales in which a missing text is an error. */
const complete = ['fa', 'en']

/** The keys of used texts and of labels that are missing, by language. */
export function missingTexts(documents: CheckedDocument[], scope: Scope, sources: readonly Source[]): Map<string, string[]> {
  const used = [...usedKeys(sources).keys()]
  const labels = labelKeys(documents, scope)
  return new Map(
    scope.context.locales.map((locale) => [
      locale,
      [
        ...used.filter((key) => !scope.hasMessage(locale, key)),
        ...labels.map(({ key }) => key).filter((key) => !hasLabel(scope, locale, key)),
      ],
    ]),
  )
}

/** Every `$key` in a module's documents, with the place of its first use. */
function usedKeys(sources: readonly Source[]): Map<string, { source: Source; pointer: string }> {
  const used = new Map<string, { source: Source; pointer: string }>()
  const walk = (source: Source, value: unknown, pointer: string): void => {
    if (typeof value === 'string') {
      const key = keyPattern.exec(value)?.[1]
      if (key && !used.has(key)) used.set(key, { source, pointer })
    } else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) if (!skipped.has(name)) walk(source, item, at(pointer, name))
    }
  }
  for (const source of sources) if (!source.file.startsWith('locales/')) walk(source, source.value, '')
  return used
}

/**
 * Checks that each used key has a text in each configured locale, that each text is used, and that it inserts the same
 * values in all locales. `sources` are all files, also those with mistakes: their keys count as used.
 */
export function checkMessages(documents: CheckedDocument[], scope: Scope, sources: readonly Source[]): void {
  const used = usedKeys(sources)
  const { locales } = scope.context
  const labels = labelKeys(documents, scope)
  const strict = locales.filter((locale) => complete.includes(locale))
  for (const [key, { source, pointer }] of used) {
    const lacking = strict.filter((locale) => !scope.hasMessage(locale, key))
    if (lacking.length === 0) continue
    const { suggestion } = missing(key, Object.keys(scope.own.locales[strict[0]!] ?? {}))
    source.report(
      'error',
      pointer,
      `the text "${key}" is missing in ${lacking.map((locale) => `locales/${locale}.json`).join(' and ')}`,
      suggestion && lacking.length === strict.length ? { suggestion: `$${suggestion}` } : {},
    )
  }
  for (const { key, document, pointer } of labels) {
    const lacking = strict.filter((locale) => !hasLabel(scope, locale, key))
    if (lacking.length > 0)
      error(document, pointer, `the label "${key}" is missing in ${lacking.map((locale) => `locales/${locale}.json`).join(' and ')}`, {
        atKey: true,
      })
  }
  for (const { value, keys, document, pointer } of valueLabels(documents, scope)) {
    const lacking = strict.filter((locale) => !keys.some((key) => scope.hasMessage(locale, key)))
    if (lacking.length > 0)
      warn(
        document,
        pointer,
        `the value "${value}" has no title in ${lacking.map((locale) => `locales/${locale}.json`).join(' and ')}: give it one in "options", or as "${keys[0]!}"`,
      )
  }
  const home = documents.find((document) => document.kind === 'module')
  const silent = locales.filter((locale) => !complete.includes(locale) && !scope.own.locales[locale])
  if (silent.length > 0 && home && used.size > 0) warn(home, '', `there are no texts for ${silent.join(', ')}: English is shown there`)
  const texts = missingTexts(documents, scope, sources)
  for (const locale of locales) {
    if (complete.includes(locale) || silent.includes(locale) || !home) continue
    const lacking = texts.get(locale)!
    if (lacking.length > 0)
      warn(
        documents.find((document) => document.kind === 'messages' && document.name === locale) ?? home,
        '',
        `locales/${locale}.json lacks ${lacking.length === 1 ? 'the text' : `${lacking.length} texts`} ${lacking
          .slice(0, 5)
          .map((key) => `"${key}"`)
          .join(', ')}${lacking.length > 5 ? ', …' : ''}`,
      )
  }
  for (const document of documents.filter((entry) => entry.kind === 'messages'))
    checkTexts(
      document,
      scope,
      used,
      sources.every((source) => source.value !== undefined),
    )
}

/** Fields that a document describes: those of an entity, or those that an extension adds to one. */
interface DescribedFields {
  document: CheckedDocument
  /** Name of the entity. */
  entity: string
  /** Pointer of what holds `properties`. */
  pointer: string
  properties: Record<string, Record<string, unknown>>
  labels: EntityDocument['labels']
  options: EntityDocument['options']
}

function describedFields(documents: CheckedDocument[], scope: Scope): DescribedFields[] {
  return documents.flatMap((document): DescribedFields[] => {
    if (document.kind === 'entity') {
      const { name, schema, labels, options } = document.source.value as EntityDocument
      const properties = schema.properties as Record<string, Record<string, unknown>>
      return scope.own.entities[name] ? [{ document, entity: name, pointer: '/schema', properties, labels, options }] : []
    }
    if (document.kind !== 'extension') return []
    const { extends: target, properties = {}, labels, options } = document.source.value as ExtensionDocument
    return [{ document, entity: extendedDocument(target).document, pointer: '', properties, labels, options }]
  })
}

/** The key of each field's label; nested fields by their path without brackets: `entities.job.parts.name`. */
function labelKeys(documents: CheckedDocument[], scope: Scope): { key: string; document: CheckedDocument; pointer: string }[] {
  // A module with server code may store objects that no form edits.
  const isHandled = scope.own.endpoints.some((endpoint) => !endpoint.operation)
  const ofLedgers = documents.filter(({ kind }) => kind === 'ledger').flatMap(ledgerLabels)
  const ofFields = describedFields(documents, scope).flatMap(({ document, entity, pointer: root, properties: fields, labels = {} }) => {
    const walk = (properties: unknown, path: string, pointer: string): { key: string; document: CheckedDocument; pointer: string }[] =>
      Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, schema]) => {
        const field = path ? `${path}.${name}` : name
        const here = at(pointer, 'properties', name)
        if (!isRecord(schema)) return []
        const own =
          typeof schema.title === 'string' || Object.hasOwn(labels, field)
            ? []
            : [{ key: `entities.${entity}.${field}`, document, pointer: here }]
        // A number in parts is one input with one label.
        if (schema.format === 'mobile' || schema.format === 'phone') return own
        return [
          ...own,
          ...walk(schema.properties, field, here),
          ...(isRecord(schema.items) ? walk(schema.items.properties, field, at(here, 'items')) : []),
        ]
      })
    return [
      ...(document.kind === 'entity' ? transitionKeys(document, document.source.value as EntityDocument) : []),
      ...walk(fields, '', root).filter(({ key }) => !isHandled || key.split('.').length === 3),
    ]
  })
  return [...ofLedgers, ...ofFields]
}

/** The keys of what an entry of a ledger has: its amounts, by how much balances change, and what they come to. */
function ledgerLabels(document: CheckedDocument): { key: string; document: CheckedDocument; pointer: string }[] {
  const ledger = document.source.value as LedgerDocument
  const entity = entriesName(ledger.name)
  const label = (field: string, ...place: string[]) => ({ key: `entities.${entity}.${field}`, document, pointer: at('', ...place) })
  return [
    ...Object.keys(ledger.amounts).map((name) => label(name, 'amounts', name)),
    ...storedBalances(ledger).map(([name]) => label(name, 'balances', name)),
    ...Object.keys(ledger.balances).map((name) => label(afterField(name), 'balances', name)),
  ]
}

/** The key of each transition's title. */
const transitionKeys = (document: CheckedDocument, entity: EntityDocument) =>
  transitionsOf(entity)
    .filter(({ transition }) => transition.title === undefined)
    .map(({ name, field }) => ({
      key: `transitions.${entity.name}.${name}`,
      document,
      pointer: at('/lifecycle', field, 'transitions', name),
    }))

/** Values of enums without a title among the options, and the keys under which the panel looks for one. */
function valueLabels(
  documents: CheckedDocument[],
  scope: Scope,
): { value: string; keys: string[]; document: CheckedDocument; pointer: string }[] {
  const ofLedgers = documents.filter(({ kind }) => kind === 'ledger').flatMap(kindLabels)
  const ofFields = describedFields(documents, scope).flatMap(({ document, entity, pointer, properties, options }) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const [holder, here] = Array.isArray(schema.enum)
        ? [schema, at(pointer, 'properties', name, 'enum')]
        : isRecord(schema.items) && Array.isArray(schema.items.enum)
          ? [schema.items, at(pointer, 'properties', name, 'items', 'enum')]
          : [undefined, '']
      const titled = new Set(options?.[name]?.filter((option) => option.title !== undefined).map((option) => option.value))
      return ((holder?.enum ?? []) as unknown[]).flatMap((value, index) =>
        typeof value !== 'string' || titled.has(value)
          ? []
          : [{ value, keys: [`entities.${entity}.${name}.${value}`, `values.${value}`], document, pointer: at(here, index) }],
      )
    }),
  )
  return [...ofLedgers, ...ofFields]
}

/** Kinds of entry, which lists of entries show and filter by. */
function kindLabels(document: CheckedDocument): { value: string; keys: string[]; document: CheckedDocument; pointer: string }[] {
  const { name, entries } = document.source.value as LedgerDocument
  return Object.keys(entries).map((value) => ({
    value,
    keys: [`entities.${entriesName(name)}.kind.${value}`, `values.${value}`],
    document,
    pointer: at('/entries', value),
  }))
}

/** Whether a field has its own label, or the panel's label for all fields of that name. */
const hasLabel = (scope: Scope, locale: string, key: string): boolean =>
  scope.hasMessage(locale, key) || scope.hasMessage(locale, key.replace(/^entities[.][^.]+/, 'fields'))

function checkTexts(document: CheckedDocument, scope: Scope, used: Map<string, unknown>, isComplete: boolean): void {
  const locale = document.name
  if (!scope.context.locales.includes(locale))
    warn(document, '', `the locale "${locale}" is not configured`, missing(locale, scope.context.locales))
  const hooks = Object.values(scope.context.hooks ?? {}).flat()
  const isHandled =
    scope.name === panelModule ||
    scope.own.endpoints.some((endpoint) => !endpoint.operation) ||
    hooks.some((name) => name.startsWith(`${scope.name}/`))
  const reference = scope.own.locales.en ?? scope.own.locales.fa ?? {}
  const permissions = new Set(scope.own.module.permissions?.map((name) => `permissions.${name}`))
  for (const [key, text] of Object.entries(scope.own.locales[locale] ?? {})) {
    // A module with server code may use texts that its documents do not name.
    if (locale === 'en' && isComplete && !isHandled && !used.has(key) && !implicit.test(key) && !permissions.has(key))
      warn(document, at('', key), `the text "${key}" is not used`, { atKey: true })
    const wanted = Object.hasOwn(reference, key) ? new Set(pathsIn(reference[key]!)) : undefined
    for (const path of wanted ? pathsIn(text) : [])
      if (!wanted!.has(path)) warn(document, at('', key), `{${path}} is not inserted in the other locales`, missing(path, wanted!))
  }
}
