import { parentPort } from 'node:worker_threads'
import { ApiError } from '#server/errors.ts'
import { HtmlTooLarge } from '#server/html/html-limits.ts'
import { sanitiseHtml } from '#server/html/sanitise-html.ts'
import { lettersOf } from '#server/spreadsheet/cells.ts'
import { readTable } from '#server/spreadsheet/read-table.ts'

/** What a thread can be asked. */
export type Task = { kind: 'html'; html: string } | { kind: 'table'; bytes: Uint8Array; name: string; locale: string }

type Refusal = Pick<ApiError, 'code' | 'errors' | 'metadata' | 'userMessage'>

/**
 * What a thread says, once it is ready, of each task: a part of the result, after which it waits for `next`, the rest of it, or why
 * there is none.
 */
export type Answer = { part: unknown } | { result: unknown } | { refusal: Refusal }

/** Cells that are handed over at once, and letters of their texts: reading them keeps the server for some milliseconds. */
const cellsAtOnce = 20_000
const lettersAtOnce = 2_000_000

const port = parentPort!
const say = (answer: Answer) => port.postMessage(answer)

port.on('message', (message: Task | { next: true }) => {
  if ('next' in message) return
  void run(message)
    .then((result) => say({ result }))
    .catch((fault: unknown) => {
      if (!(fault instanceof ApiError)) throw fault
      const { code, errors, metadata, userMessage } = fault
      say({ refusal: { code, errors, metadata, userMessage } })
    })
})

port.postMessage('ready')

async function run(task: Task): Promise<unknown> {
  if (task.kind === 'html') return sanitise(task.html)
  const { rows, ...about } = await readTable(Buffer.from(task.bytes), task.name, task.locale)
  let [cells, letters] = [0, 0]
  for (let [from, at] = [0, 0]; at < rows.length; at += 1) {
    cells += rows[at]!.cells.length + 1
    letters += lettersOf(rows[at]!.cells)
    if (cells < cellsAtOnce && letters < lettersAtOnce && at < rows.length - 1) continue
    await sayPart(rows.slice(from, at + 1))
    from = at + 1
    cells = 0
    letters = 0
  }
  return about
}

function sanitise(html: string): unknown {
  try {
    return { html: sanitiseHtml(html) }
  } catch (fault) {
    if (fault instanceof HtmlTooLarge) return { excess: fault.excess }
    throw fault
  }
}

const sayPart = (part: unknown) =>
  new Promise<void>((resolve) => {
    port.once('message', () => resolve())
    say({ part })
  })
