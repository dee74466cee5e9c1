/** Runs work once the browser has nothing else to do, after `latest` milliseconds at the latest. Returns how to call it off. */
export function whenIdle(work: () => void, latest: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, Math.min(latest, 500))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: latest })
  return () => cancelIdleCallback(handle)
}
