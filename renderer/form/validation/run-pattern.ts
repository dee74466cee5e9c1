const limitMs = 100

/**
 * Whether a text matches a pattern that may backtrack endlessly. It runs in a worker, which is terminated after 100 ms;
 * undefined if that was not enough.
 */
export function runPattern(pattern: string, text: string): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' })
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (matches: boolean | undefined): void => {
      clearTimeout(timer)
      worker.terminate()
      resolve(matches)
    }
    worker.onerror = () => settle(undefined)
    worker.onmessage = ({ data }: MessageEvent<boolean | 'ready'>) => {
      // The limit is for the pattern, not for the worker's own start.
      if (data !== 'ready') return settle(data)
      timer = setTimeout(() => settle(undefined), limitMs)
      worker.postMessage({ pattern, text })
    }
  })
}
