import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { readUser } from '#server/features/persons/store.ts'
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

/** The user whose sessions an administrator sees and ends. @throws `permission-denied`, `not-found` */
async function otherUser({ trx, caller, params }: Pick<CallContext<{ id: number }>, 'trx' | 'caller' | 'params'>): Promise<number> {
  if (!caller.isAdmin || caller.impersonatorId) throw new ApiError('permission-denied')
  if (!(await readUser(trx, params.id))) throw new ApiError('not-found')
  return params.id
}

const listOfUser: Handler<'user-sessions'> = async (context) => ({
  results: await listSessions(context.trx, await otherUser(context), context.caller.sessionId, context.now),
})

const endOfUser: Handler<'user-session-end'> = async (context) => {
  const { trx, caller, params, now } = context
  const userId = await otherUser(context)
  if (params.session === caller.sessionId) throw new ApiError('precondition-failed')
  if (!(await isSessionOf(trx, userId, params.session))) throw new ApiError('not-found')
  await endSession(trx, params.session, 'ended-by-administrator', now)
  await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'session-end' })
  return { results: { ended: 1 } }
}

const endAllOfUser: Handler<'user-sessions-end'> = async (context) => {
  const { trx, caller, now } = context
  const userId = await otherUser(context)
  const ended = await endOtherSessions(trx, userId, caller.sessionId, 'ended-by-administrator', now)
  if (ended > 0) await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'session-end' })
  return { results: { ended } }
}

export const sessionCalls: Handlers = {
  sessions: list,
  'session-end': end,
  'sessions-end-others': endOthers,
  'user-sessions': listOfUser,
  'user-session-end': endOfUser,
  'user-sessions-end': endAllOfUser,
}
