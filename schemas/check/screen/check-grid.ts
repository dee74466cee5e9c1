import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import type { EntityDocument, GridDocument, GridDocumentFilter, GridDocumentImport } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkAmounts, checkCases, checkColumn, isUnsortable } from './check-columns.ts'
import { checkRunning } from './check-running.ts'
import { checkRecordCondition } from './record-condition.ts'
import { checkCall } from '#schemas/check/module/check-calls.ts'
import { isCallOf } from '#schemas/check/module/check-entity.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'
import { filterKindsFor, isCellField, kindOf } from '#schemas/check/form/field-kinds.ts'
import { missing, panelModule, type FieldSchema, type Scope } from '#schemas/check/scope.ts'

/** Query keys of a grid that filters cannot use. */
export const reservedFilterKeys = [
  'page',
  'page_size',
  'sort',
  'order',
  'tab',
  'q',
  'ids',
  'parts',
  'defaults',
  'where',
  'view',
  'record',
  'after',
  'before',
  'under',
  'trashed',
  'module',
  'class',
  'part',
  'version',
  'mock',
  'format',
] as const

const confirmed = ['trash', 'restore', 'destroy', 'delete']
const pages = ['view', 'edit']
const switches = ['activate', 'deactivate']

export function checkGrid(document: CheckedDocument, grid: GridDocument): void {
  const { scope } = document
  const entity = expectFound(document, '/entity', scope.entity(grid.entity), `there is no entity "${grid.entity}"`)
  if (!entity) return
  const expectField = (path: string, pointer: string, atKey = false): FieldSchema | undefined =>
    expectFound(document, pointer, scope.field(entity, path), `there is no field "${path}" in the entity "${entity.name}"`, atKey)

  checkSort(document, '/sort', grid.sort, entity)
  for (const [name, path] of Object.entries(grid.params ?? {})) {
    refuseReserved(document, at('/params', name), name, true)
    expectField(String(path), at('/params', name))
  }
  if (grid.tree) {
    const field = expectField(grid.tree.parent, '/tree/parent')
    if (field && field.references !== entity.name)
      error(document, '/tree/parent', `"${grid.tree.parent}" does not refer to another ${entity.name}`)
  }
  if (grid.group_by !== undefined) {
    const field = expectField(grid.group_by, '/group_by')
    if (field && isUnsortable(field))
      error(document, '/group_by', `"${grid.group_by}" is a list or an object, which rows cannot be put together by`)
  }
  const keys = new Set<string>()
  grid.columns.forEach((column, index) => {
    const pointer = typeof column === 'string' ? at('/columns', index) : at('/columns', index, 'key')
    const key = typeof column === 'string' ? column : column.key
    if (keys.has(key)) error(document, pointer, `the column "${key}" is there twice`)
    keys.add(key)
    if (typeof column !== 'string' && column.running !== undefined)
      return checkRunning(document, at('/columns', index), { ...column, running: column.running }, grid, entity)
    const field = expectField(key, pointer)
    if (field && typeof column !== 'string') checkColumn(document, at('/columns', index), column, field)
    if (typeof column === 'string') return
    for (const part of ['picture', 'sku', 'price'] as const)
      if (column[part] !== undefined) expectField(column[part], at('/columns', index, part))
    checkAmounts(document, at('/columns', index), column, entity)
    checkCases(document, at('/columns', index), column, entity)
  })
  checkEdit(document, grid, entity)
  const filters = new Set<string>(Object.keys(grid.params ?? {}))
  grid.filters?.forEach((entry, index) => {
    const filter: GridDocumentFilter = typeof entry === 'string' ? { key: entry } : entry
    const pointer = typeof entry === 'string' ? at('/filters', index) : at('/filters', index, 'key')
    refuseReserved(document, pointer, filter.key)
    if (filters.has(filter.key)) error(document, pointer, `the key "${filter.key}" is there twice among filters and params`)
    filters.add(filter.key)
    const field = expectField(filter.field ?? filter.key, filter.field ? at('/filters', index, 'field') : pointer)
    const kinds = field && filterKindsFor(field)
    if (kinds && filter.kind && !kinds.includes(filter.kind))
      error(
        document,
        at('/filters', index, 'kind'),
        `a ${filter.kind} cannot compare "${filter.field ?? filter.key}", which is a ${kindOf(field)}`,
        { allowed: kinds },
      )
    if (filter.endpoint)
      checkCall(document, at('/filters', index), { name: filter.endpoint, params: filter.params }, { method: 'GET', key: 'endpoint' })
  })
  checkTabs(document, grid, entity)
  if (grid.search && !(entity.storage?.search ?? []).length)
    warn(document, '/search', `the entity "${entity.name}" names no fields to search`)
  for (const place of ['toolbar', 'row', 'bulk'] as const) {
    grid[place]?.forEach((action, index) => {
      if (typeof action === 'string') checkNamedAction(document, at('', place, index), action, entity, place)
    })
  }
  for (const place of ['toolbar', 'row', 'bulk'] as const) {
    grid[place]?.forEach((action, index) => {
      if (typeof action === 'string') return
      const here = at('', place, index, 'when')
      if (place === 'toolbar') checkConstants(document, here, action.when, (path) => scope.field(entity, path))
      else checkRecordCondition(document, here, action.when, entity)
    })
  }
  if (grid.reorder !== undefined) {
    const field = (entity.schema.properties as Record<string, FieldSchema>)[grid.reorder]
    if (!field) expectField(grid.reorder, '/reorder')
    if (!field || field.references || !['integer', 'number'].includes(String([field.type].flat().find((type) => type !== 'null'))))
      error(document, '/reorder', `rows cannot be moved by "${grid.reorder}": it has to be a number of the entity "${entity.name}" itself`)
    else if (
      !grid.columns.some((column) => typeof column !== 'string' && column.key === grid.reorder && column.sortable) &&
      grid.sort?.replace(/^-/, '') !== grid.reorder
    )
      error(
        document,
        '/reorder',
        `rows are moved while they are sorted by "${grid.reorder}": make it a "sortable" column or the grid's "sort"`,
      )
  }
  if (grid.quick_view && entity.generic === 'none')
    error(document, '/quick_view', `the entity "${entity.name}" has no generic "single": its "generic" is "none"`)
  if (grid.endpoint !== undefined)
    expectFound(document, '/endpoint', scope.endpoint(grid.endpoint), `there is no endpoint "${grid.endpoint}"`)
  checkImport(document, grid, entity)
  grid.modals?.forEach((name, index) => expectFound(document, at('/modals', index), scope.modal(name), `there is no modal "${name}"`))
}

