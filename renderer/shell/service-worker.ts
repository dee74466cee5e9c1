/** Registers the worker that caches the panel's hashed assets and shows notices; the panel also works without it. */
export async function registerServiceWorker(url = '/sw.js'): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  try {
    return await navigator.serviceWorker.register(url)
  } catch (error) {
    console.warn('The panel works without its service worker.', error)
    return undefined
  }
}
