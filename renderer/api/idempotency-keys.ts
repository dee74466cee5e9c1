/**
 * Idempotency keys of requests that write. A request without a response keeps its key, so that a retry is processed only once;
 * a changed request, or the next one after a response, gets a new key.
 */
export interface RepeatKeys {
  /** Key of a request, which is identified by its address and body. */
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
