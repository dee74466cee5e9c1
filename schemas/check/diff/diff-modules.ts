import type { EndpointDocument, FormDocument, ModalDocument } from '#schemas/types/contract.d.ts'
import { diffAccess, diffRest, levelOf, type Change, type Report } from './change.ts'
import { diffCondition } from './diff-condition.ts'
import { diffDerived } from './diff-derived.ts'
import { diffEntity } from './diff-entity.ts'
import { diffExtensions } from './diff-extensions.ts'
import { diffLedger } from './diff-ledger.ts'
import { diffSchema } from './diff-schema.ts'
import { withPresentNames } from './present-names.ts'
import { diffValues, same, sentenceOf } from './diff-values.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { at } from '#schemas/check/source.ts'
import { gridPath } from '#schemas/check/scope.ts'
import { channelsOf } from '#schemas/rules/notification-channels.ts'
import { ledgerEntities } from '#schemas/rules/ledgers/ledger-entities.ts'
import { withListedTabs } from '#schemas/rules/lifecycle/state-tabs.ts'

export type { Change } from './change.ts'

type Node = Record<string, unknown>

const order = { refused: 0, breaking: 1, risky: 2, additive: 3 }

/** What a user, a caller or stored data would notice if `after` replaced `before`, the worst first. */
export function diffModules(current: ModuleDocuments | undefined, after: ModuleDocuments): Change[] {
  const before = current && withPresentNames(current, after)
  const changes: Change[] = []
  const report: Report = (level, subject, sentence) => {
    changes.push({ level, subject, sentence })
  }
  if (!before) {
    // Documents without a name are compared too, although the server refuses them.
    report('additive', ['module', after.module.name as string | undefined].filter(Boolean).join(' '), 'is new')
    diffExtensions({}, after.extensions, report)
    return changes
  }
  diffNames('permission', toRecord(before.module.permissions), toRecord(after.module.permissions), report, {
    removed: ['breaking', 'is no longer defined; what it guards can be reached by administrators only'],
  })
  diffGrants(before, after, report)
  diffNames('entity', writtenEntities(before), writtenEntities(after), report, {
    removed: ['breaking', 'is gone; its records stay in the database but nothing reads them'],
    changed: (name, old, now) => diffEntity(`entity ${name}`, old, now, report),
  })
  const grids = (documents: ModuleDocuments) =>
    Object.fromEntries(
      Object.entries(documents.grids).map(([name, grid]) => [
        gridPath(documents.module.name, name, grid),
        withListedTabs(grid, documents.entities[grid.entity.slice(grid.entity.indexOf('/') + 1)]),
      ]),
    )
  diffNames('grid', grids(before), grids(after), report, {
    removed: ['breaking', 'is gone; links and bookmarks to it lead nowhere'],
    changed: (name, old, now) => {
      const keys = (list: readonly unknown[] | undefined) => toRecord((list ?? []).map(nameOf))
      diffNames(`grid ${name}: column`, keys(old.columns), keys(now.columns), report, { removed: ['risky', 'is no longer shown'] })
      diffNames(`grid ${name}: filter`, keys(old.filters), keys(now.filters), report, {
        removed: ['risky', 'is gone; addresses that use it lose it'],
      })
      diffNames(`grid ${name}: tab`, keys(old.tabs), keys(now.tabs), report, {
        removed: ['risky', 'is gone; addresses that use it open the first tab'],
      })
      diffAccess(`grid ${name}`, old.access, now.access, report)
      // Lists whose names differ are reported above; a changed order or setting is reported with its path.
      const renamed = (['columns', 'filters', 'tabs'] as const).filter(
        (part) => !same(Object.keys(keys(old[part])).sort(), Object.keys(keys(now[part])).sort()),
      )
      const byKey = (grid: typeof old) => ({
        ...grid,
        ...Object.fromEntries(renamed.map((part) => [part, shared(grid[part], keys(old[part]), keys(now[part]))])),
      })
      diffRest(`grid ${name}`, byKey(old), byKey(now), report, (pointer) => pointer === '/access')
    },
  })
  diffNames('screen', before.screens, after.screens, report, {
    removed: ['breaking', 'is gone; links to it lead nowhere'],
    changed: (name, old, now) => {
      if (old.path !== now.path)
        report('breaking', `screen ${name}`, `moves from ${old.path} to ${now.path}; bookmarks of the old path lead nowhere`)
      diffAccess(`screen ${name}`, old.access, now.access, report)
      diffRest(`screen ${name}`, old, now, report, (pointer) => pointer === '/path' || pointer === '/access')
    },
  })
  for (const kind of ['forms', 'modals'] as const) {
    const word = kind === 'forms' ? 'form' : 'modal'
    diffNames<FormDocument | ModalDocument>(word, before[kind], after[kind], report, {
      removed: ['risky', 'is gone; another module that names it breaks'],
      changed: (name, old, now) => diffRest(`${word} ${name}`, old, now, report),
    })
  }
  diffNames('metric', before.metrics, after.metrics, report, {
    removed: ['breaking', 'is gone; screens and calls that name it break'],
    changed: (name, old, now) => {
      diffAccess(`metric ${name}`, old.access, now.access, report)
      diffRest(`metric ${name}`, old, now, report, (pointer) => pointer === '/access')
    },
  })
  diffNames('notification', before.notifications, after.notifications, report, {
    removed: ['risky', 'is gone; nobody is told any more'],
    changed: (name, old, now) => {
      if (JSON.stringify(old.to) !== JSON.stringify(now.to)) report('risky', `notification ${name}`, 'goes to others than before')
      const more = channelsOf(now).filter((channel) => !channelsOf(old).includes(channel))
      if (more.length > 0) report('risky', `notification ${name}`, `is told by ${more.join(', ')} as well`)
      diffRest(`notification ${name}`, old, now, report, (pointer) => /^\/(to|channels)/.test(pointer))
    },
  })
  diffNames('ledger', before.ledgers, after.ledgers, report, {
    removed: ['breaking', 'is gone; its entries and balances stay in the database but nothing reads or posts them'],
    changed: (name, old, now) => diffLedger(`ledger ${name}`, old, now, report),
  })
  const endpoints = (documents: ModuleDocuments) =>
    Object.fromEntries(
      documents.endpoints.map((endpoint) => [`${endpoint.name}${(endpoint.version ?? 1) > 1 ? ` v${endpoint.version}` : ''}`, endpoint]),
    )
  diffNames('endpoint', endpoints(before), endpoints(after), report, {
    removed: ['breaking', 'is gone; whoever calls it is refused'],
    changed: (name, old, now) => {
      diffEndpoint(`endpoint ${name}`, old, now, report)
      diffDerived(`endpoint ${name}`, [before, old], [after, now], report)
    },
  })
  diffExtensions(before.extensions, after.extensions, report)
  for (const [locale, texts] of Object.entries(before.locales)) {
    const gone = Object.keys(texts).filter((key) => !Object.hasOwn(after.locales[locale] ?? {}, key))
    if (gone.length > 0)
      report(
        'risky',
        `texts ${locale}`,
        `${gone.length === 1 ? 'one text is' : `${gone.length} texts are`} gone: ${gone.slice(0, 5).join(', ')}${gone.length > 5 ? ', …' : ''}`,
      )
  }
  const texts = Object.entries(after.locales).flatMap(([locale, table]) =>
    Object.entries(table).filter(([key, text]) => before.locales[locale]?.[key] !== text),
  )
  if (texts.length > 0)
    report(
      'additive',
      'texts',
      texts.length === 1 ? 'one text is new or reads differently' : `${texts.length} texts are new or read differently`,
    )
  diffRest('module', before.module, after.module, report, (pointer) => /^\/(permissions|grants|menu|create)(\/|$)/.test(pointer))
  for (const [subject, pick] of [
    ['menu', (documents: ModuleDocuments) => documents.module.menu],
    ['create button', (documents: ModuleDocuments) => documents.module.create],
    ['layout', (documents: ModuleDocuments) => documents.layout],
  ] as const) {
    for (const difference of diffValues(pick(before), pick(after))) report(levelOf(difference), subject, sentenceOf(difference))
  }
  return changes.sort((a, b) => order[a.level] - order[b.level] || a.subject.localeCompare(b.subject))
}

