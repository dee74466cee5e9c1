import { useState } from 'react'
import { asFailure, isCancelled } from './call-failure.ts'
import { showFailure } from './show-failure.ts'

const showUnlessCancelled = (fault: unknown): void => {
  if (!isCancelled(fault)) showFailure(asFailure(fault))
}

/** Runs work of a button, which is `isBusy` meanwhile; a failure is shown in a toast, or told to `onFault`. */
export function useBusy(onFault: (fault: unknown) => void = showUnlessCancelled) {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (fault) {
      onFault(fault)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
