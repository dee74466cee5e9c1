import { checkWhere } from '#schemas/check/check-where.ts'
import { error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing, type Scope } from '#schemas/check/scope.ts'
import { gridOfLink, gridOfStates, partsOfStates } from '#schemas/rules/lifecycle/state-entries.ts'
import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'

/** Checks a menu entry for each record: its entity exists, and the insertions, the condition and the order name fields of it. */
function checkEach(document: CheckedDocument, pointer: string, { each, label, icon, to }: LayoutDocumentMenuEntry, scope: Scope): void {
  const { entity: name, where, sort } = each!
  const entity = expectFound(document, `${pointer}/each/entity`, scope.entity(name), `there is no entity "${name}"`)
  if (!entity) return
  const expectField = (path: string, here: string) =>
    expectFound(document, here, scope.field(entity, path), `there is no field "${path}" in the entity "${entity.name}"`)
  checkWhere(document, `${pointer}/each/where`, where, entity)
  if (sort !== undefined) expectField(sort.replace(/^-/, ''), `${pointer}/each/sort`)
  for (const [key, value] of Object.entries({ label, icon, to }))
    for (const [, path] of JSON.stringify(value ?? '').matchAll(/\{record\.([a-z0-9_.]+)\}/g)) expectField(path!, `${pointer}/${key}`)
}

/** Checks a badge: it says one thing, and what it counts exists. */
function checkBadge(document: CheckedDocument, pointer: string, { id, badge }: LayoutDocumentMenuEntry, scope: Scope): void {
  const { title, count } = badge!
  const here = `${pointer}/badge`
  if ((title === undefined) === (count === undefined)) error(document, here, 'a badge has either a "title" or a "count"')
  if (!count) return
  if (id === undefined) error(document, here, 'an entry whose badge counts needs an "id"')
  const entity = expectFound(document, `${here}/count/entity`, scope.entity(count.entity), `there is no entity "${count.entity}"`)
  if (entity) checkWhere(document, `${here}/count/where`, count.where, entity)
}

/** Checks that the parent of each menu entry exists. */
export function checkMenu(documents: CheckedDocument[], scope: Scope): void {
  const entries = (menu: LayoutDocumentMenuEntry[] | undefined): LayoutDocumentMenuEntry[] =>
    (menu ?? []).flatMap((entry) => [entry, ...entries(entry.children)])
  const ids = new Set(
    [...scope.modules.values()].flatMap(({ module, layout }) =>
      [...entries(module.menu), ...entries(layout?.sidebar), ...entries(layout?.settings)]
        .filter((entry) => entry.states === undefined)
        .map((entry) => entry.id)
        .filter((id) => id !== undefined),
    ),
  )
  const all = [...scope.modules].flatMap(([name, { module, layout }]) =>
    [...entries(module.menu), ...entries(layout?.sidebar), ...entries(layout?.settings), ...entries(layout?.profile)].map((entry) => ({
      name,
      entry,
    })),
  )
  const parents = new Set(all.map(({ entry }) => entry.parent))
  const theirs = new Map(
    all
      .filter(({ name, entry }) => name !== scope.name && entry.id !== undefined)
      .map(({ name, entry }) => [entry.id!, `the module "${name}"`]),
  )
  const seen = new Map<string, string>()
  for (const document of documents) {
    for (const { pointer, value } of document.visits.filter((visit) => visit.definition === 'layout/menu_entry')) {
      const entry = value as LayoutDocumentMenuEntry
      const isItem = (entry.type ?? 'item') === 'item'
      if (entry.parent !== undefined && !ids.has(entry.parent))
        expectFound(document, `${pointer}/parent`, missing(entry.parent, ids), `no menu entry has the id "${entry.parent}"`)
      if (entry.states !== undefined) checkStates(document, pointer, entry, scope)
      else if (isItem && entry.label === undefined) error(document, pointer, 'a menu entry needs a "label"')
      if (entry.each) checkEach(document, pointer, entry, scope)
      if (entry.badge) checkBadge(document, pointer, entry, scope)
      if (entry.id !== undefined) {
        const other = seen.get(entry.id) ?? theirs.get(entry.id)
        if (other !== undefined) error(document, `${pointer}/id`, `the id "${entry.id}" is already taken by ${other}`)
        seen.set(entry.id, document.source.file)
      }
      const isParent = entry.id !== undefined && parents.has(entry.id)
      if (isItem && entry.states === undefined && entry.to === undefined && !entry.children?.length && !isParent)
        warn(document, pointer, 'this entry leads nowhere and has no entries under it')
    }
  }
}

/** Words that make no sense beside `states`, since each of its entries has its own. */
const ofOneEntry = ['label', 'type', 'badge', 'each', 'children'] as const

/** Checks a menu entry for the states of a field: it has a lifecycle, and a grid of its entity has a tab for each. */
function checkStates(document: CheckedDocument, pointer: string, entry: LayoutDocumentMenuEntry, scope: Scope): void {
  const here = `${pointer}/states`
  for (const word of ofOneEntry)
    if (entry[word] !== undefined)
      error(document, `${pointer}/${word}`, `"states" makes entries of its own: it stands without "${word}"`, { atKey: true })
  const { entity: name, field } = partsOfStates(entry.states!)
  const entity = expectFound(document, here, scope.entity(name), `there is no entity "${name}"`)
  if (!entity) return
  const fields = Object.keys(entity.lifecycle ?? {})
  if (!fields.includes(field)) {
    const { allowed, suggestion } = missing(field, fields) as { allowed: string[]; suggestion?: string }
    const full = (one: string) => `${entity.name}.${one}`
    return error(document, here, `the field "${field}" of the entity "${entity.name}" has no lifecycle`, {
      allowed: allowed.map(full),
      ...(suggestion !== undefined && { suggestion: full(suggestion) }),
    })
  }
  const grids = [...scope.gridPaths()].map(([path, { found }]) => [path, found] as const)
  if (gridOfStates(grids, entity, field, entry.to)) return
  const named = gridOfLink(entry.to)
  const paths = grids.flatMap(([path, grid]) => (String(grid.entity).split('/').at(-1) === entity.name ? [path] : []))
  if (entry.to !== undefined && (named === undefined || !paths.includes(named)))
    error(document, `${pointer}/to`, `entries for the states of "${entity.name}" lead to a grid of it, without a "?"`, {
      allowed: paths.map((path) => `grid/${path}`),
    })
  else
    error(
      document,
      entry.to === undefined ? here : `${pointer}/to`,
      `${entry.to === undefined ? `no grid of "${entity.name}" has tabs` : 'this grid has no tabs'} for the states of "${field}": write "tabs": "${field}" in it`,
    )
}
