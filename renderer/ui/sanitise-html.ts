import DOMPurify from 'dompurify'

/**
 * Markup without scripts, handlers, styles, forms and frames; links of another window cannot reach back. Without `classes` for what
 * people write: a class of the panel would lay it over the page.
 */
export function sanitise(html: string, { classes = true } = {}): string {
  const fragment = DOMPurify.sanitize(html, {
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'svg', 'math'],
    FORBID_ATTR: ['style', 'id', 'name', ...(classes ? [] : ['class'])],
    ADD_ATTR: ['target'],
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a[target]')) link.setAttribute('rel', 'noopener noreferrer')
  for (const image of fragment.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '')
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}
