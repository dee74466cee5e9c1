import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import type { ModuleDocuments } from './module-documents.ts'
import { gridPath } from './scope.ts'

export interface Change {
  /** `breaking`: something that worked stops working, or data is refused; `risky`: it may; `additive`: nothing is lost. */
  level: 'additive' | 'risky' | 'breaking'
  /** What has changed, e.g. `entity book`. */
  subject: string
  sentence: string
}

type Node = Record<string, unknown>
type Report = (level: Change['level'], subject: string, sentence: string) => void

const order = { breaking: 0, risky: 1, additive: 2 }

/** What a user, a caller or stored data would notice of publishing `after` over `before`, the worst first. */
export function diffModules(before: ModuleDocuments | undefined, after: ModuleDocuments): Change[] {
  const changes: Change[] = []
  const report: Report = (level, subject, sentence) => { changes.push({ level, subject, sentence }) }
  if (!before) {
    report('additive', `module ${after.module.name}`, 'is new')
    return changes
  }
  diffNames('permission', toRecord(before.module.permissions), toRecord(after.module.permissions), report, { removed: ['breaking', 'is no longer defined; what it guards can be reached by administrators only'] })
  diffGrants(before, after, report)
  diffNames('entity', before.entities, after.entities, report, { removed: ['breaking', 'is gone; its records stay in the database but nothing reads them'], changed: (name, old, now) => diffEntity(`entity ${name}`, old, now, report) })
  const grids = (documents: ModuleDocuments) => Object.fromEntries(Object.entries(documents.grids).map(([name, grid]) => [gridPath(documents.module.name, name, grid), grid]))
  diffNames('grid', grids(before), grids(after), report, {
    removed: ['breaking', 'is gone; links and bookmarks to it lead nowhere'],
    changed: (name, old, now) => {
      const keys = (list: readonly unknown[] | undefined) => toRecord((list ?? []).map(item => (typeof item === 'string' ? item : String((item as Node).key ?? (item as Node).type))))
      diffNames(`grid ${name}: column`, keys(old.columns), keys(now.columns), report, { removed: ['risky', 'is no longer shown'] })
      diffNames(`grid ${name}: filter`, keys(old.filters), keys(now.filters), report, { removed: ['risky', 'is gone; addresses that use it lose it'] })
      diffNames(`grid ${name}: tab`, keys(old.tabs), keys(now.tabs), report, { removed: ['risky', 'is gone; addresses that use it open the first tab'] })
      diffAccess(`grid ${name}`, old.access, now.access, report)
      const rest = ({ columns: _c, filters: _f, tabs: _t, access: _a, ...others }: typeof old) => others
      if (!same(rest(old), rest(now)) || (same(Object.keys(keys(old.columns)), Object.keys(keys(now.columns))) && !same(old.columns, now.columns))) report('additive', `grid ${name}`, 'looks or behaves differently')
    },
  })
  diffNames('screen', before.screens, after.screens, report, {
    removed: ['breaking', 'is gone; links to it lead nowhere'],
    changed: (name, old, now) => {
      if (old.path !== now.path) report('breaking', `screen ${name}`, `moves from ${old.path} to ${now.path}; bookmarks of the old path lead nowhere`)
      diffAccess(`screen ${name}`, old.access, now.access, report)
      if (!same({ ...old, path: 0, access: 0 }, { ...now, path: 0, access: 0 })) report('additive', `screen ${name}`, 'looks or behaves differently')
    },
  })
  for (const kind of ['forms', 'modals'] as const) {
    const word = kind === 'forms' ? 'form' : 'modal'
    diffNames(word, before[kind], after[kind], report, { removed: ['risky', 'is gone; another module that names it breaks'], changed: (name, old, now) => { if (!same(old, now)) report('additive', `${word} ${name}`, 'looks or behaves differently') } })
  }
  const endpoints = (documents: ModuleDocuments) => Object.fromEntries(documents.endpoints.map(endpoint => [`${endpoint.name}${(endpoint.version ?? 1) > 1 ? ` v${endpoint.version}` : ''}`, endpoint]))
  diffNames('endpoint', endpoints(before), endpoints(after), report, { removed: ['breaking', 'is gone; whoever calls it is refused'], changed: (name, old, now) => diffEndpoint(`endpoint ${name}`, old, now, report) })
  for (const [locale, texts] of Object.entries(before.locales)) {
    const gone = Object.keys(texts).filter(key => !Object.hasOwn(after.locales[locale] ?? {}, key))
    if (gone.length > 0) report('risky', `texts ${locale}`, `${gone.length === 1 ? 'one text is' : `${gone.length} texts are`} gone: ${gone.slice(0, 5).join(', ')}${gone.length > 5 ? ', …' : ''}`)
  }
  const texts = Object.entries(after.locales).flatMap(([locale, table]) => Object.entries(table).filter(([key, text]) => before.locales[locale]?.[key] !== text))
  if (texts.length > 0) report('additive', 'texts', `${texts.length === 1 ? 'one text is' : `${texts.length} texts are`} new or reads differently`)
  if (!same(before.module.menu, after.module.menu) || !same(before.module.create, after.module.create) || !same(before.layout, after.layout)) report('additive', 'menu', 'has changed')
  return changes.sort((a, b) => order[a.level] - order[b.level] || a.subject.localeCompare(b.subject))
}

interface Names<T> { removed: [Change['level'], string]; changed?: (name: string, before: T, after: T) => void }

function diffNames<T>(kind: string, before: Record<string, T>, after: Record<string, T>, report: Report, { removed, changed }: Names<T>): void {
  for (const [name, document] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) report(removed[0], `${kind} ${name}`, removed[1])
    else changed?.(name, document, after[name]!)
  }
  for (const name of Object.keys(after)) if (!Object.hasOwn(before, name)) report('additive', `${kind} ${name}`, 'is new')
}

