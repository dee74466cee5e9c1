import { useMemo } from 'react'
import { describeSession, useSessionStore, type Session } from './session.ts'

/** The session with roles and flags from the token; it changes when the user signs in or out. */
export function useSession(): Session {
  const auth = useSessionStore((state) => state.auth)
  return useMemo(() => describeSession(auth), [auth])
}
