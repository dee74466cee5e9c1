import { createContext } from 'react'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isBlockShown } from './block-visibility.ts'
import type { GridColumn, ScreenBlock } from '#schemas/types/contract.d.ts'

/** The blocks of the open screen or modal, so that a block can find out what the others offer. */
export const PageBodyContext = createContext<readonly ScreenBlock[]>([])

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Every block of a body, those within columns, tabs and panels too. */
export const allBlocks = (body: unknown): ScreenBlock[] =>
  listed(body)
    .filter(isRecord)
    .flatMap((block) => [
      block as unknown as ScreenBlock,
      ...allBlocks(block.body),
      ...[...listed(block.columns), ...listed(block.tabs)].filter(isRecord).flatMap((part) => allBlocks(part.body)),
    ])

/**
 * Whether the buttons of a page use a form's data. Also true if the page has no buttons, or some that are unknown: then
 * it cannot be said that the form is of no use.
 */
export function offersSaving(body: readonly ScreenBlock[], data: Record<string, unknown>): boolean {
  const lists = allBlocks(body)
    .filter((block) => block.actions !== undefined && isBlockShown(block, data))
    .map((block) => (typeof block.actions === 'string' ? interpolateDeep(block.actions as unknown, data) : block.actions))
  return lists.length === 0 || lists.some((list) => !Array.isArray(list) || JSON.stringify(list).includes('{form'))
}

/** Whether a block of the page that tells where a loaded record stands has this sentence about what its state locks. */
export const tellsLock = (body: readonly ScreenBlock[], record: unknown, text: string | undefined): boolean =>
  record !== undefined &&
  text !== undefined &&
  allBlocks(body).some((block) => block.states === record && block.locks?.some((lock) => lock.text === text))

/** How other blocks of the page show fields of a loaded record: their titles and choices. */
export const fieldsShown = (body: readonly ScreenBlock[], record: unknown): GridColumn[] =>
  allBlocks(body)
    .filter((block) => block.details !== undefined && block.details === record)
    .flatMap((block) => listed(block.fields).filter((field): field is GridColumn => isRecord(field) && typeof field.key === 'string'))
