import { expandForm } from '#server/documents/expand-form.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers, UnmanagedHandler } from '#server/feature.ts'
import { checkUserFields } from '#server/features/persons/fields/check-fields.ts'
import { requireOwnName } from '#server/features/persons/rights.ts'
import { fullName, normaliseFields, readUser } from '#server/features/persons/store.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { countUse, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { clientOf } from '#server/plugins/client-address.ts'
import { readWays, wayClosed } from './codes/ways.ts'
import { passwordFaults } from './password-faults.ts'
import { hashPassword, storePasswordHash } from './passwords.ts'
import { beginSession, clientOfCall } from './sign-in.ts'

/** Role of whoever makes an account himself. */
const registeredRole = 'customer'
/** Accounts and refusals of one client in an hour. */
const hourlyLimit = 30

async function requireOpen(context: Pick<CallContext, 'trx' | 'registry' | 'caller' | 'config'>) {
  if (!(await readWays(context)).register) throw wayClosed(context, 'register_closed')
}

/** The fields as their settings say: what is required is asked for, what is turned off is not there. */
const form: Handler<'register-form'> = async (context) => {
  await requireOpen(context)
  const { registry, caller, config } = context
  return { results: expandForm(registry, { ...caller, locales: config.locales }, 'auth', 'register') }
}

/** Makes an account of a customer and signs him in. */
const register: UnmanagedHandler<'register'> = {
  unmanaged: async (context) => {
    const { database, registry, caller, payload, ip, now } = context
    const { password, password_confirmation: confirmation, ...rest } = payload
    await database.read((trx) => requireOpen({ ...context, trx }))
    const limit = { key: `register:${clientOf(ip)}`, limit: hourlyLimit, windowMs: 60 * 60_000 }
    const waitMs = await database.transaction((trx) => countUse(trx, [limit], now))
    if (waitMs > 0) throw tooManyRequests(waitMs)
    if (confirmation !== undefined && password !== confirmation)
      throw validationError({ password_confirmation: [registry.message('auth', caller.locale, 'password_mismatch')] })
    const user = normaliseFields({ ...rest, email: rest.email || null })
    requireOwnName(context, user)
    const faults = passwordFaults(context, password, user)
    if (faults.length > 0) throw validationError({ password: faults })
    const passwordHash = await hashPassword(password)
    return database.transaction(async (trx) => {
      await checkUserFields({ ...context, trx }, { data: user })
      const data = { ...user, roles: [registeredRole], name_full: fullName(user) }
      const { id } = await writeRecord({ ...context, trx }, 'user', { data }, trusted)
      await storePasswordHash(trx, id, passwordHash, now)
      return { results: await beginSession(trx, (await readUser(trx, id))!, clientOfCall(context), { method: 'password' }) }
    })
  },
}

export const registerCalls: Handlers = { 'register-form': form, register }