function diffEntity(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const [old, now] = [before.schema.properties as Record<string, Node>, after.schema.properties as Record<string, Node>]
  const needed = (entity: EntityDocument, name: string) => entity.schema.required?.includes(name) || /(^|\|)required(\||$)/.test(String((entity.schema.properties[name] as Node | undefined)?.rules ?? ''))
  for (const [name, property] of Object.entries(old)) {
    const field = `${subject}: ${name}`
    const next = Object.hasOwn(now, name) ? now[name]! : undefined
    if (!next) { report('breaking', field, 'is gone; its values stay in the database but are neither read nor written'); continue }
    if (!same(property.type, next.type) || property.format !== next.format || property.references !== next.references) report('breaking', field, `was ${describe(property)}, becomes ${describe(next)}; values that do not fit are refused`)
    const lost = listOf(property.enum).filter(value => Array.isArray(next.enum) && !next.enum.includes(value))
    if (lost.length > 0) report('breaking', field, `no longer allows ${lost.map(String).join(', ')}; records that have it cannot be saved`)
    if (!property.enum && Array.isArray(next.enum)) report('risky', field, 'allows only listed values from now on')
    if (!needed(before, name) && needed(after, name)) report('risky', field, 'becomes required; records without it must be completed when next saved')
    if (!same([property.rules, property.pattern, property.minLength, property.maxLength, property.minimum, property.maximum], [next.rules, next.pattern, next.minLength, next.maxLength, next.minimum, next.maximum])) report('risky', field, 'is checked by other rules; stored values may no longer pass')
  }
  for (const name of Object.keys(now)) {
    if (Object.hasOwn(old, name)) continue
    const required = needed(after, name) && now[name]!.default === undefined
    report(required ? 'risky' : 'additive', `${subject}: ${name}`, required ? 'is new and required; records that exist have no value yet' : 'is new')
  }
  for (const fields of after.storage?.unique ?? []) if (!(before.storage?.unique ?? []).some(other => same(other, fields))) report('risky', subject, `${fields.join(' and ')} must be unique from now on; the publication fails when records share a value`)
  if (before.storage?.trash !== false && after.storage?.trash === false) report('breaking', subject, 'has no trash any more; what is removed is gone for good')
  if (!same(before.storage?.translate, after.storage?.translate) || before.storage?.sisters !== after.storage?.sisters) report('breaking', subject, 'stores translations in another way')
  for (const key of ['read', 'write', 'trash', 'destroy'] as const) diffAccess(`${subject}: ${key}`, before.access?.[key], after.access?.[key], report)
  if (before.access?.scope !== after.access?.scope) report('breaking', subject, `shows users ${after.access?.scope === 'own' ? 'only records of their own' : 'the records of all'} from now on`)
}

function diffEndpoint(subject: string, before: EndpointDocument, after: EndpointDocument, report: Report): void {
  if (before.method !== after.method) report('breaking', subject, `is called by ${after.method} instead of ${before.method}`)
  diffAccess(subject, before.access ?? 'user', after.access ?? 'user', report)
  for (const part of ['params', 'payload'] as const) {
    const [old, now] = [(before[part] ?? {}) as Node, (after[part] ?? {}) as Node]
    const properties = (node: Node) => Object.keys((node.properties as object | undefined) ?? {})
    for (const name of listOf(now.required)) if (!listOf(old.required).includes(name)) report('breaking', subject, `needs "${String(name)}" from now on`)
    for (const name of properties(old)) if (!properties(now).includes(name)) report(now.additionalProperties === false ? 'breaking' : 'risky', subject, `no longer takes "${name}"`)
    if (!same(old, now)) report('risky', subject, `its ${part} are checked differently`)
  }
  if (!same(before.results, after.results) || !same(before.metadata, after.metadata)) report('risky', subject, 'answers in another shape')
  if (!same([before.operation, before.entity, before.values, before.where, before.only_if, before.url], [after.operation, after.entity, after.values, after.where, after.only_if, after.url])) report('risky', subject, 'does something else')
}

function diffAccess(subject: string, before: string | undefined, after: string | undefined, report: Report): void {
  if (before !== after) report(after === 'guest' || (before !== undefined && after === undefined) ? 'risky' : 'breaking', subject, `needs ${after ?? 'no permission'} instead of ${before ?? 'no permission'}`)
}

function diffGrants(before: ModuleDocuments, after: ModuleDocuments, report: Report): void {
  const [old, now] = [before.module.grants ?? {}, after.module.grants ?? {}]
  for (const role of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const lost = (old[role] ?? []).filter(name => !now[role]?.includes(name))
    const gained = (now[role] ?? []).filter(name => !old[role]?.includes(name))
    if (lost.length > 0) report('breaking', `role ${role}`, `loses ${lost.join(', ')}`)
    if (gained.length > 0) report('risky', `role ${role}`, `gains ${gained.join(', ')}`)
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const toRecord = (names: readonly string[] | undefined): Record<string, true> => Object.fromEntries((names ?? []).map(name => [name, true]))
const describe = (node: Node): string => (node.references ? `a reference to ${String(node.references)}` : [([] as unknown[]).concat(node.type ?? (node.enum ? 'one of a list' : 'anything')).join(' or '), node.format].filter(Boolean).join(' '))

/** Equal as JSON, whatever the order of properties. */
function same(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (item !== null && typeof item === 'object' && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).filter(([key]) => key !== '$schema').sort(([a], [b]) => (a < b ? -1 : 1))) : item)) ?? ''
}
