// Browsers ignore control characters and blanks within an address, so the caller has to remove them first.
/** Addresses that markup may hold: the web, mail, telephone, and relative ones. */
export const safeAddress = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** A frame may only show a path of this server: a page of another site could ask for a password. */
export const frameAddress = /^\/[\w~.-][^\s\\\p{Cc}]*$/u

/** Names of custom elements, without those that HTML, SVG and MathML define. */
export const customElement = /^(?!(?:annotation-xml|color-profile|font-face(?:-.*)?|missing-glyph)$)[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/

/** Attributes that a custom element may have: all except those that a browser acts on. */
export const inertAttribute =
  /^(?!on|srcdoc$|contenteditable$|slot$|popover|is$|formaction$|style$|autofocus$|tabindex$|part$|exportparts$|xmlns)[a-z_][a-z0-9:_.-]*$/i

/** Addresses that a custom element may not have, tested without blanks. */
export const runnable = /^(?:javascript|vbscript|data):/i

/** Attributes that no element may have. */
export const forbiddenAttributes: ReadonlySet<string> = new Set(['srcdoc', 'contenteditable', 'slot', 'popover', 'is'])
