import { contrast, luminance, parseHex, type Rgb } from '#schemas/rules/values/contrast.ts'

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

const formatHex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
