import type {
  Action,
  EntityDocument,
  FormAnswer,
  GridColumn,
  GridQuickView,
  ModalAnswer,
  ScreenBlock,
  ScreenDocumentRowsBlock,
} from '#schemas/types/contract.d.ts'
import { findTransition, locksField } from '#schemas/rules/lifecycle/lifecycle.ts'
import { hasParentAccess, parentOf, placeField, rowsFieldsOf, type RowsField } from '#schemas/rules/entities/child-entity.ts'
import { childForm } from '#schemas/rules/entities/child-form.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { nounBeforeName } from '#schemas/rules/text/nouns.ts'
import { entityAccess, fieldLabel, findEntity, findField, mayReadField, typeOf, type FieldSchema } from './entity-field.ts'
import { expandAction, withIds } from './expand-action.ts'
import { expandColumns } from './expand-column.ts'
import { expandForm } from './expand-form.ts'
import type { ModalCollector } from './expand-modal.ts'
import { isShown, readOnly, recordFields } from './expand-quick-view.ts'
import { compact, may, textOf, within, type Expansion } from './expansion.ts'
import { fieldsOfLayout } from './form-properties.ts'
import { genericAction, isGenericAction } from './generic-actions.ts'
import { heldWhen } from './locked-ui.ts'
import { panelModule } from './messages.ts'
import { findEndpoint, mayCall } from './reach.ts'
import type { Owned } from './registry.ts'
import { transitionActions } from './transition-actions.ts'

type Entity = Owned<EntityDocument>

/** A list of rows as a block names it: the record and its entity, the list, and the entity of the rows. */
interface NamedRows {
  /** Name under which the record is loaded. */
  record: string
  parent: Entity
  list: RowsField
  child: Entity
}

/** The rows of a loaded record as the panel draws them, with what this reader may do with them; nothing for who may not see them. */
export function rowsBlock(
  expansion: Expansion,
  block: ScreenDocumentRowsBlock,
  loaded: Entity | undefined,
  modals: ModalCollector,
): ScreenBlock[] {
  const [record = '', field = ''] = block.rows.split('.')
  const parent = loaded ?? (block.after_save ? findEntity(expansion.registry, record) : undefined)
  const list = parent && rowsFieldsOf(parent.document).find((one) => one.field === field)
  const [drawn] = expandColumns(expansion, parent, [{ key: field, cell: 'rows' }], modals)
  const child = list && findEntity(expansion.registry, list.child)
  if (!drawn || !child) return []
  const named: NamedRows = { record, parent, list, child }
  const columns = (block.columns ? expandColumns(expansion, child, block.columns, modals) : (drawn.columns ?? [])).map((column) =>
    ofParent(child, column as GridColumn),
  )
  const shown = new Set(columns.map(({ key }) => key))
  return [
    compact<ScreenBlock>({
      rows: block.rows,
      title: block.title && textOf(expansion, block.title),
      columns: columns as ScreenBlock['columns'],
      empty: block.empty && textOf(expansion, block.empty),
      totals: block.totals?.filter((key) => shown.has(key)),
      create: createRow(expansion, block, named, modals),
      view: quickView(expansion, block, named, columns, modals),
      actions: rowActions(expansion, block, named, columns, modals),
      reorder: block.order ? reorderAction(expansion, named) : undefined,
      model: block.after_save ? parent.document.name : undefined,
      locked: heldWhen(expansion, parent, (lock) => locksField(lock, list.field)),
    }),
  ]
}

/** A column whose amounts are in the currency of the record: the rows stand beneath it, so it is read from there. */
function ofParent({ document }: Entity, column: GridColumn): GridColumn {
  const [head, ...rest] = column.currency_by?.split('.') ?? []
  return head !== undefined && head === parentOf(document) ? { ...column, currency_by: ['parent', ...rest].join('.') } : column
}

const panelText = ({ registry, reader }: Expansion, key: string, values?: Record<string, unknown>): string =>
  registry.message(panelModule, reader.locale, key, values)

/** The call that saves rows: the block's own, the entity's, or the generic one; undefined where this reader may not make it. */
function saveCall(
  expansion: Expansion,
  { save }: ScreenDocumentRowsBlock,
  { child }: NamedRows,
): { name: string; isFlat: boolean } | undefined {
  const { calls, generic = 'all' } = child.document
  const own = save ?? calls?.save
  if (own === undefined)
    return generic === 'all' && may(expansion, entityAccess(child.document, 'write')) ? { name: 'save', isFlat: false } : undefined
  const payload = findEndpoint(expansion.registry, own)?.payload
  const isFlat = isRecord(payload) && isRecord(payload.properties) && !Object.hasOwn(payload.properties, 'data')
  return mayCall(expansion, own) ? { name: own, isFlat } : undefined
}

