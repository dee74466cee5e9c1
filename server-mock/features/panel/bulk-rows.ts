import { validationError } from '#server/errors.ts'
import { badValue } from '#server/model/ids.ts'
import { invokeCounting, type Invoke, type InvokedCall } from '#server/plugins/run-call.ts'

/** The call that answers a grid, with the parameters that say which grid it is and what is listed. */
export interface GridSource {
  name: string
  params: Record<string, string | number | boolean>
}

/** A requested row: the version that the user saw, and values for this row's call. */
export interface AskedRow {
  id: number
  version?: number
  own?: Record<string, unknown>
}

/** A row of the grid; without values where it is not there, or not for this caller. */
export interface FoundRow {
  id: number
  row?: Record<string, unknown> & { id: number }
  own?: Record<string, unknown>
}

const pageSize = 100

type Row = Record<string, unknown> & { id: number }
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && Number.isSafeInteger((value as Row).id)

async function ask(invoke: Invoke, { name, params }: GridSource, extraParams: Record<string, unknown>, countsAll = false) {
  const query = Object.fromEntries(
    Object.entries({ parts: 'results', ...params, ...extraParams })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
  const call: InvokedCall = { name, method: 'GET', params: query }
  const { results, metadata } = await (countsAll ? invokeCounting(invoke, call) : invoke(call))
  if (!Array.isArray(results)) throw validationError({ 'grid.name': [badValue(name)] })
  return {
    rows: results.filter(isRow),
    ...(metadata as
      { pagination?: { total?: number; total_is_exact?: boolean; next?: string }; grid?: { group_by?: unknown } } | undefined),
  }
}

/** Rows by their ids, a hundred at a time, each with the version that it was seen with. */
export async function* readRows(invoke: Invoke, grid: GridSource, requested: readonly AskedRow[]): AsyncGenerator<FoundRow[]> {
  const wanted = [...new Map(requested.map((row) => [row.id, row])).values()]
  for (let at = 0; at < wanted.length; at += pageSize) {
    const part = wanted.slice(at, at + pageSize)
    const { rows } = await ask(invoke, grid, { ids: part.map(({ id }) => id).join(), page_size: pageSize })
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield part.map(({ id, version, own }) => {
      const row = byId.get(id)
      return { id, ...(own && { own }), ...(row && { row: { ...row, version: version ?? row.version } }) }
    })
  }
}

/**
 * All rows that the grid answers now, in the order of their ids: what is done to a row does not move it, and what is added
 * meanwhile is left alone.
 */
export async function* allRows(invoke: Invoke, grid: GridSource, onTotal: (total: number | null) => void): AsyncGenerator<FoundRow[]> {
  const {
    rows: [newest],
    pagination: counted,
    grid: frame,
  } = await ask(invoke, grid, { sort: 'id', order: 'desc', page_size: 1, parts: undefined }, true)
  onTotal(counted?.total !== undefined && counted.total_is_exact !== false ? counted.total : null)
  // Rows of groups are in the order of their groups first: the newest does not lead.
  const last = newest && !frame?.group_by ? newest.id : Infinity
  const seen = new Set<number>()
  let after: string | undefined
  do {
    const { rows, pagination } = await ask(invoke, grid, { sort: 'id', order: 'asc', page_size: pageSize, after })
    const fresh = rows.filter(({ id }) => id <= last && !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    yield fresh.map((row) => ({ id: row.id, row }))
    after = pagination?.next
  } while (after !== undefined)
}
