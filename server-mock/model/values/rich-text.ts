import { isEmptiedHtml } from '#schemas/rules/html/html-content.ts'
import { validationError } from '#server/errors.ts'
import { HtmlTooLarge, type HtmlExcess } from '#server/html/html-limits.ts'
import { sanitiseHtml } from '#server/html/sanitise-html.ts'
import { createThreadPool, type TaskOwner } from '#server/workers/thread-pool.ts'
import { TooComplex } from '#server/workers/thread.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { placesOf, type Node } from './formatted-places.ts'

const isHtml = ({ format }: Node): boolean => format === 'html'

/** Texts up to this length are read at once: it takes a millisecond or two. */
const shortLength = 16_384
const pool = createThreadPool({ threads: 2, maxHeapMb: 256, limitMs: 3000 })

/**
 * Takes out of formatted text (schemas of the format `html`) whatever could run or ask, by the rules that the editor has too.
 * Text without anything of that is stored letter for letter. Changes `values`. Long texts are read in a thread,
 * where those of one `owner` do not hold up those of others.
 * @throws ApiError 422 for a text with too many elements, too deep, or that takes too long
 */
export async function cleanRichText(entity: ModelEntity, values: Record<string, unknown>, owner: TaskOwner): Promise<void> {
  for (const { path, value, put } of placesOf(entity, values, isHtml)) {
    if (typeof value !== 'string' || !/[<&]/.test(value)) continue
    const sanitised = await sanitise(value, path, owner)
    if (isEmptiedHtml(value, sanitised)) throw validationError({ [path]: [{ key: 'rules.html_emptied' }] })
    put(sanitised)
  }
}

async function sanitise(html: string, path: string, owner: TaskOwner): Promise<string> {
  if (html.length <= shortLength) {
    try {
      return sanitiseHtml(html)
    } catch (fault) {
      if (fault instanceof HtmlTooLarge) throw validationError({ [path]: [{ ...fault.excess }] })
      throw fault
    }
  }
  const done = await pool.run<{ html: string } | { excess: HtmlExcess }>(owner, { kind: 'html', html }).catch((fault: unknown) => {
    if (fault instanceof TooComplex) throw validationError({ [path]: [{ key: 'errors.html_complex' }] })
    throw fault
  })
  if ('excess' in done) throw validationError({ [path]: [{ ...done.excess }] })
  return done.html
}
