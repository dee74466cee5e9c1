import { insertedNames } from '#schemas/rules/endpoints/inserted-names.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import type { CallContext } from '#server/feature.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { metricAnswer } from '#server/model/metrics/metric-answer.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { listRecords, readRecord } from '#server/model/model.ts'
import { newRecord } from '#server/model/new-record.ts'
import { callRecord, startOfOnly } from './call-record.ts'
import { filledValues, insertions, requireWhere, type Operate, type Values } from './served.ts'

export const list: Operate = (context, { endpoint, entity, options }) =>
  listRecords(context, entity, ownParams(context, endpoint), {
    ...options,
    fixed: fillWhere(endpoint.where, insertions(context)),
    paths: endpoint.fields,
    sort: endpoint.sort,
    pageSize: endpoint.page_size,
  })

/** The list's own parameters: what the document inserts into its conditions is none of them, though a field has its name. */
function ownParams({ params }: CallContext, { where }: EndpointDocument): Values {
  const inserted = insertedNames(where, 'params')
  return Object.fromEntries(Object.entries(params).filter(([name]) => !inserted.includes(name)))
}

export const single: Operate = async (context, served) => {
  const { answer } = served.endpoint
  // What a feature reads itself is not read here as well.
  const fields = answer === undefined ? served.endpoint.fields : []
  const start = await startOfOnly(context, served)
  if (start) {
    const shown = fields ? { paths: fields } : { flags: true }
    return { results: await newRecord(context, served.entity, start, { ...served.options, ...shown, kind: 'read' }) }
  }
  const { id } = await callRecord(context, served)
  const results = await readRecord(context, served.entity, id, { ...served.options, ...(fields ? { paths: fields } : { flags: true }) })
  await requireWhere(context, served, results.id)
  return { results }
}

export const grid: Operate = (context, { endpoint, module }) =>
  gridAnswer(context, gridPathOf(module, endpoint.grid ?? ''), context.params, {
    fixed: filledValues(context, endpoint.where as Values | undefined),
  })

/** The numbers of a metric: what the endpoint asks for stands for the parameters that it names. */
export const metric: Operate = (context, { endpoint, module, options }) => {
  const { metric: named = '' } = endpoint
  return metricAnswer(context, named.includes('/') ? named : `${module}/${named}`, context.params, options)
}

/** `class/part` is a grid of the endpoint's own module. */
export const gridPathOf = (module: string, grid: string) => (grid.split('/').length === 2 ? `${module}/${grid}` : grid)
