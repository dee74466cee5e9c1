/** CSS properties that move an element from its place, or paint beyond it. */
const displacing =
  /^(?:box-shadow|text-shadow|outline(?:-[a-z-]+)?|filter|backdrop-filter|position|top|right|bottom|left|inset(?:-[a-z-]+)?|z-index|transform|translate|scale|rotate|zoom|offset(?:-[a-z-]+)?|position-[a-z-]+|anchor-name|perspective|animation(?:-[a-z-]+)?|transition(?:-[a-z-]+)?|all)$/
const vendor = /^-(?:webkit|moz|ms|o)-/
const inPlace = /^(?:static|relative|initial|unset)$/
const movesBack = /^(?:margin(?:-[a-z-]+)?|text-indent)$/

/**
 * A style without declarations that could lay formatted text over the panel around it: fixed, sticky and absolute
 * positions, and everything else that moves an element. A style without any of these is returned unchanged; a style that
 * hides its words behind escapes becomes empty.
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
