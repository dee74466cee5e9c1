import { htmlAttributes, plainAttributes, reservedNames } from '#schemas/rules/html/html-names.ts'
import { customElement, forbiddenAttributes, inertAttribute, runnable, safeAddress } from '#schemas/rules/html/html-rules.ts'
import { stylesInPlace } from '#schemas/rules/html/html-styles.ts'

/** An end of an element or a comment may not be in a value: another parser could read it as markup. */
const endsMarkup = /(?:--!?|\])>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i
const ownAttribute = /^(?:data-[\w.-]+|aria-[\w-]+)$/
const pictures = new Set(['audio', 'video', 'img', 'source', 'image', 'track'])
/**
 * Characters that browsers ignore within an address.
 * @source WHATWG URL, "basic URL parser"
 */
const skipped = /[\u0000-\u0020\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]/g

/** Whether an element may have an attribute with this value. Both names are in lower case. */
export function isAllowedAttribute(element: string, name: string, value: string): boolean {
  if (forbiddenAttributes.has(name) || endsMarkup.test(value)) return false
  if (name === 'style' && stylesInPlace(value) !== value) return false
  if ((name === 'id' || name === 'name') && reservedNames.has(value)) return false
  const address = value.replace(skipped, '')
  const isCustom = customElement.test(element)
  if (isCustom && runnable.test(address)) return false
  if (ownAttribute.test(name)) return true
  if (!htmlAttributes.has(name)) return isCustom && inertAttribute.test(name)
  if (plainAttributes.has(name) || value === '' || safeAddress.test(address)) return true
  return ['src', 'href', 'xlink:href'].includes(name) && pictures.has(element) && /^data:/i.test(value)
}
