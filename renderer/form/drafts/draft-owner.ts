/** Draft ids are names of locks: the page that holds one is open, in this tab or another. */
const lockName = (id: string): string => `pishkhan draft ${id}`

/** An insecure origin has no locks: there every draft counts as left behind. */
const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Says that the form of this draft is open. Returns how to let go; closing or a crash of the page lets go too. */
export function holdDraft(id: string): () => void {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  locks()
    ?.request(lockName(id), () => held)
    .catch(() => {})
  return release
}

/** Resolves when no open page holds the draft: false when `signal` ended the wait. */
export async function isLeftBehind(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await locks()?.request(lockName(id), { signal, mode: 'shared' }, () => {})
    return !signal.aborted
  } catch {
    return !signal.aborted
  }
}
