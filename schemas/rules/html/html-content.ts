/** Elements that are visible on a page without any text in them. */
const media = /<(?:img|hr|table|iframe|video|audio|picture|svg|object|embed|input|button|canvas|math)[\s/>]/i

/** Elements that affect a page without being visible in it. */
const active = /<(?:base|meta|link|script|style|applet|frame|frameset)[\s/>]/i

/** The text of markup, without comments and tags. One pass, also for malformed markup. */
function textOf(html: string): string {
  let text = ''
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at)
    if (start < 0) return text + html.slice(at)
    text += html.slice(at, start)
    const isComment = html.startsWith('<!--', start)
    const end = html.indexOf(isComment ? '-->' : '>', start)
    if (end < 0) return text
    at = end + (isComment ? 3 : 1)
  }
  return text
}

const hasContent = (html: string): boolean => media.test(html) || /[^\s\u00a0\u200b]/.test(textOf(html).replace(/&nbsp;|&#160;/g, ' '))

/** Whether markup shows nothing: `<p></p>`, blanks alone. */
export const isBlankHtml = (html: string): boolean => !hasContent(html)

/**
 * Whether sanitising removed everything from markup that had content: a script, a frame from another site, or `<base>`.
 * False for markup that was empty before, such as `<p></p>`.
 */
export const isEmptiedHtml = (written: string, sanitised: string): boolean =>
  written !== sanitised && !hasContent(sanitised) && (active.test(written) || hasContent(written))
