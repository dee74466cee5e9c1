// Browsers skip control signs and blanks within an address: whoever asks has taken them out before.
/** Addresses that markup may hold: the web, mail, telephone, and relative ones. */
export const safeAddress = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** A frame shows a path of this server: what another site draws in one could ask for a password. */
export const frameAddress = /^\/[\w~.-][^\s\\\p{Cc}]*$/u

/** Names of elements that somebody else gives a meaning. */
export const customElement = /^(?!(?:annotation-xml|color-profile|font-face(?:-.*)?|missing-glyph)$)[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/

/** Of those every attribute but the ones that a browser would act on. */
export const inertAttribute =
  /^(?!on|srcdoc$|contenteditable$|slot$|popover|is$|formaction$|style$|autofocus$|tabindex$|part$|exportparts$|xmlns)[a-z_][a-z0-9:_.-]*$/i

/** Addresses that a custom element may not be given, blanks taken out. */
export const runnable = /^(?:javascript|vbscript|data):/i

/** Attributes that no element may have. */
export const forbiddenAttributes: ReadonlySet<string> = new Set(['srcdoc', 'contenteditable', 'slot', 'popover', 'is'])
