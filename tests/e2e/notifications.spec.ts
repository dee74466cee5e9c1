import { expect, openPath, test, toast, uniqueName } from './panel.ts'

test.use({ role: 'content_manager' })

const pending = async (api: (name: string, options?: object) => Promise<unknown>, title: string) => {
  const { id } = (await api('content-post-save', { as: 'editor', payload: { type: 'article', title, locale: 'en' } })) as { id: number }
  await api('content-post-transition', { as: 'editor', payload: { id, transition: 'send_to_moderator' } })
  return id
}

test('the bell counts what is unread, its panel begins there, and what was listed is read once it closes', async ({ page, api }) => {
  const title = uniqueName('Waiting')
  const id = await pending(api as never, title)
  await openPath(page, '/')
  const bell = page.getByRole('button', { name: /^Notifications, \d+\+? unread$/ })
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('button', { name: 'Unread' })).toHaveAttribute('aria-pressed', 'true')
  const entry = panel.getByRole('link', { name: `Waits for you: ${title}` })
  await expect(entry).toBeVisible()
  await expect(entry).toHaveAttribute('data-unread', 'true')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  const again = page.getByRole('button', { name: /^Notifications/ })
  await expect(again).toBeFocused()
  await again.click()
  await panel.getByRole('button', { name: 'All', exact: true }).click()
  const read = panel.getByRole('link', { name: title })
  await expect(read).not.toHaveAttribute('data-unread', 'true')
  await read.click()
  await expect(page).toHaveURL(new RegExp(`/content/post/article/${id}/edit$`))
  await expect(panel).toHaveCount(0)
})

test('the list goes on by itself to its end', async ({ page, api }) => {
  test.slow()
  for (let at = 0; at < 25; at += 1) await pending(api as never, uniqueName('Page'))
  await openPath(page, '/')
  await page.getByRole('button', { name: /^Notifications, / }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link').nth(19)).toBeVisible()
  await panel.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect(panel.getByRole('link', { name: /^.*Waits for you: Page/ }).nth(24)).toBeVisible()
})

test('a choice is kept', async ({ page, api, afterwards }) => {
  const choices = [{ key: 'commenting/$comments', channels: { database: true } }]
  afterwards(() => api('user-notification-manage', { as: 'content_manager', payload: { choices } }))
  await openPath(page, '/profile/notifications')
  const box = page.getByRole('checkbox', { name: 'Comments In the panel' })
  await expect(box).toBeChecked()
  await box.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await page.reload()
  await expect(box).not.toBeChecked()
})

test('the bell of every open tab is told at once, by one stream a browser', async ({ page, api, context }) => {
  await api('user-notification-read', { as: 'content_manager', payload: { all: true } })
  const streams: string[] = []
  context.on('request', (request) => new URL(request.url()).pathname === '/api/live' && streams.push(request.url()))
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  await openPath(page, '/')
  await opened
  const other = await context.newPage()
  await openPath(other, '/')
  await pending(api as never, uniqueName('At once'))
  for (const each of [page, other]) {
    await each.bringToFront()
    await expect(each.getByRole('button', { name: /^Notifications, \d+\+? unread$/ })).toBeVisible()
  }
  const numberOf = async (each: typeof page) =>
    Number(/\d+/.exec((await each.getByRole('button', { name: /^Notifications, / }).getAttribute('aria-label'))!)![0])
  // Others have their posts approved meanwhile.
  const before = await numberOf(other)
  await pending(api as never, uniqueName('At once'))
  await expect.poll(() => numberOf(other)).toBeGreaterThan(before)
  expect(streams).toHaveLength(1)
  await page.close()
  // The other tab takes the stream over.
  await expect.poll(() => streams.length).toBe(2)
  const later = await numberOf(other)
  await pending(api as never, uniqueName('At once'))
  await expect.poll(() => numberOf(other)).toBeGreaterThan(later)
})

test.describe('notices of the browser', () => {
  test('are turned on at a click, listed, and turned off again', async ({ page }) => {
    // A browser without a window forbids notices, and the push service is out of reach of tests.
    await page.addInitScript(() => {
      let permission: NotificationPermission = 'default'
      let current: object | null = null
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = () => Promise.resolve((permission = 'granted'))
      const key = () =>
        crypto.subtle
          .generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
          .then(({ publicKey }) => crypto.subtle.exportKey('raw', publicKey))
      const text = (bytes: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
      PushManager.prototype.getSubscription = () => Promise.resolve(current as PushSubscription | null)
      PushManager.prototype.subscribe = async (options) => {
        const keys = { p256dh: text(await key()), auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer) }
        current = {
          options: { applicationServerKey: (options!.applicationServerKey as Uint8Array<ArrayBuffer>).buffer },
          toJSON: () => ({ endpoint: 'https://push.example.com/1', keys }),
          unsubscribe: () => {
            current = null
            return Promise.resolve(true)
          },
        }
        return current as PushSubscription
      }
    })
    await openPath(page, '/profile/notifications')
    const section = page.getByRole('region', { name: 'Notifications of this browser' })
    await expect(section.getByRole('status')).toHaveText('Notifications are off in this browser.')
    await section.getByRole('button', { name: 'Turn on in this browser' }).click()
    await expect(section.getByRole('status')).toHaveText('Notifications are on in this browser.')
    await expect(section.getByRole('listitem')).toContainText('This browser')
    await expect(page.getByRole('columnheader', { name: 'Browser' })).toBeVisible()
    await section.getByRole('button', { name: 'Turn off in this browser' }).click()
    await expect(section.getByRole('status')).toHaveText('Notifications are off in this browser.')
    await expect(section.getByRole('listitem')).toHaveCount(0)
  })

  test('say how to allow what was blocked', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await openPath(page, '/profile/notifications')
    const section = page.getByRole('region', { name: 'Notifications of this browser' })
    await expect(section.getByRole('status')).toContainText('open the site settings beside the address')
    await expect(section.getByRole('button')).toHaveCount(0)
  })
})
