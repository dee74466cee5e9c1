import { slugFields } from '#schemas/rules/entities/slug-field.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, ComboOption } from '#server/feature.ts'
import { findModel, requireAccess } from '#server/model/context.ts'
import { readCombo } from '#server/model/combos.ts'
import { newRecord } from '#server/model/new-record.ts'
import { parseId } from '#server/model/ids.ts'
import { readRecord, readStored } from '#server/model/read.ts'
import { byOf, callRecord, startOfOnly } from './call-record.ts'
import { filledValues, requireWhere, type Operate, type Served, type Values } from './served.ts'

/** A form, and the record that it opens: a stored one, or the start of a new one. */
export const form: Operate = async (context, served) => {
  const { registry, caller, config } = context
  const { endpoint, module } = served
  const answer: FormAnswer = expandForm(registry, { ...caller, locales: config.locales }, module, endpoint.form ?? '')
  const options = endpoint.options && (await optionLists(context, served, endpoint.options))
  return { results: await openedRecord(context, served), metadata: { form: answer, ...(options && { options }) } }
}

async function openedRecord(context: CallContext, served: Served): Promise<Values> {
  const { entity, endpoint } = served
  const options = { ...served.options, flags: true, edit: true }
  const only = await startOfOnly(context, served)
  const isNew = only !== undefined || (byOf(context, served) === undefined && context.params.id === undefined)
  if (!isNew) {
    const { id } = await callRecord(context, served)
    const record = await readRecord(context, entity, id, options)
    await requireWhere(context, served, record.id)
    return record
  }
  const filled = Object.entries(filledValues(context, endpoint.values)).filter(([, value]) => value !== null)
  const start = { ...(await copiedFields(context, served)), ...Object.fromEntries(filled), ...only }
  return newRecord(context, entity, start, { ...options, kind: 'write' })
}

/** Fields that a new record begins with, from another one that the call names. */
async function copiedFields(context: CallContext, { entity, endpoint, options }: Served): Promise<Values> {
  const { from } = endpoint
  if (!from) return {}
  const { id } = filledValues(context, { id: from.id })
  if (id === null || id === '') return {}
  const source = findModel(context, from.entity ?? entity)
  requireAccess(context, source, 'read', options)
  const row = await readStored(context, source.name, parseId(id), options)
  const target = findModel(context, entity)
  const unique = new Set([...(target.document.storage?.unique ?? []).flat(), ...slugFields(target.document).keys()])
  const fields: Values = {}
  for (const column of target.shape.columns) {
    const same = source.shape.byName.get(column.field)
    const isCopied = from.copy ? from.copy.includes(column.field) : !unique.has(column.field)
    if (!column.system && isCopied && same && !same.system) fields[column.field] = row[same.name]
  }
  return fields
}

/** The choices of a list, or of several by name. */
export const options: Operate = async (context, served) => {
  const { combo, options: lists } = served.endpoint
  return { results: combo === undefined ? await optionLists(context, served, lists ?? {}) : await optionList(context, served, combo) }
}

async function optionLists(
  context: CallContext,
  served: Served,
  lists: Readonly<Record<string, string>>,
): Promise<Record<string, ComboOption[]>> {
  const answered: Record<string, ComboOption[]> = {}
  for (const [name, combo] of Object.entries(lists)) answered[name] = await optionList(context, served, combo)
  return answered
}

async function optionList(context: CallContext, served: Served, combo: string): Promise<ComboOption[]> {
  if (!context.combos) throw new ApiError('not-ready')
  return readCombo(context, context.combos, combo, served.options)
}
