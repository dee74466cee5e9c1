import { useMemo } from 'react'
import { describeSession, useSessionStore, type Session } from './session.ts'

/** The session with roles and flags read from the token; changes when somebody signs in or out. */
export function useSession(): Session {
  const auth = useSessionStore((state) => state.auth)
  return useMemo(() => describeSession(auth), [auth])
}
