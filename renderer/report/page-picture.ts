import { recorderMark } from '#schemas/fixtures/observe-steps.ts'
import { drawControl, drawGenerated, drawText, drawVector, type Pen } from './picture-parts.ts'

interface Clip {
  left: number
  top: number
  right: number
  bottom: number
}

/** Something that is painted over what stands in the flow. */
interface Layer {
  element: Element
  clip: Clip
  alpha: number
  level: number
}

const topLevel = 1_000_000_000
const opaqueParts = 'img, video, iframe, object, embed'

/**
 * A picture of what is seen of the page, drawn from its elements: boxes, texts, controls, icons and charts at their places. Texts for which
 * `isHidden` holds become bars, pictures become grey, and what is marked as a part of the recorder is left out.
 */
export function drawPage(isHidden: (text: string) => boolean): HTMLCanvasElement {
  const { innerWidth: width, innerHeight: height } = window
  const scale = width < 700 ? 2 : 1
  const canvas = Object.assign(document.createElement('canvas'), { width: width * scale, height: height * scale })
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.scale(scale, scale)
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, width, height)
  const pen: Pen = { context, scale, isHidden }
  const whole: Clip = { left: 0, top: 0, right: width, bottom: height }
  paintLayer(pen, { element: document.body, clip: whole, alpha: 1, level: 0 }, whole)
  return canvas
}

/** Paints an element with everything in it; what is lifted out of the flow comes after it, by its level. */
function paintLayer(pen: Pen, layer: Layer, whole: Clip): void {
  const above: Layer[] = []
  paint(pen, layer.element, layer.clip, layer.alpha, above, whole)
  for (const each of above.sort((a, b) => a.level - b.level)) {
    if (each.level === topLevel && each.element.matches('dialog')) fillBackdrop(pen, each.element, whole)
    paintLayer(pen, each, whole)
  }
}

function paint(pen: Pen, element: Element, clip: Clip, alpha: number, above: Layer[], whole: Clip): void {
  const style = getComputedStyle(element)
  // The usual ways to keep a text for screen readers alone.
  if (style.display === 'none' || style.opacity === '0' || style.clip === 'rect(0px, 0px, 0px, 0px)' || style.clipPath === 'inset(50%)')
    return
  const box = element.getBoundingClientRect()
  const isBeside = box.bottom <= 0 || box.top >= whole.bottom || box.right <= 0 || box.left >= whole.right
  if (isBeside && box.width > 0 && box.height > 0 && element !== document.body) return
  const seen = alpha * Number(style.opacity)
  const isShown = style.visibility !== 'hidden'
  const { context } = pen
  context.save()
  clipTo(context, clip)
  context.globalAlpha = seen
  if (isShown && box.width > 0 && box.height > 0) fillBox(pen, style, box)
  const inner = style.overflowX === 'visible' && style.overflowY === 'visible' ? clip : cross(clip, box)
  let isFilled = true
  if (!isShown) isFilled = false
  else if (element instanceof SVGSVGElement) drawVector(pen, element)
  else if (element instanceof HTMLCanvasElement) context.drawImage(element, box.left, box.top, box.width, box.height)
  else if (element.matches(opaqueParts)) fillGrey(pen, box)
  else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
    drawControl(pen, element, style, box)
  else isFilled = false
  if (!isFilled && isShown) {
    clipTo(context, inner)
    for (const node of element.childNodes) if (node instanceof Text) drawText(pen, node, style)
    drawGenerated(pen, element, box)
  }
  context.restore()
  if (isFilled) return
  if (inner.right <= inner.left || inner.bottom <= inner.top) return
  for (const child of element.children) {
    if (child.hasAttribute(recorderMark)) continue
    const level = levelOf(child)
    if (level === undefined) paint(pen, child, inner, seen, above, whole)
    else above.push({ element: child, clip: level === topLevel || isFixed(child) ? whole : inner, alpha: seen, level })
  }
}

function clipTo(context: CanvasRenderingContext2D, { left, top, right, bottom }: Clip): void {
  context.beginPath()
  context.rect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  context.clip()
}

const isFixed = (element: Element): boolean => getComputedStyle(element).position === 'fixed'

/** Where an element stands above the flow; undefined in the flow. */
function levelOf(element: Element): number | undefined {
  if (element.matches('dialog:modal, :popover-open')) return topLevel
  const { position, zIndex } = getComputedStyle(element)
  if (position === 'static' || (position === 'relative' && zIndex === 'auto')) return undefined
  return zIndex === 'auto' ? 0 : Number(zIndex)
}

const cross = (clip: Clip, box: DOMRect): Clip => ({
  left: Math.max(clip.left, box.left),
  top: Math.max(clip.top, box.top),
  right: Math.min(clip.right, box.right),
  bottom: Math.min(clip.bottom, box.bottom),
})

function fillBox({ context }: Pen, style: CSSStyleDeclaration, box: DOMRect): void {
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2)
  context.fillStyle = style.backgroundColor
  context.beginPath()
  context.roundRect(box.left, box.top, box.width, box.height, radius)
  context.fill()
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]) || 0,
    color: style[`border${side}Color`],
  }))
  const [top, right, bottom, left] = sides as [(typeof sides)[0], (typeof sides)[0], (typeof sides)[0], (typeof sides)[0]]
  if (sides.every(({ width, color }) => width === top.width && color === top.color)) {
    if (top.width === 0) return
    context.strokeStyle = top.color
    context.lineWidth = top.width
    context.beginPath()
    context.roundRect(
      box.left + top.width / 2,
      box.top + top.width / 2,
      Math.max(0, box.width - top.width),
      Math.max(0, box.height - top.width),
      radius,
    )
    context.stroke()
    return
  }
  const line = (color: string, x: number, y: number, width: number, height: number): void => {
    context.fillStyle = color
    context.fillRect(x, y, width, height)
  }
  line(top.color, box.left, box.top, box.width, top.width)
  line(bottom.color, box.left, box.bottom - bottom.width, box.width, bottom.width)
  line(left.color, box.left, box.top, left.width, box.height)
  line(right.color, box.right - right.width, box.top, right.width, box.height)
}

function fillGrey({ context }: Pen, box: DOMRect): void {
  context.fillStyle = '#c9cfd0'
  context.fillRect(box.left, box.top, box.width, box.height)
}

function fillBackdrop({ context }: Pen, element: Element, whole: Clip): void {
  context.fillStyle = getComputedStyle(element, '::backdrop').backgroundColor
  context.fillRect(0, 0, whole.right, whole.bottom)
}
