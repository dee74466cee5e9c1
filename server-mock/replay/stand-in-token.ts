import type { FixtureDocumentUser } from '#schemas/types/contract.d.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as the panel reads it, which no server takes: it is not signed. */
export const standInToken = ({ id, roles, is_admin = false, is_developer = false }: FixtureDocumentUser): string =>
  [part({ alg: 'none' }), part({ sub: String(id), sid: 'replay', roles, is_admin, is_developer }), 'replay'].join('.')
