/** Estimated width of a letter, where nothing can be measured. */
const letterPx = 8.2
/** Factor by which a text may be wider than measured: fonts load late, and joined letters differ. */
const slack = 1.04

let context: OffscreenCanvasRenderingContext2D | null | undefined
let usedFont = ''

let family = { language: '', name: '' }
/** Fonts of a language, read once: asking for a computed style has the browser settle the whole page. */
function familyOf(language: string): string {
  if (family.language !== language || family.name === '') family = { language, name: getComputedStyle(document.body).fontFamily }
  return family.name
}

/** Replaces digits by the widest one, since tabular figures all have its width; those of Persian and Arabic are proportional. */
const widestFigures = (text: string) => text.replace(/[0-9]/g, '0')

/** Width of a text in the panel's font, in pixels; an estimate without a canvas. `tabular`: all figures have the same width. */
export function textWidth(text: string, { size = 14, weight = 400, tabular = false } = {}): number {
  if (context === undefined) context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return [...text].reduce((sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 2 : 1) * letterPx * (size / 14), 0)
  const font = `${weight} ${size}px ${familyOf(document.documentElement.lang)}`
  if (font !== usedFont) context.font = usedFont = font
  return context.measureText(tabular ? widestFigures(text) : text).width * slack
}

/** Texts that are measured of a column: those with the most letters. */
const measured = 3

/** Width of the widest of some texts. */
export function widestText(texts: readonly string[], options?: Parameters<typeof textWidth>[1]): number {
  const longest = texts.length > measured ? [...texts].sort((a, b) => b.length - a.length).slice(0, measured) : texts
  return Math.max(0, ...longest.map((text) => textWidth(text, options)))
}
