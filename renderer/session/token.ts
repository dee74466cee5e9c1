/** The token's payload as the panel reads it; the server does not rely on it. */
export interface TokenPayload {
  userId: string | null
  sessionId: string | null
  roles: string[]
  isAdmin: boolean
  isDeveloper: boolean
}

/** Reads the payload of a JWT without checking its signature; an unreadable token has no user. */
export function readToken(token: string | null): TokenPayload {
  const payload = decode(token)
  return {
    userId: payload.sub === undefined || payload.sub === null ? null : String(payload.sub),
    sessionId: payload.sid === undefined || payload.sid === null ? null : String(payload.sid),
    roles: Array.isArray(payload.roles) ? payload.roles.map(String) : [],
    isAdmin: payload.is_admin === true,
    isDeveloper: payload.is_developer === true,
  }
}

function decode(token: string | null): Record<string, unknown> {
  try {
    const part = token?.split('.')[1]
    if (!part) return {}
    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
