import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { agentNames } from '#server/features/auth/agent-names.ts'
import { kindsOn } from '#server/messages/drivers/entries.ts'
import { mayCallAddress, reachOf, type Reach } from '#server/messages/drivers/public-address.ts'
import { arePushKeys, pushKeys } from '#server/messages/drivers/push.ts'
import { browsersOf, removeBrowser, subscribe } from '#server/messages/push-subscriptions.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('notifier')

/** Whoever acts as somebody else takes none of his notices. */
const isOpen = async ({ trx, registry, config, caller }: CallContext): Promise<boolean> =>
  !caller.impersonatorId && (await kindsOn(trx, registry, config)).has('browser')

async function stateOf(context: CallContext) {
  const { caller, config } = context
  const browsers = await browsersOf(context, caller.user!.id)
  return {
    available: await isOpen(context),
    key: pushKeys(config.secret).publicKey,
    browsers: browsers.map(({ id, sessionId, userAgent, createdAt }) => ({
      id,
      current: sessionId === caller.sessionId,
      ...agentNames(userAgent),
      created_at: createdAt.toISOString(),
    })),
  }
}

const list: Handler<'push-browsers'> = async (context) => ({ results: await stateOf(context) })

/** @throws `permission-denied` for who acts as somebody else, `precondition-failed` while the driver is off, a 422 by field */
const add: Handler<'push-browser-add'> = async (context) => {
  const { trx, caller, config, payload, userAgent, now } = context
  if (caller.impersonatorId || caller.sessionId === null) throw new ApiError('permission-denied')
  if (!(await isOpen(context))) throw new ApiError('precondition-failed', { userMessage: say(context, 'browser_off') })
  const { endpoint, keys } = payload
  if (!isPushAddress(endpoint, reachOf(config))) throw validationError({ endpoint: [say(context, 'address_not_public')] })
  if (!arePushKeys(keys)) throw validationError({ keys: [say(context, 'browser_keys')] })
  await subscribe(trx, config, { user: caller.user!.id, session: caller.sessionId, userAgent, now }, { endpoint, keys })
  return { results: await stateOf(context) }
}

function isPushAddress(endpoint: string, reach: Reach): boolean {
  if (!URL.canParse(endpoint)) return false
  const address = new URL(endpoint)
  return address.username === '' && address.password === '' && mayCallAddress(address, reach)
}

const remove: Handler<'push-browser-remove'> = async (context) => {
  const { trx, caller, params } = context
  if ((await removeBrowser(trx, caller.user!.id, params.id)) === 0) throw new ApiError('not-found')
  return { results: await stateOf(context) }
}

/** Browsers in which the caller has allowed notices. */
export const pushCalls: Handlers = { 'push-browsers': list, 'push-browser-add': add, 'push-browser-remove': remove }