/** The form of the rows, without the record that they belong to and their place. */
function formOfRows(expansion: Expansion, block: ScreenDocumentRowsBlock, { child }: NamedRows): FormAnswer {
  const { registry, reader } = expansion
  const home = within(expansion, child.module)
  const name = block.form ?? childForm(child.document, (form) => registry.form(home.module, form)?.document)
  const fields = ownFields(child.document)
  const form =
    name === undefined
      ? expandForm(registry, reader, home.module, { entity: child.document.name, layout: fields })
      : expandForm(registry, reader, block.form === undefined ? home.module : expansion.module, name)
  const left = new Set([`${parentOf(child.document)}_id`, placeField])
  const { properties = {}, required, ...schema } = form.schema as { properties?: Record<string, unknown>; required?: string[] }
  return compact<FormAnswer>({
    ...form,
    schema: compact({
      ...schema,
      properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !left.has(key))),
      required: required?.filter((key) => !left.has(key)),
    }),
    layout: form.layout?.filter((item) => typeof item !== 'string' || !left.has(item)),
    submit: undefined,
  })
}

const ownFields = (child: EntityDocument): string[] =>
  Object.keys(child.schema.properties).filter((name) => name !== parentOf(child) && name !== placeField)

/** The call that saves a row; of a new one, with the record that it belongs to. */
function saveAction(
  expansion: Expansion,
  { name, isFlat }: { name: string; isFlat: boolean },
  { record, child }: NamedRows,
  form: FormAnswer,
  kind: 'create' | 'edit',
): Action {
  const home = within(expansion, child.module)
  const type = typeOf(home, child)
  const fields = Object.keys((form.schema as { properties?: object }).properties ?? {})
  const data = {
    ...(kind === 'create' && { [`${parentOf(child.document)}_id`]: `{${record}.id}` }),
    ...Object.fromEntries(fields.map((field) => [field, `{form.${field}}`])),
  }
  const key = kind === 'create' ? 'save' : 'update'
  return {
    id: 'save',
    type: 'call',
    options: {
      name,
      method: 'POST',
      subject: type,
      payload: {
        ...(name === 'save' && { model: child.document.name }),
        ...(kind === 'edit' && { id: '{row.id}', version: '{row.version}' }),
        ...(isFlat ? data : { data, ...(form.document !== undefined && { form: form.document }) }),
      },
      success: { toast: panelText(home, `actions.${key}.success`, { type }), close: true },
      error: { toast: panelText(home, `actions.${key}.error`, { type }) },
    },
  }
}

/** The dialog in which a row is added or edited. */
function formModal(
  expansion: Expansion,
  save: Action,
  { record, list, child }: NamedRows,
  form: FormAnswer,
  { kind, title }: { kind: 'create' | 'edit'; title: string },
): ModalAnswer {
  const count = Object.keys((form.schema as { properties?: object }).properties ?? {}).length
  return compact<ModalAnswer>({
    id: `${record}-${list.field}-${kind}`.replaceAll('_', '-'),
    size: count > 3 ? 'md' : 'sm',
    title,
    fetch:
      kind === 'edit' && child.document.generic !== 'none'
        ? { name: 'single', method: 'GET', params: { model: child.document.name, id: '{row.id}', edit: '1' }, seen: '{row.version}' }
        : undefined,
    body: form,
    buttons: [
      { id: 'cancel', title: panelText(expansion, 'actions.cancel') },
      { id: 'save', title: panelText(expansion, 'actions.save.title'), color: 'primary', action: save },
    ],
  })
}

function createRow(
  expansion: Expansion,
  block: ScreenDocumentRowsBlock,
  named: NamedRows,
  modals: ModalCollector,
): ScreenBlock['create'] | undefined {
  const call = block.create && saveCall(expansion, block, named)
  if (!call) return undefined
  const home = within(expansion, named.child.module)
  const form = formOfRows(expansion, block, named)
  const save = saveAction(expansion, call, named, form, 'create')
  const title = panelText(home, 'rows.add', { type: typeOf(home, named.child) })
  const most = named.list.maxItems
  const flag = hasParentAccess(named.child.document) ? 'can_edit' : undefined
  if (block.create === 'row')
    return compact({ title, most, flag, form, save: { ...save, options: { ...save.options, success: { toast: false, reset: true } } } })
  const modal = modals.add(formModal(expansion, save, named, form, { kind: 'create', title }))
  return compact({ title, most, flag, action: { id: 'create', type: 'modal' as const, icon: 'plus', title, options: { modal } } })
}

/** How a row is shown beside the page: field by field. */
function quickView(
  expansion: Expansion,
  { view }: ScreenDocumentRowsBlock,
  { child }: NamedRows,
  columns: readonly GridColumn[],
  modals: ModalCollector,
): GridQuickView | undefined {
  const { document } = child
  if (view === undefined || document.generic === 'none' || !may(expansion, entityAccess(document, 'read'))) return undefined
  const left = new Set([parentOf(document), placeField])
  const fields = Array.isArray(view)
    ? expandColumns(expansion, child, view, modals).map(readOnly)
    : typeof view === 'string'
      ? expandColumns(expansion, child, formFields(expansion, view, document), modals).map(readOnly)
      : recordFields(expansion, child, columns).filter(({ key }) => !left.has(key.split('.')[0]))
  return compact<GridQuickView>({ model: document.name, fields, timeline: document.timeline ? true : undefined })
}

