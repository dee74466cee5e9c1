import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { answerExport, type ExportRequest } from '#server/exports/export-grid.ts'
import type { AnyUnmanagedHandler, UnmanagedContext } from '#server/feature.ts'
import { gridPathOf } from './read-operations.ts'
import { filledValues, type Values } from './served.ts'

/** Parameters of the call that are no filters of the list. */
const own = new Set(['format', 'columns'])

/** Answers all rows of a grid that the query leaves as a file, or, of many, the task that writes it. */
export const exportHandler = (endpoint: EndpointDocument, module: string): AnyUnmanagedHandler => ({
  ownRepeats: true,
  unmanaged: (context) => answerExport(context, requestOf(context, endpoint, module)),
})

function requestOf(context: UnmanagedContext, endpoint: EndpointDocument, module: string): ExportRequest {
  const sent: Values = { ...context.params, ...context.payload }
  const fixed = filledValues(context, endpoint.where as Values | undefined)
  const query = Object.entries({ ...sent, ...fixed }).flatMap(([name, value]): [string, string][] =>
    own.has(name) || value === null || value === undefined ? [] : [[name, String(value)]],
  )
  const { format = endpoint.format ?? 'xlsx', columns } = sent as Pick<ExportRequest, 'format'> & { columns?: string }
  return {
    grid: gridPathOf(module, endpoint.grid ?? ''),
    format,
    rows: 'all',
    query: Object.fromEntries(query),
    ...(columns !== undefined && { columns: columns.split(',') }),
  }
}
