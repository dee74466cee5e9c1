/** Properties by which an element leaves its place, or is moved from it. */
const displacing =
  /^(?:position|top|right|bottom|left|inset(?:-[a-z-]+)?|z-index|transform|translate|scale|rotate|zoom|offset(?:-[a-z-]+)?|position-[a-z-]+|anchor-name|perspective|animation(?:-[a-z-]+)?|transition(?:-[a-z-]+)?|all)$/
const vendor = /^-(?:webkit|moz|ms|o)-/
const inPlace = /^(?:static|relative|initial|unset)$/
const movesBack = /^margin(?:-[a-z-]+)?$/

/**
 * A style without what lets formatted text lie over the panel around it: fixed, sticky and absolute positions, and all else that
 * moves an element from its place. What held nothing of that comes back as it was; one that hides its words behind escapes is empty.
 */
export function stylesInPlace(style: string): string {
  if (style.includes('\\')) return ''
  const declarations = style.replace(/\/\*.*?(?:\*\/|$)/gs, '').split(';')
  const allowed = declarations.filter((declaration) => !leavesPlace(declaration))
  return allowed.length === declarations.length && !style.includes('/*') ? style : allowed.join(';').trim()
}

function leavesPlace(declaration: string): boolean {
  const colon = declaration.indexOf(':')
  if (colon < 0) return false
  const property = declaration.slice(0, colon).trim().toLowerCase().replace(vendor, '')
  const value = declaration
    .slice(colon + 1)
    .replace(/!\s*important/i, '')
    .trim()
    .toLowerCase()
  if (property === 'position') return !inPlace.test(value)
  if (displacing.test(property)) return true
  return movesBack.test(property) && /(?:^|[\s(+*/-])-\s*\.?\d|var\(|calc\(/.test(value)
}
