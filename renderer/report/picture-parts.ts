/** With what a picture of the page is drawn. */
export interface Pen {
  context: CanvasRenderingContext2D
  /** Pixels of the picture to one of the page. */
  scale: number
  isHidden: (text: string) => boolean
}

const barColor = '#3c4648'

function setFont({ context }: Pen, style: CSSStyleDeclaration): void {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  context.fillStyle = style.color
  context.direction = style.direction === 'rtl' ? 'rtl' : 'ltr'
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
}

/** Words at their places: so lines, scripts and directions are those of the page. */
export function drawText(pen: Pen, node: Text, style: CSSStyleDeclaration): void {
  const text = node.data
  if (text.trim() === '') return
  const { context } = pen
  const range = document.createRange()
  if (pen.isHidden(text)) {
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) drawBar(pen, box)
    return
  }
  setFont(pen, style)
  const isUpper = style.textTransform === 'uppercase'
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.bottom < 0 || box.top > window.innerHeight) continue
    const shown = isUpper ? word.toUpperCase() : word
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(shown)
    const baseline = box.top + (box.height - ascent - descent) / 2 + ascent
    context.fillText(shown, box.left, baseline)
    if (style.textDecorationLine.includes('underline')) context.fillRect(box.left, baseline + 2, box.width, 1)
  }
}

/** What a style sheet puts before the content: an initial in the middle of an empty box, or a dot at the start of a line. */
export function drawGenerated(pen: Pen, element: Element, box: DOMRect): void {
  const style = getComputedStyle(element, '::before')
  const { context } = pen
  if (style.content === 'none' || style.content === 'normal' || style.maskImage !== 'none' || style.display === 'none') return
  const attribute = /^attr\(([\w-]+)\)$/.exec(style.content)?.[1]
  const text = attribute ? (element.getAttribute(attribute) ?? '') : (/^"([^"]*)"/.exec(style.content)?.[1] ?? '')
  const isEmpty = element.childNodes.length === 0
  if (text !== '' && isEmpty && !pen.isHidden(text)) {
    setFont(pen, style)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(text, box.left + box.width / 2, box.top + box.height / 2)
  }
  const size = Number.parseFloat(style.width)
  if (text !== '' || isEmpty || !(size > 0 && size <= 16) || style.position === 'absolute') return
  context.fillStyle = style.backgroundColor
  context.beginPath()
  context.arc(style.direction === 'rtl' ? box.right - size / 2 : box.left + size / 2, box.top + box.height / 2, size / 2, 0, 2 * Math.PI)
  context.fill()
}

export function drawBar({ context }: Pen, box: DOMRect): void {
  context.fillStyle = barColor
  context.beginPath()
  context.roundRect(box.left, box.top, box.width, box.height, 3)
  context.fill()
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a field holds; a password is dots. */
export function drawControl(pen: Pen, control: Control, style: CSSStyleDeclaration, box: DOMRect): void {
  const { context } = pen
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    if (box.width < 2) return
    context.strokeStyle = style.color
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1, control.type === 'radio' ? box.width / 2 : 3)
    context.stroke()
    if (!control.checked) return
    context.fillStyle = style.accentColor === 'auto' ? style.color : style.accentColor
    context.fillRect(box.left + box.width / 4, box.top + box.height / 4, box.width / 2, box.height / 2)
    return
  }
  const isChoice = control instanceof HTMLSelectElement
  const value = isChoice
    ? (control.selectedOptions[0]?.label ?? '')
    : control.type === 'password'
      ? '•'.repeat(control.value.length)
      : control.value
  const shown = value === '' && !isChoice ? control.placeholder : value
  if (shown === '') return
  const pad = (side: 'Left' | 'Right' | 'Top'): number =>
    (Number.parseFloat(style[`padding${side}`]) || 0) + (Number.parseFloat(style[`border${side}Width`]) || 0)
  const left = box.left + pad('Left')
  const right = box.right - pad('Right')
  setFont(pen, style)
  if (value === '') context.globalAlpha *= 0.6
  context.save()
  context.beginPath()
  context.rect(left, box.top, right - left, box.height)
  context.clip()
  const lineHeight = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.5
  const isRtl = style.direction === 'rtl'
  const lines = control instanceof HTMLTextAreaElement ? wrap(context, shown, right - left) : [shown]
  const first =
    control instanceof HTMLTextAreaElement ? box.top + pad('Top') - control.scrollTop + lineHeight / 2 : box.top + box.height / 2
  context.textBaseline = 'middle'
  context.textAlign = isRtl ? 'right' : 'left'
  for (const [index, line] of lines.entries()) {
    const y = first + index * lineHeight
    const width = context.measureText(line).width
    if (pen.isHidden(line)) drawBar(pen, new DOMRect(isRtl ? right - width : left, y - lineHeight / 2, width, lineHeight))
    else context.fillText(line, isRtl ? right : left, y)
  }
  context.restore()
}