/** The entities of a module but those of its ledgers, whose changes are told with the ledger. */
function writtenEntities({ entities, ledgers }: ModuleDocuments): ModuleDocuments['entities'] {
  const ofLedgers = new Set(Object.values(ledgers).flatMap(ledgerEntities))
  return Object.fromEntries(Object.entries(entities).filter(([, entity]) => !ofLedgers.has(entity)))
}

interface Names<T> {
  removed: [Change['level'], string]
  changed?: (name: string, before: T, after: T) => void
}

function diffNames<T>(
  kind: string,
  before: Record<string, T>,
  after: Record<string, T>,
  report: Report,
  { removed, changed }: Names<T>,
): void {
  for (const [name, document] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) report(removed[0], `${kind} ${name}`, removed[1])
    else changed?.(name, document, after[name]!)
  }
  for (const name of Object.keys(after)) if (!Object.hasOwn(before, name)) report('additive', `${kind} ${name}`, 'is new')
}

function diffEndpoint(subject: string, before: EndpointDocument, after: EndpointDocument, report: Report): void {
  if (before.method !== after.method) report('breaking', subject, `is called by ${after.method} instead of ${before.method}`)
  diffAccess(subject, before.access ?? 'user', after.access ?? 'user', report)
  for (const part of ['params', 'payload'] as const) {
    const [old, now] = [(before[part] ?? {}) as Node, (after[part] ?? {}) as Node]
    const properties = (node: Node) => Object.keys((node.properties as object | undefined) ?? {})
    const [needed, needs] = [listOf(old.required), listOf(now.required)]
    for (const name of needs) if (!needed.includes(name)) report('breaking', subject, `needs "${String(name)}" from now on`)
    for (const name of needed) if (!needs.includes(name)) report('additive', subject, `no longer needs "${String(name)}"`)
    for (const name of properties(old))
      if (!properties(now).includes(name))
        report(now.additionalProperties === false ? 'breaking' : 'risky', subject, `no longer takes "${name}"`)
    const told = [
      ...properties(old).filter((name) => !properties(now).includes(name)),
      ...properties(now).filter((name) => !properties(old).includes(name) && needs.includes(name)),
    ].map((name) => at('/properties', name))
    const isReported = (pointer: string) => /^\/required(\/|$)/.test(pointer) || told.includes(pointer)
    // A call without a schema takes anything: compared with nothing, each of its properties would be new.
    diffSchema(`${subject}: ${part}`, { properties: {}, ...old }, { properties: {}, ...now }, report, { isReported, sentOnly: true })
  }
  if (!same(before.results, after.results) || !same(before.metadata, after.metadata)) report('risky', subject, 'answers in another shape')
  diffFields(subject, before.fields, after.fields, report)
  diffCondition(subject, 'only_if', before.only_if, after.only_if, report)
  for (const difference of diffValues(pick(before), pick(after)))
    report(
      /^\/(operation|entity|values|where|url|grid)(\/|$)/.test(difference.pointer) ? 'risky' : levelOf(difference),
      subject,
      sentenceOf(difference),
    )
}