/** Checks that an order names fields of the entity that have one. */
function checkSort(document: CheckedDocument, pointer: string, sort: string | undefined, entity: EntityDocument): void {
  for (const term of (sort ?? '').split(',').filter(Boolean)) {
    const name = term.replace(/^-/, '')
    const field = expectFound(
      document,
      pointer,
      document.scope.field(entity, name),
      `there is no field "${name}" in the entity "${entity.name}"`,
    )
    if (field && isUnsortable(field)) error(document, pointer, `"${name}" is a list or an object, which cannot be sorted by`)
  }
}

/** Kinds of field that a file cell cannot hold. */
const unreadableKinds = ['object']

function checkImport(document: CheckedDocument, { import: importOptions }: GridDocument, entity: EntityDocument): void {
  if (importOptions === undefined) return
  const { fields, key, endpoint, create } = importOptions === true ? ({} as GridDocumentImport) : importOptions
  const call = endpoint ?? entity.calls?.save
  const pointer = endpoint === undefined ? '/import' : '/import/endpoint'
  if (call === undefined && (entity.generic ?? 'all') !== 'all')
    error(
      document,
      '/import',
      `the entity "${entity.name}" has no generic save (its "generic" is "${entity.generic}"): name the "endpoint" that saves a row`,
    )
  if (call !== undefined) checkCall(document, pointer.replace(/\/endpoint$/, ''), { name: call }, { method: 'POST', key: 'endpoint' })
  const saving = endpoint === undefined ? undefined : document.scope.endpoint(endpoint).found
  if (endpoint !== undefined && saving && !isCallOf(document, entity, endpoint, saving.entity))
    error(document, pointer, `"${endpoint}" is about other records than those of "${entity.name}"`)
  fields?.forEach((name, index) => {
    const field = expectFound(
      document,
      at('/import/fields', index),
      document.scope.field(entity, name),
      `there is no field "${name}" in the entity "${entity.name}"`,
    )
    if (field && unreadableKinds.includes(kindOf(field)) && !(entity.storage?.translate ?? []).includes(name))
      error(document, at('/import/fields', index), `"${name}" is an object, which no cell can hold`)
    if (name.includes('.')) error(document, at('/import/fields', index), `"${name}" is a field of another record`)
  })
  if (key !== undefined) {
    const field = expectFound(
      document,
      '/import/key',
      document.scope.field(entity, key),
      `there is no field "${key}" in the entity "${entity.name}"`,
    )
    if (field && (isUnsortable(field) || key.includes('.'))) error(document, '/import/key', `"${key}" cannot tell which record a row is`)
    if (fields && !fields.includes(key)) error(document, '/import/key', `"${key}" is not among the "fields"`, { allowed: fields })
  }
  if (create === false && key === undefined)
    error(document, '/import/create', 'rows that add nothing need a "key" by which they find what they change')
}

