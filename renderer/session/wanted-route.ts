/** A remembered path where it is one of the panel; home for anything else that storage may hold, e.g. `//elsewhere.example`. */
export const safeRoute = (wanted: unknown): string => (typeof wanted === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted) ? wanted : '/')
