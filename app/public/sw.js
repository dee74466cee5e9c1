// Keeps the panel's hashed assets, and nothing else: never the page, never the API.
const store = 'pishkhan-assets-v1'
const atMost = 400

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('pishkhan-') && name !== store) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const isAsset =
    event.request.method === 'GET' && url.origin === self.location.origin && /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(url.pathname)
  if (isAsset) event.respondWith(answer(event.request))
})

async function answer(request) {
  const cache = await caches.open(store)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') {
    await cache.put(request, response.clone())
    // The oldest go first: names are hashed, so what is still used is asked for again at most once.
    const keys = await cache.keys()
    for (const old of keys.slice(0, Math.max(0, keys.length - atMost))) await cache.delete(old)
  }
  return response
}