function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ')) {
      const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
      if (context.measureText(longer).width <= width || lines.at(-1) === '') lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

/** Icons and charts. */
export function drawVector(pen: Pen, svg: SVGSVGElement): void {
  const { context, scale } = pen
  for (const shape of svg.querySelectorAll('path, circle, ellipse, rect, line, polyline, polygon, text')) {
    if (!(shape instanceof SVGGraphicsElement)) continue
    const style = getComputedStyle(shape)
    if (style.display === 'none' || style.visibility === 'hidden') continue
    if (shape instanceof SVGTextElement) {
      for (const node of textsIn(shape)) drawText(pen, node, svgTextStyle(style))
      continue
    }
    const matrix = shape.getScreenCTM()
    const outline = outlineOf(shape)
    if (!matrix || !outline) continue
    context.save()
    context.setTransform(new DOMMatrix([scale, 0, 0, scale, 0, 0]).multiply(matrix))
    context.globalAlpha *= Number(style.opacity)
    if (style.fill !== 'none') {
      context.fillStyle = style.fill
      context.fill(outline, style.fillRule === 'evenodd' ? 'evenodd' : 'nonzero')
    }
    if (style.stroke !== 'none') {
      context.strokeStyle = style.stroke
      context.lineWidth = Number.parseFloat(style.strokeWidth) || 1
      context.lineCap = style.strokeLinecap as CanvasLineCap
      context.lineJoin = style.strokeLinejoin as CanvasLineJoin
      context.stroke(outline)
    }
    context.restore()
  }
}

const textsIn = (element: Element): Text[] =>
  [...element.childNodes].flatMap((node) => (node instanceof Text ? [node] : node instanceof Element ? textsIn(node) : []))

/** Letters of a drawing have the colour of its shapes. */
const svgTextStyle = (style: CSSStyleDeclaration): CSSStyleDeclaration =>
  new Proxy(style, { get: (from, key) => (key === 'color' ? from.fill : (Reflect.get(from, key) as unknown)) })

function outlineOf(shape: SVGGraphicsElement): Path2D | undefined {
  const number = (name: string): number => Number.parseFloat(shape.getAttribute(name) ?? '') || 0
  const path = new Path2D()
  switch (shape.tagName) {
    case 'path':
      return new Path2D(shape.getAttribute('d') ?? '')
    case 'circle':
      path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
      return path
    case 'ellipse':
      path.ellipse(number('cx'), number('cy'), number('rx'), number('ry'), 0, 0, 2 * Math.PI)
      return path
    case 'rect':
      path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
      return path
    case 'line':
      path.moveTo(number('x1'), number('y1'))
      path.lineTo(number('x2'), number('y2'))
      return path
    default: {
      const points = (shape.getAttribute('points') ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number)
      for (let at = 0; at + 1 < points.length; at += 2) path.lineTo(points[at]!, points[at + 1]!)
      if (shape.tagName === 'polygon') path.closePath()
      return path
    }
  }
}