function refuseReserved(document: CheckedDocument, pointer: string, key: string, atKey = false): void {
  if ((reservedFilterKeys as readonly string[]).includes(key))
    error(document, pointer, `"${key}" has a meaning of its own in a grid's address; give the filter another key and name its "field"`, {
      atKey,
    })
}

/** Checks editable columns: the field belongs to the record itself, fits in a cell, and the generic save may write it. */
function checkEdit(document: CheckedDocument, grid: GridDocument, entity: EntityDocument): void {
  const editable = grid.columns.flatMap((column, index) =>
    typeof column !== 'string' && column.editable ? [{ column, pointer: at('/columns', index, 'editable') }] : [],
  )
  for (const { column, pointer } of editable) {
    const field = (entity.schema.properties as Record<string, FieldSchema>)[column.key]
    if (!field) error(document, pointer, `"${column.key}" cannot be edited here: it is no field of the entity "${entity.name}" itself`)
    else if (!isCellField(field))
      error(
        document,
        pointer,
        `"${column.key}" cannot be edited in a cell: it is ${field.readOnly ? 'only read' : `a ${field.format === 'html' ? 'formatted text' : kindOf(field)}`}`,
      )
  }
  if (editable.length > 0 && (entity.generic ?? 'all') !== 'all' && !entity.calls?.save)
    error(document, editable[0]!.pointer, `the entity "${entity.name}" has no generic "save": its "generic" is "${entity.generic}"`)
  if (grid.edit && editable.length === 0) warn(document, '/edit', 'no column is "editable"')
}

function checkTabs(document: CheckedDocument, grid: GridDocument, entity: EntityDocument): void {
  const keys = new Set<string>()
  const fields = Object.keys(entity.lifecycle ?? {})
  const expectStates = (name: string, pointer: string) => {
    if (!fields.includes(name))
      error(
        document,
        pointer,
        `"${name}" has no lifecycle in the entity "${entity.name}", so there are no states to show`,
        missing(name, fields),
      )
  }
  if (typeof grid.tabs === 'string') return expectStates(grid.tabs, '/tabs')
  grid.tabs?.forEach((tab, index) => {
    if (typeof tab === 'string') {
      if (keys.has(`states of ${tab}`)) error(document, at('/tabs', index), `the states of "${tab}" are there twice`)
      keys.add(`states of ${tab}`)
      return expectStates(tab, at('/tabs', index))
    }
    if (keys.has(tab.key)) error(document, at('/tabs', index, 'key'), `the tab "${tab.key}" is there twice`)
    keys.add(tab.key)
    checkWhere(document, at('/tabs', index, 'where'), tab.where, entity)
    checkSort(document, at('/tabs', index, 'sort'), tab.sort, entity)
    if (tab.trashed && entity.storage?.trash === false)
      error(document, at('/tabs', index, 'trashed'), `the entity "${entity.name}" has no trash (its "storage" says "trash": false)`)
  })
}

