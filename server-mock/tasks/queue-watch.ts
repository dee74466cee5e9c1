/** A look at a queue that is never made twice at once. */
export interface QueueWatch {
  /** Looks soon, outside of the running call; once more where a look is running. */
  wake: () => void
  readonly isStopped: boolean
  /** Waits for the running look; there is none after it. */
  stop: () => Promise<void>
}

/** `look` takes what waits in a queue; what it throws goes to `onFault`. */
export function watchQueue(look: () => Promise<void>, onFault: (fault: unknown) => void): QueueWatch {
  let looking: Promise<void> | undefined
  let lookAgain = false
  let stopped = false

  async function lookWhileAsked(): Promise<void> {
    do {
      lookAgain = false
      await look()
    } while (lookAgain && !stopped)
  }
  function wake() {
    if (stopped) return
    lookAgain = true
    looking ??= new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
      .then(lookWhileAsked)
      .catch(onFault)
      .finally(() => {
        looking = undefined
        if (lookAgain) wake()
      })
  }
  return {
    wake,
    get isStopped() {
      return stopped
    },
    async stop() {
      stopped = true
      await looking
    },
  }
}
