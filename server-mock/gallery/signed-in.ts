import { standInToken } from '#server/replay/stand-in-token.ts'

const user = { id: 2, username: 'developer', name_full: 'Daniel Weber', roles: ['developer'], is_developer: true }

/** Who sees what is drawn: somebody with all rights, and with the pages for developers. */
export const signedIn = { token: standInToken(user), user }
