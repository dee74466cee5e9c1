/**
 * Keys of what one sender POSTs. A request that no answer came to keeps its key, so that sending it again makes it happen
 * once; a changed one, and the next one after an answer, has a key of its own.
 */
export interface RepeatKeys {
  /** Key of a request, told by its address and body. */
  keyOf: (request: string) => string
  /** An answer has come, whatever it says. */
  answered: () => void
}

export function createRepeatKeys(newKey: () => string = () => crypto.randomUUID()): RepeatKeys {
  const unanswered = new Map<string, string>()
  return {
    keyOf(request) {
      const key = unanswered.get(request) ?? newKey()
      unanswered.set(request, key)
      return key
    },
    answered: () => unanswered.clear(),
  }
}
