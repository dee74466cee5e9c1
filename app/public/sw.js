// Keeps the panel's hashed assets, never the page and never the API; and shows the notices that the server pushes.
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

self.addEventListener('push', (event) => {
  const { title, body, link, tag, lang, dir } = readNotice(event.data)
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, dir, icon: '/logo.svg', data: { link } }))
})

// Browsers want something to be shown for each message, also for one that cannot be read.
function readNotice(data) {
  try {
    return { title: 'پیشخوان', ...data.json() }
  } catch {
    return { title: 'پیشخوان' }
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.data?.link))
})

const answersWithinMs = 500

// In a tab of the panel that answers, so that nothing typed there is lost; else in a new one.
async function openNotice(link) {
  const path = typeof link === 'string' && /^[/](?![/\\])/.test(link) ? link : '/'
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const tab of tabs.slice(0, 3)) if (await takes(tab, path)) return tab.focus()
  return self.clients.openWindow(path)
}

const takes = (tab, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answersWithinMs)
    tab.postMessage({ type: 'open-notice', path }, [port2])
  })
