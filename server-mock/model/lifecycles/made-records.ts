type Made = Record<string, unknown>

const madeIn = new WeakMap<object, Made>()

/** Notes a record that an effect of the call itself has written, under the name that its document gives to it. */
export function noteMade(trx: object, name: string, record: unknown): void {
  madeIn.set(trx, { ...madeIn.get(trx), [name]: record })
}

/** What the effects of a call have written, for its answer: `{ metadata: { made: { invoice: { id: 7, … } } } }`. */
export function madeMetadata({ trx }: { trx: object }): { metadata?: { made: Made } } {
  const made = madeIn.get(trx)
  return made ? { metadata: { made } } : {}
}
