import { standInToken } from '#server/replay/stand-in-token.ts'

const user = { id: 1, username: 'administrator', name_full: 'Sara Ahmadi', roles: ['administrator'], is_admin: true }

/** Who sees what is drawn. */
export const signedIn = { token: standInToken(user), user }
