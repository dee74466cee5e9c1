export type Rgb = [number, number, number]

/** Contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance by WCAG 2.2, 0 to 1. */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Parts of a hexadecimal colour of 3 or 6 digits, each 0 to 255. */
export function parseHex(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (!digits) return null
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as Rgb
}

/** Black or white, whichever reads better on a background; undefined for what is no hexadecimal colour of 3 or 6 digits. */
export function textOn(background: string): '#000' | '#fff' | undefined {
  const back = parseHex(background)
  if (!back) return undefined
  return contrast([255, 255, 255], back) >= contrast([0, 0, 0], back) ? '#fff' : '#000'
}
