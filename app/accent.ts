type Rgb = [number, number, number]

const needed = 4.5

/**
 * A colour that can be read as text on a background: the given one where its contrast is 4.5 to 1, else a darker or
 * lighter one of the same hue. Null for what is no hexadecimal colour.
 */
export function readableAccent(accent: string, background: string): string | null {
  const colour = parseHex(accent)
  const back = parseHex(background)
  if (!colour || !back) return null
  const towards: Rgb = luminance(back) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share <= 1; share += 0.04) {
    const mixed = colour.map((part, at) => Math.round(part + (towards[at]! - part) * share)) as Rgb
    if (contrast(mixed, back) >= needed) return formatHex(mixed)
  }
  return formatHex(towards)
}

/** Contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function parseHex(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (!digits) return null
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as Rgb
}

const formatHex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
