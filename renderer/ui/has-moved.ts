/** Tells later whether an element has moved. Bringing it into sight ends in a scroll event too, after which it is where it was. */
export function hasMovedFrom(element: HTMLElement): () => boolean {
  const { top, left } = element.getBoundingClientRect()
  return () => {
    const now = element.getBoundingClientRect()
    return Math.abs(now.top - top) + Math.abs(now.left - left) > 4
  }
}
