import { runningEntry } from './server-health.ts'

const everyMs = 5 * 60_000

/** Address of the entry script that a page names. */
export const entryOf = (html: string) => /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null

async function servedEntry(): Promise<string | null> {
  const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' })
  return response.ok ? entryOf(await response.text()) : null
}

/** Whether the server has another build than the one that runs; false when nobody can say. */
export async function isReplacedBuild(): Promise<boolean> {
  try {
    const [served, running] = [await servedEntry(), runningEntry()]
    return served !== null && running !== null && served !== running
  } catch {
    return false
  }
}

/** Looks now and then, while the page is seen, whether the server has a newer build; calls `onNewer` once. */
export function watchBuild(onNewer: () => void): () => void {
  let lastAt = Date.now()
  let over = false
  const look = async () => {
    if (over || document.visibilityState !== 'visible' || Date.now() - lastAt < everyMs) return
    lastAt = Date.now()
    if (!(await isReplacedBuild()) || over) return
    stop()
    onNewer()
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
