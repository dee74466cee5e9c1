import { matches } from '#schemas/rules/conditions/condition.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { shownRecord } from '#renderer/screen/shown-record.ts'

/**
 * Whether a block is shown: the loaded record meets its `visible`, and of columns, tabs and panels at least one block inside is shown. What
 * is no block counts as shown, so that its place can say what is wrong.
 */
export function isBlockShown(block: unknown, data: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(block)) return true
  if (isRecord(block.visible) && !matches(block.visible, shownRecord(data, block.record) ?? {})) return false
  const parts = [block.columns, block.tabs].find(Array.isArray)
  if (parts) return parts.length === 0 || parts.some((part: unknown) => isBodyShown(isRecord(part) ? part.body : undefined, data))
  return block.panel === undefined || isBodyShown(block.body, data)
}

/** Whether anything of a body is shown; one without blocks is. */
export const isBodyShown = (body: unknown, data: Readonly<Record<string, unknown>>): boolean =>
  !Array.isArray(body) || body.length === 0 || body.some((block) => isBlockShown(block, data))
