import { slugFields } from '#schemas/rules/entities/slug-field.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, CallContext, ComboOption } from '#server/feature.ts'
import { findModel, requireAccess } from '#server/model/context.ts'
import { readCombo } from '#server/model/combos.ts'
import { newRecord } from '#server/model/new-record.ts'
import { parseId } from '#server/model/ids.ts'
import { readRecord, readStored, selectAnyRows } from '#server/model/read.ts'
import { titlesOf } from '#server/model/titles.ts'
import { byOf, callRecord, startOfOnly } from './call-record.ts'
import { list } from './read-operations.ts'
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

/** The choices of a list, or of several by name; of an entity its records, called by their names. */
export const options: Operate = async (context, served) => {
  const { combo, options: lists } = served.endpoint
  if (served.entity !== '') return recordOptions(context, served)
  return { results: combo === undefined ? await optionLists(context, served, lists ?? {}) : await optionList(context, served, combo) }
}

async function recordOptions(context: CallContext, served: Served): Promise<Answer> {
  const { endpoint, options: model } = served
  const paths = endpoint.fields ?? []
  const { results, metadata } = await list(context, { ...served, endpoint: { page_size: mostOptions, ...endpoint, fields: paths } })
  const entity = findModel(context, served.entity)
  const rows = await selectAnyRows(
    context,
    entity,
    (results as Values[]).map(({ id }) => Number(id)),
  )
  const titles = await titlesOf(context, entity, rows, model)
  const titleById = new Map(rows.map(({ id }, at) => [id, titles[at]!]))
  const choices = (results as Values[]).map((record) => ({
    value: Number(record.id),
    title: titleById.get(Number(record.id)) ?? '',
    ...Object.fromEntries(Object.entries(record).filter(([key]) => paths.some((path) => path === key || path.startsWith(`${key}.`)))),
  }))
  return { results: choices, metadata }
}

/** Records of a page of choices, unless the document or the call says how many. */
const mostOptions = 1000

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
