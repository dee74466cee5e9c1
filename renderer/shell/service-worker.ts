/** Registers the worker that caches the panel's hashed assets; the panel also works without it. */
export async function registerServiceWorker(url = '/sw.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(url)
  } catch (error) {
    console.warn('The panel works without its service worker.', error)
  }
}
