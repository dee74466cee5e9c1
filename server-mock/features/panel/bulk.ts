import type { BulkAnswer } from '#schemas/types/contract.d.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { PayloadOf, UnmanagedContext, UnmanagedHandler } from '#server/feature.ts'
import { defineTask, TaskStopped, type TaskDefinition } from '#server/tasks/define-task.ts'
import { startTask } from '#server/tasks/start-task.ts'
import { createRowCaller, type RowDone, type RowOutcome } from './bulk-call.ts'
import { allRows, readRows } from './bulk-rows.ts'
import { taskAnswer } from '#server/tasks/task-answer.ts'

type BulkInput = PayloadOf<'bulk'>

/** Rows that are answered in the call itself; more of them are a task. */
const answeredAtOnce = 100
/** Most rows whose new versions a task reports, for undoing it. */
const mostReportedChanges = 10_000

/** The outcome of each row in turn; rows that do not exist are failures. */
async function* outcomesOf(
  context: Pick<UnmanagedContext, 'invoke' | 'registry' | 'caller'>,
  { call, grid, values = {}, rows }: BulkInput,
  key: string | undefined,
  onTotal: (total: number | null) => void,
  isStopped: () => boolean,
): AsyncGenerator<RowOutcome> {
  const callRow = createRowCaller(context, call, grid, values, key)
  if (rows) onTotal(rows.length)
  for await (const page of rows ? readRows(context.invoke, grid, rows) : allRows(context.invoke, grid, onTotal)) {
    for (const gridRow of page) {
      if (isStopped()) return
      yield await callRow(gridRow)
    }
  }
}

/** Runs a bulk call of many rows in the background. A task that was stopped reports how far it came. */
const bulkTask: TaskDefinition = defineTask<BulkInput & { key?: string }>({
  kind: 'bulk',
  async run(context) {
    const {
      input: { key, ...input },
    } = context
    const changed: Pick<RowDone, 'id' | 'version'>[] = []
    let [done, changes] = [0, 0]
    try {
      for await (const outcome of outcomesOf(
        context,
        input,
        key,
        (total) => context.progress(0, total),
        () => context.isCancelled(),
      )) {
        done += 1
        if ('failed' in outcome) context.fail(outcome.failed)
        else if (outcome.done.changed) {
          changes += 1
          if (changes <= mostReportedChanges) changed.push({ id: outcome.done.id, version: outcome.done.version })
        }
        context.progress(done)
      }
    } catch (fault) {
      if (!(fault instanceof TaskStopped)) throw fault
    }
    return { changes, changed: changes <= mostReportedChanges ? changed : null }
  },
})

const bulkCall: UnmanagedHandler<'bulk'> = {
  // Each row is made once for its own key: what broke off goes on where it was.
  ownRepeats: true,
  async unmanaged(context) {
    const input = context.payload
    requireSense(context, input)
    const { database, idempotencyKey } = context
    if (input.all || input.rows!.length > answeredAtOnce) {
      const task = await database.transaction((trx) =>
        startTask({ ...context, trx }, bulkTask, {
          title: input.title,
          input: { ...input, key: idempotencyKey },
          total: input.rows?.length,
          key: idempotencyKey,
        }),
      )
      return { results: { done: [], failed: [], task: taskAnswer(context, task) } satisfies BulkAnswer }
    }
    const answer: BulkAnswer = { done: [], failed: [], task: null }
    for await (const outcome of outcomesOf(
      context,
      input,
      idempotencyKey,
      () => {},
      () => false,
    )) {
      if ('failed' in outcome) answer.failed.push(outcome.failed)
      else answer.done.push(outcome.done)
    }
    return { results: answer }
  },
}

/** @throws a 422, `permission-denied` */
function requireSense({ registry }: Pick<UnmanagedContext, 'registry'>, { call, grid, rows, all }: BulkInput) {
  if ((rows === undefined) === (all === undefined)) throw validationError({ rows: [{ key: 'rules.required' }] })
  const endpoint = registry.endpoints.get(`${call.version ?? 1}/${call.name}`)?.document
  const source = registry.endpoints.get(`1/${grid.name}`)?.document
  if (endpoint?.method !== call.method || endpoint.name === 'bulk')
    throw validationError({ 'call.name': [{ key: 'errors.unknown_endpoint' }] })
  if (source?.method !== 'GET') throw validationError({ 'grid.name': [{ key: 'errors.unknown_endpoint' }] })
  // What visitors may do, such as signing in, is not there to be tried ten thousand times.
  if (endpoint.access === 'guest') throw new ApiError('permission-denied')
}

/** Calls on many rows of a grid. */
export const bulk = { handlers: { bulk: bulkCall }, tasks: [bulkTask] }
