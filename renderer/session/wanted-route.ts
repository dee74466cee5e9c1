/** A remembered path if it is one of the panel; home for any other stored text, e.g. `//elsewhere.example`. */
export const safeRoute = (wanted: unknown): string =>
  typeof wanted === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted) ? wanted : '/'

/** Whether a path, as a link or a document writes it, ends the session. */
export const isSignOut = (path: unknown): boolean =>
  typeof path === 'string' && /^\/?auth\/(logout\/*($|[?#])|login\/*\?(.*&)?logout=1(&|#|$))/.test(path)
