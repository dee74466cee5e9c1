import { nobody } from '#server/caller.ts'
import type { ModuleDocuments } from '#server/documents/registry.ts'
import { fieldsOfLayout } from '#server/documents/form-properties.ts'
import type { EntityDocument, FormDocument, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { fieldGroups, type FieldSetting } from './field-settings.ts'

type Schema = Record<string, unknown>

const userModule = 'persons'
/** Documents that have no sense without addresses. */
const ofAddresses = /address/

/**
 * The documents as the settings of the fields of users make them: a field that is turned off is read and written by nobody, a required one
 * is asked for by each form of users, and the forms that ask for all fields do so by group and in their order. Nothing changes where no
 * setting is stored.
 */
export function applyFields(published: readonly ModuleDocuments[], settings: readonly FieldSetting[]): readonly ModuleDocuments[] {
  if (settings.every(({ version }) => version === 0)) return published
  const entity = published.find(({ module }) => module.name === userModule)?.entities.user
  if (!entity) return published
  const named = new Map(settings.map((setting) => [setting.key, setting]))
  return published.map((documents) => {
    const isOwn = documents.module.name === userModule
    const forms = mapValues(documents.forms, (form, name) =>
      (isOwn && form.entity === 'user') || form.entity === `${userModule}/user`
        ? asForm(form, entity, settings, isOwn && (name === 'edit' || name === 'profile'))
        : form,
    )
    if (!isOwn) return { ...documents, forms }
    const withUser = { ...documents, forms, entities: { ...documents.entities, user: asEntity(entity, settings) } }
    return named.get('addresses')?.display === false ? withoutAddresses(withUser) : withUser
  })
}

const mapValues = <T>(values: Record<string, T>, change: (value: T, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))

function asEntity(entity: EntityDocument, settings: readonly FieldSetting[]): EntityDocument {
  const properties = { ...(entity.schema.properties as Record<string, Schema>) }
  for (const { key, phone_validation: isValidated, multi_phone: isSeveral } of settings) {
    if (key === 'mobile' && !isValidated) properties[key] = unchecked(properties[key]!)
    if (key === 'phones') properties[key] = { ...phoneList(properties[key]!, isValidated), ...(!isSeveral && { maxItems: 1 }) }
  }
  const hidden = settings.filter(({ key, display }) => !display && Object.hasOwn(properties, key)).map(({ key }) => [key, nobody])
  return {
    ...entity,
    schema: { ...entity.schema, properties } as EntityDocument['schema'],
    access: { ...entity.access, fields: { ...entity.access?.fields, ...(Object.fromEntries(hidden) as Record<string, string>) } },
  }
}

/** Any number of 3 to 20 digits. */
function unchecked({ format: _, pattern: __, ...schema }: Schema): Schema {
  return { ...schema, pattern: '^[+]?[0-9]{3,20}$' }
}

function phoneList(list: Schema, isValidated: boolean): Schema {
  if (isValidated) return list
  const items = list.items as Schema & { properties: Record<string, Schema> }
  const { format: _, ...number } = items.properties.number!
  return { ...list, items: { ...items, properties: { ...items.properties, number } } }
}

function asForm(form: FormDocument, entity: EntityDocument, settings: readonly FieldSetting[], isWhole: boolean): FormDocument {
  const schema = (form.schema ?? {}) as Schema & { properties?: Record<string, Schema>; required?: string[] }
  const properties = { ...schema.properties }
  const ui = { ...form.ui }
  const layout = [...(form.layout ?? [])]
  const asked = settings.filter(({ key, display }) => display && Object.hasOwn(entity.schema.properties, key))
  const drawn = new Set(fieldsOfLayout(layout))
  for (const { key, required, country_code: hasCode } of asked) {
    const stored = entity.schema.properties[key] as Schema
    if (key === 'mobile') ui.mobile = { widget: 'mobile', ...(!hasCode && { country_code: false }), ...ui.mobile }
    if (key === 'phones') ui['phones[].number'] = { widget: 'phone', ...(!hasCode && { country_code: false }), ...ui['phones[].number'] }
    if (!required || ui[key]?.readonly === true) continue
    properties[key] = { ...properties[key], rules: withRequired(properties[key]?.rules ?? stored.rules) }
    // What has to be filled in is asked for, also where the form did not have it.
    if (!drawn.has(key)) layout.push(key)
  }
  return { ...form, ui, schema: { ...schema, properties }, layout: isWhole ? grouped(layout, asked) : layout }
}

const withRequired = (rules: unknown): string =>
  ['required', ...(typeof rules === 'string' ? rules.split('|').filter((rule) => rule !== '' && rule !== 'required') : [])].join('|')

/** The fields by group and in their order; what has no settings stays behind them, in the group of accounts. */
function grouped(layout: readonly FormDocumentLayoutItem[], settings: readonly FieldSetting[]): FormDocumentLayoutItem[] {
  const drawn = fieldsOfLayout([...layout])
  const others = drawn.filter((key) => !settings.some((setting) => setting.key === key))
  return fieldGroups.flatMap((group): FormDocumentLayoutItem[] => {
    const fields = [
      ...settings.filter((setting) => setting.group === group && drawn.includes(setting.key)).map(({ key }) => key),
      ...(group === 'account' ? others : []),
    ]
    return fields.length > 0 ? [{ panel: `$field_group.${group}`, fields: inColumns(fields) }] : []
  })
}

/** Two fields beside each other; a picture and a list have a line of their own. */
function inColumns(fields: readonly string[]): FormDocumentLayoutItem[] {
  const items: FormDocumentLayoutItem[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) items.push(open.length === 1 ? open[0]! : { columns: open })
    open = []
  }
  for (const field of fields) {
    if (wide.includes(field)) {
      close()
      items.push(field)
    } else if (open.push(field) === 2) close()
  }
  close()
  return items
}

const wide = ['avatar', 'phones']

function withoutAddresses(documents: ModuleDocuments): ModuleDocuments {
  const closed = <T extends { access?: unknown }>(document: T, name: string): T =>
    ofAddresses.test(name) ? { ...document, access: nobody } : document
  return {
    ...documents,
    screens: mapValues(documents.screens, closed),
    grids: mapValues(documents.grids, closed),
    endpoints: documents.endpoints.map((endpoint) => closed(endpoint, endpoint.name)),
  }
}
