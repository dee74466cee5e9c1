/** Registers the worker that keeps the panel's hashed assets; without it the panel works all the same. */
export async function registerServiceWorker(url = '/sw.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(url)
  } catch (error) {
    console.warn('The panel works without its service worker.', error)
  }
}
