import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing } from '#schemas/check/problem.ts'
import type { Source } from '#schemas/check/source.ts'
import { extendedDocument, type ExtendableKind } from '#schemas/extensions/extend-modules.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import type { ExtensionDocument } from '#schemas/types/contract.d.ts'

/** What an extension may say of each kind of document. */
export const extensionWords: Record<ExtendableKind, readonly string[]> = {
  entities: ['access', 'properties', 'labels', 'options', 'renamed', 'converted'],
  grids: ['columns', 'filters', 'tabs', 'toolbar', 'row', 'bulk', 'import'],
  forms: ['layout', 'ui'],
  screens: ['body'],
  module: ['menu'],
  layout: ['profile', 'sidebar', 'settings'],
}
const kindWords: Record<ExtendableKind, string> = {
  entities: 'an entity',
  grids: 'a grid',
  forms: 'a form',
  screens: 'a screen',
  module: 'a menu',
  layout: 'a layout',
}

/** What only the module of a document says, and why nobody else does. */
const ownWords: Record<string, string> = {
  lifecycle: 'an extension changes no states and transitions of the other module: give your module an entity with a lifecycle of its own',
  created: 'an extension adds no effects to records of the other module',
  required: 'an extension requires nothing: records of the other module could no longer be saved by those who know nothing of it',
  rules: 'an extension changes no rules of the other module: write "rules" in a property of its own',
  schema: 'an extension changes no fields of the other module: write its own under "properties"',
  storage: 'an extension does not change how records of the other module are stored',
  generic: 'an extension does not change which calls serve the other module',
  calls: 'an extension does not change which calls serve the other module',
  timeline: 'an extension does not change the timeline of the other module',
  grants: 'grants stand in the module.json of each module',
}

/** Says of words that belong to the other module why an extension cannot have them. */
export function explainOwnWords(source: Source): void {
  for (const problem of source.problems) {
    const word = problem.pointer.slice(1)
    const isAccess = /^\/access\/(?!read$|write$)[a-z]+$/.test(problem.pointer)
    if (!isAccess && !Object.hasOwn(ownWords, word)) continue
    problem.message = isAccess
      ? 'an extension changes no access of the other module: it names the permissions of its own properties, "read" and "write"'
      : ownWords[word]!
    if (!isAccess) {
      delete problem.allowed
      delete problem.suggestion
    }
  }
}

/** What the properties of a module begin with: `club__`. */
export const propertyPrefix = (module: string): string => `${module.replaceAll('-', '_')}__`

/** Checks an extension by itself: what it says fits the kind of document, and its properties and permissions are those of its module. */
export function checkExtension(document: CheckedDocument, extension: ExtensionDocument): void {
  const { kind } = extendedDocument(extension.extends)
  const allowed = extensionWords[kind]
  const said = Object.keys(extension).filter((key) => key !== '$schema' && key !== 'extends')
  for (const key of said)
    if (!allowed.includes(key))
      error(document, at('', key), `${kindWords[kind]} has no "${key}": an extension of it has ${allowed.join(', ')}`, {
        allowed: [...allowed],
        atKey: true,
      })
  if (said.length === 0)
    error(document, '', `adds nothing: an extension of ${kindWords[kind]} has ${allowed.join(', ')}`, { allowed: [...allowed] })
  checkPlaces(document, extension, allowed)
  if (kind === 'entities') checkProperties(document, extension)
  for (const [path, look] of Object.entries(extension.ui ?? {})) {
    expectOwnName(document, at('/ui', path), path, 'an extension says how its own properties look')
    if (isRecord(look) && look.required !== undefined && look.required !== false)
      error(document, at('/ui', path, 'required'), ownWords.required!, { atKey: true })
  }
  extension.import?.forEach((field, index) =>
    expectOwnName(document, at('/import', index), field, 'an extension adds its own properties to an import', false),
  )
}

function checkPlaces(document: CheckedDocument, extension: ExtensionDocument, keys: readonly string[]): void {
  for (const key of keys) {
    const places: unknown = extension[key as keyof ExtensionDocument]
    if (!Array.isArray(places)) continue
    for (const [index, place] of places.entries()) {
      const anchors = isRecord(place) ? ['after', 'before', 'in'].filter((anchor) => place[anchor] !== undefined) : []
      if (anchors.length > 1)
        error(document, at('', key, index, anchors[1]!), `a place has one anchor: "${anchors[0]!}" or "${anchors[1]!}"`, { atKey: true })
    }
  }
}

function checkProperties(document: CheckedDocument, extension: ExtensionDocument): void {
  const { properties = {}, access } = extension
  const own = document.scope.own.module.permissions ?? []
  if (Object.keys(properties).length > 0 && !access) {
    const example = own[0] ?? `${document.scope.name}.read`
    error(document, '/properties', `properties need a permission of their own: write "access": { "read": "${example}" }`, { atKey: true })
  }
  for (const key of ['read', 'write'] as const) {
    const permission = access?.[key]
    if (permission !== undefined && !own.includes(permission))
      error(
        document,
        at('/access', key),
        `"${permission}" is no permission of this module: its properties need one of its own`,
        missing(permission, own),
      )
  }
  for (const [name, property] of Object.entries(properties) as [string, Record<string, unknown>][]) {
    const pointer = at('/properties', name)
    expectOwnName(document, pointer, name, 'a property is called after the module that adds it')
    if (parseRules(String(property.rules ?? '')).some((rule) => rule.name.startsWith('required')))
      error(document, at(pointer, 'rules'), ownWords.required!)
    for (const key of ['rows', 'sequence', 'slug', 'computed'])
      if (property[key] !== undefined)
        error(
          document,
          at(pointer, key),
          `"${key}" is for fields of an entity of the module itself: refer to its record from an entity of yours`,
          { atKey: true },
        )
  }
  for (const part of ['labels', 'options', 'renamed'] as const)
    for (const name of Object.keys(extension[part] ?? {}))
      expectOwnName(document, at('', part, name), name, 'an extension speaks of its own properties')
  for (const [former, name] of Object.entries(extension.renamed ?? {}))
    expectOwnName(document, at('/renamed', former), name, 'an extension speaks of its own properties', false)
  extension.converted?.forEach((name, index) =>
    expectOwnName(document, at('/converted', index), name, 'an extension speaks of its own properties', false),
  )
}

/** Reports a name that is not one of the module's properties. */
function expectOwnName(document: CheckedDocument, pointer: string, name: string, rule: string, atKey = true): void {
  const prefix = propertyPrefix(document.scope.name)
  if (name.startsWith(prefix) && name.length > prefix.length) return
  const plain = name.slice(name.lastIndexOf('__') < 0 ? 0 : name.lastIndexOf('__') + 2)
  error(document, pointer, `${rule}: "${name}" does not begin with "${prefix}"`, { suggestion: prefix + plain, atKey })
}
