/** Draws or opens the part that contains the field at a path; done when it returns. */
type Reveal = (path: string) => void

const holders = new Map<string, Set<Reveal>>()

/** Registers a part that can bring fields into view: collapsed panels, other tabs, fields drawn later. Returns a function to unregister. */
export function onReveal(idPrefix: string, reveal: Reveal): () => void {
  const ofForm = holders.get(idPrefix) ?? new Set()
  holders.set(idPrefix, ofForm.add(reveal))
  return () => {
    ofForm.delete(reveal)
    if (ofForm.size === 0) holders.delete(idPrefix)
  }
}

/** Has everything around the field at a path of a form opened and drawn, from the outside in. */
export function revealField(idPrefix: string, path: string): void {
  const requests = new Set<Reveal>()
  // What opens may hold further parts that take part only from then on.
  for (let before = -1; requests.size > before;) {
    before = requests.size
    for (const reveal of holders.get(idPrefix) ?? [])
      if (!requests.has(reveal)) {
        requests.add(reveal)
        reveal(path)
      }
  }
}
