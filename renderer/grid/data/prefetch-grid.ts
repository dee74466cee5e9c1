import { callNamed } from '#renderer/api/call.ts'
import { emptyQuery, formatGridRequest } from './grid-query.ts'
import { sourceOf } from './grid-source.ts'
import { keepAnswer, keysOf, nextQuestion } from './grid-cache.ts'

/** Fetches the first page of a grid before it is opened. Failures are reported by the page itself. */
export async function prefetchGrid(path: string): Promise<void> {
  const { endpoint, params } = sourceOf(path)
  const request = { ...formatGridRequest(emptyQuery), ...params }
  const question = nextQuestion()
  try {
    const answer = await callNamed(endpoint, { params: request, method: 'GET', background: true })
    keepAnswer(keysOf({ endpoint, params }, request), answer, [], true, question)
  } catch {
    // The page itself requests it again and reports failures.
  }
}