/** Fields of a form, in its order, that a cell can show. */
function formFields(expansion: Expansion, name: string, child: EntityDocument): string[] {
  const form = expansion.registry.form(expansion.module, name)?.document
  const named = [...(form?.fields ?? []), ...fieldsOfLayout(form?.layout ?? [])].map((path) => path.split('.')[0]!)
  const fields = named.length > 0 ? [...new Set(named)] : ownFields(child)
  return fields.filter((field) => {
    const schema = child.schema.properties[field]
    return schema !== undefined && isShown(schema as FieldSchema)
  })
}

function rowActions(
  expansion: Expansion,
  block: ScreenDocumentRowsBlock,
  named: NamedRows,
  columns: readonly GridColumn[],
  modals: ModalCollector,
): Action[] | undefined {
  const { child } = named
  const grid = { module: expansion.module, document: { entity: child.document.name, columns: columns.map(({ key }) => key) } }
  const place = { record: 'row', refresh: 'row' } as const
  const actions = block.actions?.flatMap((action): (Action | undefined)[] => {
    if (typeof action !== 'string') return [expandAction(expansion, action, modals)]
    if (action === 'transitions') return transitionActions(expansion, child, modals, place)
    if (action === 'edit') return [genericAction(expansion, grid, child, action, modals) ?? editAction(expansion, block, named, modals)]
    if (action === 'trash') return [removeAction(expansion, named, modals)]
    const modal = expansion.registry.modal(expansion.module, action)
    if (!modal && findTransition(child.document, action)) return transitionActions(expansion, child, modals, { ...place, only: action })
    if (!modal && isGenericAction(action)) return [genericAction(expansion, grid, child, action, modals)]
    const id = modal && modals.open(expansion, action)
    const title = modal && textOf(within(expansion, modal.module), modal.document.title)
    return [modal && id !== undefined ? { id: action.replace('/', '-'), type: 'modal', title, options: { modal: id } } : undefined]
  })
  return actions && withIds(actions)
}

function editAction(expansion: Expansion, block: ScreenDocumentRowsBlock, named: NamedRows, modals: ModalCollector): Action | undefined {
  const call = saveCall(expansion, block, named)
  if (!call) return undefined
  const form = formOfRows(expansion, block, named)
  const title = panelText(expansion, 'actions.edit.title')
  const save = saveAction(expansion, call, named, form, 'edit')
  const modal = modals.add(formModal(expansion, save, named, form, { kind: 'edit', title: `${title}: {row.title}` }))
  return { id: 'edit', type: 'modal', icon: 'edit', title, flag: 'can_edit', options: { modal } }
}

/** Rows have no trash: what is removed is gone, and its record's history has it. */
function removeAction(expansion: Expansion, { record, list, child }: NamedRows, modals: ModalCollector): Action | undefined {
  const { calls, generic = 'all', name } = child.document
  const own = calls?.destroy
  const mayRemove =
    own === undefined ? generic === 'all' && may(expansion, entityAccess(child.document, 'destroy')) : mayCall(expansion, own)
  if (!mayRemove) return undefined
  const home = within(expansion, child.module)
  const type = nounBeforeName(typeOf(home, child), expansion.reader.locale)
  const title = panelText(home, 'rows.remove')
  const texts = { type, name: '{row.title}' }
  const modal = modals.add({
    id: `${record}-${list.field}-remove`.replaceAll('_', '-'),
    size: 'sm',
    title,
    text: panelText(home, 'rows.remove_confirm', texts),
    buttons: [
      { id: 'cancel', title: panelText(home, 'actions.cancel') },
      {
        id: 'ok',
        title,
        color: 'danger',
        action: {
          id: 'destroy',
          type: 'call',
          options: {
            name: own ?? 'destroy',
            method: 'DELETE',
            params: { ...(own === undefined && { model: name }), id: '{row.id}', version: '{row.version}' },
            subject: typeOf(home, child),
            success: { toast: panelText(home, 'rows.removed', texts), close: true },
          },
        },
      },
    ],
  })
  return { id: 'trash', type: 'modal', icon: 'trash', color: 'danger', title, flag: 'can_destroy', options: { modal } }
}

/** The save of the record with its rows in another order, for who may write it. */
function reorderAction(expansion: Expansion, { record, parent, list }: NamedRows): Action | undefined {
  const { calls, generic = 'all', name } = parent.document
  const own = calls?.save
  const mayOrder = own === undefined ? generic === 'all' : mayCall(expansion, own)
  if (!mayOrder || list.isOwn || !may(expansion, entityAccess(parent.document, 'write'))) return undefined
  if (!mayReadField(expansion, parent, list.field) || !findField(expansion.registry, parent, list.field)) return undefined
  return {
    id: 'save',
    type: 'call',
    options: {
      name: own ?? 'save',
      method: 'POST',
      subject: fieldLabel(expansion, parent, list.field),
      payload: {
        ...(own === undefined && { model: name }),
        id: `{${record}.id}`,
        version: `{${record}.version}`,
        data: { [list.field]: '{params.rows}' },
      },
      success: { toast: false, refresh: 'screen' },
    },
  }
}
