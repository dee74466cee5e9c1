import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import type { Answer, CallContext, Handler, UnmanagedContext, UnmanagedHandler } from './feature.ts'

type Name = keyof Endpoints
type Part<Call extends Name, Key extends 'params' | 'payload'> = unknown extends Endpoints[Call][Key]
  ? Record<string, unknown>
  : Endpoints[Call][Key]
type Typed<Context, Call extends Name> = Omit<Context, 'params' | 'payload'> & {
  params: Part<Call, 'params'>
  payload: Part<Call, 'payload'>
}

/** A call's context with the parameters and the payload that the catalogue has checked. */
export type CallOf<Call extends Name> = Typed<CallContext, Call>

/** A handler of a call of the catalogue: `typedHandler<'user-save'>(async ({ payload }) => …)`. */
export const typedHandler = <Call extends Name>(handler: (context: CallOf<Call>) => Promise<Answer>): Handler => handler as Handler

/** The same for a handler that manages its own transactions. */
export const typedUnmanaged = <Call extends Name>(
  unmanaged: (context: Typed<UnmanagedContext, Call>) => Promise<Answer>,
): UnmanagedHandler => ({ unmanaged: unmanaged as UnmanagedHandler['unmanaged'] })