/** Checks an action given by name only: a generic action that applies here, or a modal. */
function checkNamedAction(document: CheckedDocument, pointer: string, name: string, entity: EntityDocument, place: string): void {
  const { scope } = document
  const hasModal = scope.modal(name).found !== undefined
  const isTransition = !hasModal && (name === 'transitions' || findTransition(entity, name) !== undefined)
  if (pages.includes(name)) {
    const candidates = pageNames(scope, entity, name)
    if (!candidates.some((candidate) => isThere(scope, candidate)))
      error(document, pointer, `"${name}" has nothing to open: it needs a screen "${candidates[0]!}" or a modal of that name`)
    else if (name === 'edit' && (entity.generic ?? 'all') !== 'all' && !entity.calls?.save)
      error(
        document,
        pointer,
        `nobody may edit here: the generic "save" does not answer the entity "${entity.name}" (its "generic" is "${entity.generic}"), and its "calls" name no "save"`,
      )
  } else if (confirmed.includes(name)) {
    const call = name === 'delete' ? 'destroy' : (name as 'trash' | 'restore' | 'destroy')
    if (!hasModal && (entity.generic ?? 'all') !== 'all' && !entity.calls?.[call])
      error(document, pointer, `the entity "${entity.name}" has no generic "${name}": its "generic" is "${entity.generic}"`)
    if (['trash', 'restore'].includes(name) && entity.storage?.trash === false && !hasModal)
      error(document, pointer, `the entity "${entity.name}" has no trash (its "storage" says "trash": false)`)
  } else if (isTransition) {
    if (!entity.lifecycle) error(document, pointer, `the entity "${entity.name}" has no "lifecycle", so there are no transitions to offer`)
    else if ((entity.generic ?? 'all') !== 'all' && !entity.calls?.transition)
      error(document, pointer, `the entity "${entity.name}" has no generic "transition": its "generic" is "${entity.generic}"`)
  } else if (switches.includes(name)) {
    if (!entity.storage?.active)
      error(document, pointer, `the entity "${entity.name}" does not say which field "${name}" sets: write "storage": { "active": "…" }`)
  } else
    expectFound(
      document,
      pointer,
      scope.modal(name),
      place === 'toolbar'
        ? `"${name}" is no modal; a screen is opened by { "type": "navigate", "title": …, "options": { "to": "${pageNames(scope, entity, name)[0]!}" } }`
        : `"${name}" is neither a generic action (${[...pages, ...confirmed, ...switches, 'transitions'].join(', ')}), nor a transition, nor a modal`,
    )
  if (place === 'toolbar' && (isTransition || [...pages, ...confirmed, ...switches].includes(name)))
    error(document, pointer, `"${name}" is about a row; the toolbar has none`)
}

function pageNames(scope: Scope, entity: EntityDocument, name: string): string[] {
  const kebab = entity.name.replaceAll('_', '-')
  const owner = scope.entity(entity.name)
  const modules = [...new Set([owner.found ? owner.module : scope.name, scope.name])]
  return modules.flatMap((module) => [`${module}-${kebab}-${name}`]).concat([`${entity.name}-${name}`, `${kebab}-${name}`, name])
}

const isThere = (scope: Scope, name: string): boolean => {
  const owner = scope.modal(name)
  return (
    [...scope.modules.values()].some((documents) => Object.hasOwn(documents.screens, name)) ||
    (owner.found !== undefined && owner.module !== panelModule)
  )
}
