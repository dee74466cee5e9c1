import { mutate } from 'swr'
import type { Answer } from '#renderer/api/call.ts'
import { callKey, type CallKey } from '#renderer/api/use-call.ts'
import type { GridPagination, GridRow } from '#schemas/types/contract.d.ts'
import { readGridAnswer, readPagination } from './grid-answer.ts'
import { readRows, type GridParams } from './grid-loader.ts'
import type { GridSource } from './grid-source.ts'
import { shareRows } from './rows.ts'

/** One page of rows as it is kept. */
export interface GridPage {
  /** Which request it answers. */
  key: string
  rows: GridRow[]
  pagination: GridPagination
}

/** Where the answer to one request is kept: the metadata once a grid, the rows once a request. */
export interface GridKeys {
  metadata: CallKey
  page: CallKey
  key: string
}

export function keysOf({ endpoint, params }: GridSource, request: GridParams): GridKeys {
  const page = callKey(endpoint, request, { scope: 'grid page' })
  return { metadata: callKey(endpoint, params, { scope: 'grid metadata' }), page, key: JSON.stringify(page) }
}

/** Puts an answer into the cache; rows that did not change keep their objects. Tells whether metadata came with it. */
export function keepAnswer(keys: GridKeys, { results, metadata }: Answer, before: GridRow[]): { page: GridPage; withMetadata: boolean } {
  const told = readGridAnswer(metadata)
  const page: GridPage = { key: keys.key, rows: shareRows(before, readRows(results)), pagination: readPagination(metadata.pagination) }
  if (told) void mutate(keys.metadata, told, { revalidate: false })
  void mutate(keys.page, page, { revalidate: false })
  return { page, withMetadata: told !== null }
}
