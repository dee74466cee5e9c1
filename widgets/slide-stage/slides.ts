/** A slide as the form holds it; any part may still be missing. */
export interface Slide {
  image?: unknown
  position?: unknown
  color_theme?: unknown
  has_content?: unknown
  title?: unknown
  text?: unknown
  has_button?: unknown
  button_title?: unknown
  publish_now?: unknown
  published_at?: unknown
}

export interface StageSettings {
  autoplay: boolean
  pauseOnHover: boolean
  loop: boolean
  /** Gap between two slides, in pixels. */
  spaceBetween: number
  slidesPerView: number
  effect: 'slide' | 'fade' | 'flip' | 'coverflow'
  isVertical: boolean
  /** How long a slide stays. */
  speedMs: number
  transitionMs: number
}

const effects = ['slide', 'fade', 'flip', 'coverflow'] as const

const within = (value: unknown, least: number, most: number, usual: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual

/** The settings of the form, each within bounds that can be shown: what is typed may be wrong for a moment. */
export function readSettings(value: unknown): StageSettings {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return {
    autoplay: given.autoplay !== false,
    pauseOnHover: given.pause_on_hover !== false,
    loop: given.loop !== false,
    spaceBetween: within(given.spaceBetween, 0, 200, 0),
    slidesPerView: Math.round(within(given.slidesPerView, 1, 6, 1)),
    effect: effects.find((effect) => effect === given.effect) ?? 'slide',
    isVertical: given.direction === 'vertical',
    speedMs: within(given.speed, 500, 60_000, 5000),
    transitionMs: within(given.transition, 0, 10_000, 600),
  }
}

/** Where the text of a slide stands: `right-top` is `{ x: 'right', y: 'top' }`. */
export function placeOf(position: unknown): { x: string; y: string } {
  const [, x, y] = /^(right|center|left)-(top|center|bottom)$/.exec(typeof position === 'string' ? position : '') ?? []
  return { x: x ?? 'center', y: y ?? 'center' }
}

/** Address of a slide's picture: an uploaded file, or one from elsewhere. */
export function pictureOf(image: unknown): string | undefined {
  const file = (typeof image === 'object' && image !== null ? image : {}) as { link?: unknown; versions?: { original?: unknown } }
  const link = file.link ?? file.versions?.original
  return typeof link === 'string' ? link : undefined
}

/** First slides of a view that can be stepped to: five slides, three in a view, have three. */
export const stopsOf = (count: number, { slidesPerView, effect }: StageSettings): number =>
  effect === 'fade' || effect === 'flip' ? count : Math.max(1, count - slidesPerView + 1)

/** The stop after or before this one; without a loop the ends are ends. */
export function stepFrom(at: number, by: 1 | -1, stops: number, loop: boolean): number {
  const next = at + by
  if (next >= 0 && next < stops) return next
  return loop ? (next + stops) % stops : at
}

/** Whether the site shows a slide at this moment. */
export const isShown = ({ publish_now: isNow, published_at: date }: Slide, now: number): boolean =>
  isNow !== false || (typeof date === 'string' && Date.parse(date) <= now)

/** The slide that was changed or added, by the texts of all before and after; undefined where several differ, as when two change places. */
export function changedSlide(before: readonly string[], after: readonly string[]): number | undefined {
  const first = after.findIndex((slide, index) => slide !== before[index])
  if (first < 0) return undefined
  const rest = before.slice(after.length > before.length ? first : first + 1)
  return after.length >= before.length && after.slice(first + 1).join('\n') === rest.join('\n') ? first : undefined
}
