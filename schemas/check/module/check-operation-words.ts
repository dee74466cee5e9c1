import { namingLists } from '#schemas/rules/entities/slug-field.ts'
import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import type { Operation } from '#schemas/rules/endpoints/derived-schemas.ts'
import { checkEffect } from './check-effects.ts'
import { missing } from '#schemas/check/scope.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'

/** Words of endpoints, and the operations that read them. */
const words: Partial<Record<keyof EndpointDocument, readonly Operation[]>> = {
  form: ['form'],
  from: ['form'],
  combo: ['options'],
  options: ['options', 'form'],
  field: ['reorder'],
  within: ['reorder'],
  format: ['export'],
  effects: ['run'],
  find: ['create', 'save', 'set', 'preview'],
  grid: ['grid', 'export'],
  metric: ['metric'],
  sort: ['list', 'options'],
  page_size: ['list', 'options'],
  texts: ['create', 'save', 'set', 'single', 'list'],
  answer: ['create', 'save', 'set', 'single', 'list', 'grid', 'reorder', 'trash', 'restore', 'transition'],
}

/** Checks the lists of choices that an endpoint names, and that its words belong to its operation. */
export function checkOptions(document: CheckedDocument, pointer: string, endpoint: EndpointDocument): void {
  const operation = endpoint.operation!
  for (const [word, operations] of Object.entries(words))
    if (endpoint[word as keyof EndpointDocument] !== undefined && !operations.includes(operation))
      error(document, at(pointer, word), `"${word}" has no effect on the operation "${operation}"`, {
        allowed: [...operations],
        atKey: true,
      })
  const lists = [endpoint.combo, endpoint.options, endpoint.entity].filter((list) => list !== undefined)
  if (operation === 'options' && lists.length !== 1)
    error(document, pointer, 'the operation "options" needs one of "combo", "options" and "entity"')
  if (endpoint.combo !== undefined) checkCombo(document, at(pointer, 'combo'), endpoint.combo)
  for (const [name, combo] of Object.entries(endpoint.options ?? {})) checkCombo(document, at(pointer, 'options', name), combo)
}

/** Lists of the server are known to the server alone; a field has to be there. */
function checkCombo(document: CheckedDocument, pointer: string, combo: string): void {
  const [name = '', ...path] = combo.split('.')
  if (path.length === 0) return
  const { scope } = document
  const entity = expectFound(document, pointer, scope.entity(name), `there is no entity "${name}"`)
  if (entity)
    expectFound(document, pointer, scope.field(entity, path.join('.')), `there is no field "${path.join('.')}" in the entity "${name}"`)
}

/** Checks the fields that `reorder`, `from` and a singleton name. */
export function checkWords(document: CheckedDocument, pointer: string, endpoint: EndpointDocument, entity: EntityDocument): void {
  const { scope } = document
  const { operation, field, within, from } = endpoint
  for (const [name, { by, where }] of Object.entries(endpoint.find ?? {})) {
    const here = at(pointer, 'find', name)
    const found = expectFound(document, here, scope.field(entity, name), `there is no field "${name}" in the entity "${entity.name}"`, true)
    const target = found?.references ?? found?.items?.references
    if (found && target === undefined) error(document, here, `"${name}" refers to nothing: write its value by "values"`, { atKey: true })
    const other = target === undefined ? undefined : scope.entity(target).found
    if (!other) continue
    const within = Object.keys(where ?? {})
    for (const path of within)
      expectFound(
        document,
        at(here, 'where', path),
        scope.field(other, path),
        `there is no field "${path}" in the entity "${other.name}"`,
        true,
      )
    const heads = [by, ...within.map((path) => path.split('.')[0]!)]
    const unique = namingLists(other)
      .filter((list) => list.every((field) => field === by || heads.includes(field)))
      .flat()
    if (by !== 'id' && !unique.includes(by))
      error(document, at(here, 'by'), `"${by}" is no unique field of the entity "${other.name}"`, missing(by, unique))
  }
  for (const key of endpoint.sort?.split(',') ?? []) {
    const name = key.replace(/^-/, '')
    if (key === 'tree' && entity.tree?.order !== undefined) continue
    expectFound(document, at(pointer, 'sort'), scope.field(entity, name), `there is no field "${name}" in the entity "${entity.name}"`)
  }
  if (operation === 'reorder') {
    if (field === undefined) error(document, pointer, 'the operation "reorder" needs "field": the number that holds the order')
    else {
      const found = expectFound(
        document,
        at(pointer, 'field'),
        scope.field(entity, field),
        `there is no field "${field}" in the entity "${entity.name}"`,
      )
      if (found && ![found.type].flat().some((type) => type === 'integer' || type === 'number'))
        error(document, at(pointer, 'field'), `an order is kept in a number, and "${field}" is none`)
    }
    if (within !== undefined)
      expectFound(
        document,
        at(pointer, 'within'),
        scope.field(entity, within),
        `there is no field "${within}" in the entity "${entity.name}"`,
      )
  }
  if (!from) return
  const source =
    from.entity === undefined
      ? entity
      : expectFound(document, at(pointer, 'from', 'entity'), scope.entity(from.entity), `there is no entity "${from.entity}"`)
  if (!source) return
  for (const [index, name] of (from.copy ?? []).entries())
    for (const side of [source, entity])
      expectFound(
        document,
        at(pointer, 'from', 'copy', index),
        scope.field(side, name),
        `there is no field "${name}" in the entity "${side.name}"`,
      )
}

/** Checks the changes that a call makes: it names a permission, since they need none of their own. */
export function checkRun(document: CheckedDocument, pointer: string, endpoint: EndpointDocument, entity: EntityDocument): void {
  const { effects = [], access } = endpoint
  if (effects.length === 0) error(document, pointer, 'the operation "run" needs "effects"')
  if (access === undefined || access === 'user' || access === 'guest')
    error(document, pointer, 'the operation "run" needs "access": a permission, which stands for all that its effects change')
  effects.forEach((effect, index) => checkEffect(document, at(pointer, 'effects', index), entity, effect, effects.slice(0, index)))
}
