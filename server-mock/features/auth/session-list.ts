import { ApiError } from '#server/errors.ts'
import type { Handler, Handlers } from '#server/feature.ts'
import { writeAudit } from '#server/model/model.ts'
import { endOtherSessions, endSession, isSessionOf, listSessions } from './sessions.ts'

const list: Handler<'sessions'> = async ({ trx, caller, now }) => ({
  results: await listSessions(trx, caller.user!.id, caller.sessionId, now),
})

/** Ends one of the caller's sessions that he is not using; signing out ends the present one. */
const end: Handler<'session-end'> = async ({ trx, caller, params, now }) => {
  if (caller.impersonatorId) throw new ApiError('permission-denied')
  const userId = caller.user!.id
  if (params.id === caller.sessionId) throw new ApiError('precondition-failed')
  if (!(await isSessionOf(trx, userId, params.id))) throw new ApiError('not-found')
  await endSession(trx, params.id, 'ended-by-user', now)
  await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'session-end' })
  return { results: { ended: 1 } }
}

const endOthers: Handler<'sessions-end-others'> = async ({ trx, caller, now }) => {
  if (caller.impersonatorId) throw new ApiError('permission-denied')
  const ended = await endOtherSessions(trx, caller.user!.id, caller.sessionId, 'ended-by-user', now)
  if (ended > 0) await writeAudit({ trx, caller, now }, { entity: 'user', recordId: caller.user!.id, action: 'session-end' })
  return { results: { ended } }
}

export const sessionCalls: Handlers = { sessions: list, 'session-end': end, 'sessions-end-others': endOthers }
