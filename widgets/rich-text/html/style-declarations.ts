/** Property and value of a `style` attribute, as written. */
export type Declaration = [property: string, value: string]

/** Parts a `style` attribute; semicolons within quotes and brackets part nothing. */
export function parseStyle(style: string): Declaration[] {
  const parts = style.match(/(?:[^;"'(]|"[^"]*"?|'[^']*'?|\([^)]*\)?)+/g) ?? []
  return parts.flatMap((part): Declaration[] => {
    const colon = part.indexOf(':')
    const property = part.slice(0, colon).trim().toLowerCase()
    const value = part.slice(colon + 1).trim()
    return colon > 0 && property && value ? [[property, value]] : []
  })
}

export const formatStyle = (declarations: readonly Declaration[]): string =>
  declarations.map(([property, value]) => `${property}:${value}`).join(';')

/** Whether a colour is a single value, so that it cannot add declarations to a `style` attribute. */
export const isColor = (value: string): boolean => /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/deg]{1,60}\))$/i.test(value)
