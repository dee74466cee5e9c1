import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  Action,
  EntityDocument,
  ScreenDocumentFormBlock,
  ScreenDocumentLoad,
  ScreenDocumentRowsBlock,
} from '#schemas/types/contract.d.ts'
import { at, error, expectFound, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { loadedEntity } from '#schemas/check/reach.ts'
import { missing } from '#schemas/check/scope.ts'
import { expectLoaded, expectRead } from './expect-loaded.ts'
import { checkRecordCondition } from './record-condition.ts'

type Column = NonNullable<ScreenDocumentRowsBlock['columns']>[number]

/** Names of what can be done with a row, beside those of transitions and modals. */
const rowActions = ['edit', 'trash', 'transitions', 'activate', 'deactivate']

const keyOf = (column: Column): string => (typeof column === 'string' ? column : column.key)

/** Checks that a block of rows is about a list of rows, and that what it does with them can be done. */
export function checkRowsBlock(
  document: CheckedDocument,
  { pointer, value: block }: { pointer: string; value: ScreenDocumentRowsBlock },
  loaded: readonly string[],
  loads: Readonly<Record<string, ScreenDocumentLoad>>,
): void {
  const { scope } = document
  const [record = '', list = ''] = block.rows.split('.')
  const entity = parentOf(document, pointer, block, record, loaded, loads)
  const field =
    entity && expectFound(document, at(pointer, 'rows'), scope.field(entity, list), `there is no list "${list}" in "${entity.name}"`)
  const rows = field?.rows === undefined ? undefined : scope.entity(field.rows).found
  if (field && !rows) error(document, at(pointer, 'rows'), `"${list}" is no list of rows: only a field with "rows" is`)
  if (!entity || !field || !rows) return
  checkColumns(document, at(pointer, 'columns'), block.columns ?? [], rows)
  checkTotals(document, pointer, block, rows)
  checkWriting(document, pointer, block, rows)
  if (Array.isArray(block.view)) checkColumns(document, at(pointer, 'view'), block.view as Column[], rows)
  else if (typeof block.view === 'string') checkForm(document, at(pointer, 'view'), block.view, rows)
  if (block.view !== undefined && rows.generic === 'none')
    error(document, at(pointer, 'view'), `no generic call reads a row of "${rows.name}" (its "generic" is "none")`, { atKey: true })
  block.actions?.forEach((action, index) => checkAction(document, at(pointer, 'actions', index), action, rows))
  if (!block.order) return
  if (field.edit === 'own')
    error(document, at(pointer, 'order'), `"${list}" is not saved with "${entity.name}" (its "edit" is "own"), so its order cannot be`, {
      atKey: true,
    })
  else if ((entity.generic ?? 'all') !== 'all' && !entity.calls?.save)
    error(
      document,
      at(pointer, 'order'),
      `rows are put in order by saving "${entity.name}", and nothing saves it: its "generic" is "${entity.generic}", and its "calls" name no "save"`,
      { atKey: true },
    )
}

/** The entity of the record: that of the load, or of what the page makes where the block waits for it. */
function parentOf(
  document: CheckedDocument,
  pointer: string,
  block: ScreenDocumentRowsBlock,
  record: string,
  loaded: readonly string[],
  loads: Readonly<Record<string, ScreenDocumentLoad>>,
): EntityDocument | undefined {
  const { scope } = document
  if (!block.after_save || loaded.includes(record)) {
    expectLoaded(document, at(pointer, 'rows'), record, loaded)
    return loadedEntity(scope, loads[record])
  }
  const forms = visitsOf<ScreenDocumentFormBlock>(document, 'screen/form_block').flatMap(({ value: { form } }) => {
    const named = typeof form === 'string' ? scope.form(form).found : form
    return isRecord(named) && typeof named.entity === 'string' ? [named.entity] : []
  })
  const names = [...loaded.filter((name) => name !== 'route'), ...forms]
  if (!forms.includes(record)) {
    error(
      document,
      at(pointer, 'rows'),
      `nothing is loaded under the name "${record}", and no form on this page makes a record of that entity`,
      missing(record, names),
    )
    return undefined
  }
  return scope.entity(record).found
}

function checkColumns(document: CheckedDocument, pointer: string, columns: readonly Column[], rows: EntityDocument): void {
  columns.forEach((column, index) => {
    const here = typeof column === 'string' ? at(pointer, index) : at(pointer, index, 'key')
    expectRead(document, here, rows, keyOf(column))
  })
}

function checkTotals(document: CheckedDocument, pointer: string, block: ScreenDocumentRowsBlock, rows: EntityDocument): void {
  const shown = block.columns?.map(keyOf) ?? Object.keys(rows.schema.properties)
  block.totals?.forEach((key, index) => {
    const here = at(pointer, 'totals', index)
    if (!shown.includes(key)) {
      error(document, here, `no column shows "${key}", so its sum would stand beneath nothing`, missing(key, shown))
      return
    }
    const { found } = document.scope.field(rows, key)
    if (found && !['number', 'unknown'].includes(kindOf(found))) error(document, here, `"${key}" is a ${kindOf(found)}, which has no sum`)
  })
}

/** Checks how rows are added and edited: their form, and the call that saves them. */
function checkWriting(document: CheckedDocument, pointer: string, block: ScreenDocumentRowsBlock, rows: EntityDocument): void {
  const { scope } = document
  const writes = block.create !== undefined || block.actions?.includes('edit') === true
  for (const key of ['form', 'save'] as const)
    if (block[key] !== undefined && !writes)
      error(document, at(pointer, key), `is for adding and editing rows: say "create", or "edit" in "actions"`, { atKey: true })
  if (block.form !== undefined) checkForm(document, at(pointer, 'form'), block.form, rows)
  if (block.save !== undefined) {
    const endpoint = expectFound(document, at(pointer, 'save'), scope.endpoint(block.save), `there is no endpoint "${block.save}"`)
    if (endpoint && endpoint.method !== 'POST')
      error(document, at(pointer, 'save'), `"${block.save}" is called by ${endpoint.method}, and rows are saved by POST`, {
        allowed: ['POST'],
      })
    if (endpoint?.entity !== undefined && scope.entity(endpoint.entity).found !== rows)
      error(document, at(pointer, 'save'), `"${block.save}" saves "${endpoint.entity}", and these rows are of "${rows.name}"`)
  } else if (writes && (rows.generic ?? 'all') !== 'all' && !rows.calls?.save)
    error(
      document,
      block.create === undefined ? at(pointer, 'actions') : at(pointer, 'create'),
      `nothing saves rows of "${rows.name}": its "generic" is "${rows.generic}". Name the call, "save": "…"`,
      { atKey: true },
    )
}

function checkForm(document: CheckedDocument, pointer: string, name: string, rows: EntityDocument): void {
  const form = expectFound(document, pointer, document.scope.form(name), `there is no form "${name}"`)
  if (form && (form.entity === undefined || document.scope.entity(form.entity).found !== rows))
    error(
      document,
      pointer,
      `the form "${name}" is of ${form.entity === undefined ? 'no entity' : `"${form.entity}"`}, and these rows are of "${rows.name}"`,
    )
}

function checkAction(document: CheckedDocument, pointer: string, action: Action | string, rows: EntityDocument): void {
  if (typeof action !== 'string') {
    checkRecordCondition(document, at(pointer, 'when'), action.when, rows)
    return
  }
  const { scope } = document
  const generic = (rows.generic ?? 'all') === 'all'
  const modal = scope.modal(action)
  const isTransition = action === 'transitions' || findTransition(rows, action) !== undefined
  if (action === 'trash') {
    if (!generic && !rows.calls?.destroy)
      error(
        document,
        pointer,
        `nothing removes rows of "${rows.name}": its "generic" is "${rows.generic}", and its "calls" name no "destroy"`,
      )
  } else if (isTransition && modal.found === undefined) {
    if (!rows.lifecycle) error(document, pointer, `the entity "${rows.name}" has no "lifecycle", so there are no transitions to offer`)
    else if (!generic && !rows.calls?.transition)
      error(document, pointer, `the entity "${rows.name}" has no generic "transition": its "generic" is "${rows.generic}"`)
  } else if (action === 'activate' || action === 'deactivate') {
    if (!rows.storage?.active)
      error(document, pointer, `the entity "${rows.name}" does not say which field "${action}" sets: write "storage": { "active": "…" }`)
  } else if (action !== 'edit' && modal.found === undefined) {
    const known = [...rowActions, ...Object.keys(rows.lifecycle ?? {}).flatMap((name) => Object.keys(rows.lifecycle![name]!.transitions))]
    const { allowed = [] } = modal as { allowed?: string[] }
    error(
      document,
      pointer,
      `"${action}" is neither something that is done with rows (${rowActions.join(', ')}), nor a transition, nor a modal`,
      missing(action, [...known, ...allowed]),
    )
  }
}
