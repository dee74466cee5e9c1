export interface Health {
  status: 'ready' | 'not-ready' | 'unreachable'
  /** How long the answer took. */ ms: number
}

/** Whether the server can answer calls, as it says itself. */
export async function readHealth(): Promise<Health> {
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const { ok } = await fetch('/ready', { headers: { Accept: 'application/json' }, cache: 'no-store' })
    return { status: ok ? 'ready' : 'not-ready', ms: took() }
  } catch {
    return { status: 'unreachable', ms: took() }
  }
}

/** Address of the script that this page was started with; it names the build. */
export const runningEntry = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? null
