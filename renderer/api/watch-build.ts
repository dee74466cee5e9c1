const everyMs = 5 * 60_000

/** Address of the entry script that a page names. */
export const entryOf = (html: string) => /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null

/** Looks now and then, while the page is seen, whether the server has a newer build; calls `onNewer` once. */
export function watchBuild(onNewer: () => void): () => void {
  const running = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? null
  let lastAt = Date.now()
  let over = false
  const look = async () => {
    if (over || document.visibilityState !== 'visible' || Date.now() - lastAt < everyMs) return
    lastAt = Date.now()
    try {
      const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' })
      const served = response.ok ? entryOf(await response.text()) : null
      if (over || served === null || running === null || served === running) return
      stop()
      onNewer()
    } catch {
      // Without a connection there is nothing newer to be had.
    }
  }
  const onSeen = () => void look()
  const timer = setInterval(onSeen, everyMs)
  const stop = () => {
    over = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onSeen)
    window.removeEventListener('focus', onSeen)
  }
  document.addEventListener('visibilitychange', onSeen)
  window.addEventListener('focus', onSeen)
  return stop
}