/** A call without the parts that are compared separately. */
const pick = ({ name: _n, method: _m, access: _a, params: _p, payload: _b, only_if: _o, fields: _f, ...rest }: EndpointDocument): Node =>
  rest

/** What a call answers of a record: all of it where it names no `fields`. */
function diffFields(subject: string, before: readonly string[] | undefined, after: readonly string[] | undefined, report: Report): void {
  const named = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
  if (before === undefined || after === undefined) {
    if (after !== undefined) report('breaking', subject, `answers nothing but ${named(after)} of a record from now on`)
    if (before !== undefined) report('additive', subject, 'answers all of a record from now on')
    return
  }
  const gone = before.filter((name) => !after.includes(name))
  const added = after.filter((name) => !before.includes(name))
  if (gone.length > 0) report('breaking', subject, `no longer answers ${named(gone)}; whoever reads it finds nothing`)
  if (added.length > 0) report('additive', subject, `answers ${named(added)} too`)
}

function diffGrants(before: ModuleDocuments, after: ModuleDocuments, report: Report): void {
  const [old, now] = [before.module.grants ?? {}, after.module.grants ?? {}]
  for (const role of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const lost = (old[role] ?? []).filter((name) => !now[role]?.includes(name))
    const gained = (now[role] ?? []).filter((name) => !old[role]?.includes(name))
    if (lost.length > 0) report('breaking', `role ${role}`, `loses ${lost.join(', ')}`)
    if (gained.length > 0) report('risky', `role ${role}`, `gains ${gained.join(', ')}`)
  }
}

/** Entries of a list that exist in both versions, reduced to the settings that remain to be compared. */
const shared = (list: readonly unknown[] | undefined, ...names: Record<string, true>[]): unknown[] =>
  (list ?? []).filter((item) => names.every((known) => Object.hasOwn(known, nameOf(item))))
const nameOf = (item: unknown): string => (typeof item === 'string' ? item : String((item as Node).key ?? (item as Node).type))
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const toRecord = (names: readonly string[] | undefined): Record<string, true> =>
  Object.fromEntries((names ?? []).map((name) => [name, true]))
