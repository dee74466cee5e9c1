import { parentPort } from 'node:worker_threads'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { setWidgets } from '#renderer'
import { widgets } from '#widgets/index.ts'
import { checkCase } from './check-case.tsx'
import type { WrittenCase } from './form-of-schema.ts'

// One case a message, so that the parent can give up on a case that does not end.
setWidgets(widgets)
const ready = loadRuleMessages('en')

parentPort?.on('message', (written: WrittenCase) => {
  void ready
    .then(() => checkCase(written))
    .then(
      (result) => parentPort!.postMessage(result),
      (fault: unknown) =>
        parentPort!.postMessage({
          findings: [{ step: 'draw', pointer: '', reason: String((fault as Error).message ?? fault) }],
          drawn: 0,
          roundTrips: 0,
          refusals: 0,
          notes: [],
        }),
    )
})
parentPort?.postMessage('ready')
