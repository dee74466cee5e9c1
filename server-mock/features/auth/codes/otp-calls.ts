import type { Handler, Handlers, UnmanagedHandler } from '#server/feature.ts'
import { formWithChoices } from '#server/features/auth/challenge-answer.ts'
import { beginSession, clientOfCall } from '#server/features/auth/sign-in.ts'
import { requestCode, type CodeKind } from './request-code.ts'
import { takeSentCode } from './take-code.ts'
import { readWays, wayClosed } from './ways.ts'

const kind: CodeKind = { purpose: 'sign-in', form: 'otp-code', resend: 'login-send-otp', template: 'auth/sign_in_code' }

const requestForm: Handler<'login-request-otp'> = async (context) => {
  const { otp } = await readWays(context)
  if (otp.length === 0) throw wayClosed(context)
  return { results: { channels: otp }, metadata: { form: formWithChoices(context, 'otp-request', 'channel', otp) } }
}

const send: UnmanagedHandler<'login-send-otp'> = {
  unmanaged: async (context) => {
    const { otp } = await context.database.read((trx) => readWays({ ...context, trx }))
    return { results: await requestCode(context, kind, otp) }
  },
  ownRepeats: true,
}

/** A user with an authenticator app is asked for its code next. */
const finish: UnmanagedHandler<'login-with-otp'> = {
  unmanaged: async (context) => ({
    results: await takeSentCode(context, 'sign-in', (trx, { user }) => beginSession(trx, user, clientOfCall(context), { method: 'code' })),
  }),
  ownRepeats: true,
}

export const otpCalls: Handlers = { 'login-request-otp': requestForm, 'login-send-otp': send, 'login-with-otp': finish }
