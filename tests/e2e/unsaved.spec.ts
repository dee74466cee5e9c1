import type { BrowserContext, Page } from 'playwright/test'
import { save, showForm } from './page-form.ts'
import { demoPassword, expect, openList, openPath, pickFromMenu, test, toast, uniqueName } from './panel.ts'

interface Post {
  id: number
  version: number
  title: string
  text: string
  synopsis: string
}

const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const offer = (page: Page) => page.getByRole('region', { name: /^You have unsaved data here/ })
const merge = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has saved this' })
const acceptLeaving = (page: Page) => page.on('dialog', (dialog) => void dialog.accept())

const draftTest = test.extend<{ post: Post }>({
  post: async ({ api }, provide) => {
    await provide(
      await api<Post>('content-post-save', {
        payload: { type: 'article', title: uniqueName('Draft'), text: 'The text', synopsis: 'The first synopsis', locale: 'en' },
      }),
    )
  },
})

const openPost = (page: Page, { id }: Post) => openPath(page, `/content/post/article/${id}/edit`)

draftTest.describe('a draft', () => {
  draftTest('tells what differs, and gives back what is chosen', async ({ page, post }) => {
    acceptLeaving(page)
    await openPost(page, post)
    await field(page, 'Title').fill('Another title')
    await field(page, 'Synopsis').fill('Another text')
    await page.reload()
    await expect(offer(page).getByRole('listitem').filter({ hasText: 'Title' })).toContainText(`${post.title} → Another title`)
    await expect(offer(page).getByRole('listitem').filter({ hasText: 'Synopsis' })).toContainText('The first synopsis → Another text')
    await offer(page)
      .getByRole('checkbox', { name: /^Title/ })
      .uncheck()
    await offer(page).getByRole('button', { name: 'Restore the chosen' }).click()
    await expect(field(page, 'Synopsis')).toHaveValue('Another text')
    await expect(field(page, 'Title')).toHaveValue(post.title)
    await expect(offer(page)).toHaveCount(0)
    await page.reload()
    await expect(offer(page).getByRole('listitem')).toHaveCount(1)
  })

  draftTest('holds the key that was pressed right before a reload', async ({ page, post }) => {
    acceptLeaving(page)
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Nearly')
    await expect(bar(page)).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await field(page, 'Synopsis').evaluate((box: HTMLTextAreaElement) => {
      box.focus()
      box.setSelectionRange(box.value.length, box.value.length)
      document.execCommand('insertText', false, '!')
      location.reload()
    })
    await reloaded
    await expect(offer(page).getByRole('listitem').filter({ hasText: 'Synopsis' })).toContainText('The first synopsis → Nearly!')
  })

  draftTest('of a million characters is offered without a fault', async ({ page, post }) => {
    acceptLeaving(page)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await openPost(page, post)
    await field(page, 'Synopsis').fill('x'.repeat(1_000_000))
    await page.reload()
    await expect(offer(page).getByRole('listitem').filter({ hasText: 'Synopsis' })).toBeVisible()
    expect(faults).toEqual([])
  })

  draftTest('of a modal is offered when the modal is opened again', async ({ page }) => {
    acceptLeaving(page)
    await openList(page, '/content/type')
    await pickFromMenu(page, 'Guide', 'Edit')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Order' }).fill('77')
    await page.reload()
    await pickFromMenu(page, 'Guide', 'Edit')
    await expect(offer(page)).toContainText(/Order: \d+ → 77/)
    await offer(page).getByRole('button', { name: 'Discard it' }).click()
    await expect(offer(page)).toHaveCount(0)
  })

  draftTest('of a form that is open in another tab is not offered, and is once that tab is gone', async ({ page, context, post }) => {
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Typed in the first tab')
    await expect(bar(page)).toBeVisible()
    const other = await context.newPage()
    await openPost(other, post)
    await field(other, 'Title').fill('Typed in the second tab')
    await expect(bar(other)).toBeVisible()
    await expect(offer(other)).toHaveCount(0)
    await page.close({ runBeforeUnload: false })
    await expect(offer(other)).toContainText('The first synopsis → Typed in the first tab')
    await offer(other).getByRole('button', { name: 'Restore it' }).click()
    await expect(field(other, 'Synopsis')).toHaveValue('Typed in the first tab')
    await expect(field(other, 'Title')).toHaveValue('Typed in the second tab')
  })

  draftTest('is kept by a browser that refuses its database', async ({ page, context, post }) => {
    await refuse(context, 'database')
    acceptLeaving(page)
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Kept all the same')
    await page.reload()
    await expect(offer(page)).toContainText('The first synopsis → Kept all the same')
  })

  draftTest('that no storage takes is told in the bar', async ({ page, context, post }) => {
    await refuse(context, 'all')
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Not kept')
    await expect(bar(page)).toContainText('This browser keeps no draft')
    await expect(field(page, 'Synopsis')).toHaveValue('Not kept')
  })
})

draftTest.describe('on the way out', () => {
  draftTest.use({ role: null })

  async function signInAs(page: Page, username: string): Promise<void> {
    await page.goto('/auth/login')
    await page.getByRole('textbox', { name: 'Username' }).fill(username)
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/')
  }
  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }

  draftTest('what is unsaved stays on the device for its user, and for nobody else', async ({ page, post }) => {
    await signInAs(page, 'content_manager')
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Typed before going home')
    await signOut(page)
    const question = page.getByRole('dialog', { name: 'Sign out with unsaved changes?' })
    await expect(question).toContainText('stays on this device')
    await question.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(field(page, 'Synopsis')).toHaveValue('Typed before going home')
    await signOut(page)
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
    await signInAs(page, 'administrator')
    await openPost(page, post)
    await expect(field(page, 'Synopsis')).toHaveValue('The first synopsis')
    await expect(offer(page)).toHaveCount(0)
    await signOut(page)
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
    await signInAs(page, 'content_manager')
    await openPost(page, post)
    await expect(offer(page)).toContainText('The first synopsis → Typed before going home')
    await offer(page).getByRole('button', { name: 'Restore it' }).click()
    await expect(field(page, 'Synopsis')).toHaveValue('Typed before going home')
  })
})

draftTest('leaving asks nothing when what was typed was taken back', async ({ page, post }) => {
  await openPost(page, post)
  await field(page, 'Title').fill('Something else')
  await field(page, 'Title').fill(post.title)
  await page.getByRole('link', { name: 'Divisions' }).click()
  await expect(page).toHaveURL('/divisions')
})

draftTest.describe('undo', () => {
  draftTest('leads back field by field, after the text being typed has taken its own way', async ({ page, post }) => {
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Another text')
    await field(page, 'Title').focus()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await page.keyboard.press('Control+z')
    await expect(field(page, 'Title')).toHaveValue(post.title)
    await expect(field(page, 'Synopsis')).toHaveValue('Another text')
    await page.keyboard.press('Control+z')
    await expect(field(page, 'Synopsis')).toHaveValue('The first synopsis')
    await expect(field(page, 'Synopsis')).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Undone: Synopsis' })).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(field(page, 'Synopsis')).toHaveValue('Another text')
    await bar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'Synopsis')).toHaveValue('The first synopsis')
    await page.getByRole('main').getByRole('button', { name: 'Redo' }).last().click()
    await expect(field(page, 'Synopsis')).toHaveValue('Another text')
  })

  draftTest('stays out of a page behind a dialog', async ({ page, post }) => {
    await openPost(page, post)
    await field(page, 'Synopsis').fill('Another text')
    await page.getByRole('link', { name: 'Divisions' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Synopsis')).toHaveValue('Another text')
  })
})

draftTest.describe('somebody else saved meanwhile', () => {
  draftTest('and changed other fields: both are kept, and it is told', async ({ page, api, post }) => {
    await openPost(page, post)
    await field(page, 'Synopsis').fill('My text')
    await api('content-post-save', { payload: { id: post.id, version: post.version, data: { title: 'Their title' } } })
    await page.keyboard.press('Control+s')
    await expect(merge(page)).toContainText('do not conflict')
    await expect(merge(page)).toContainText(`Title: ${post.title} → Their title`)
    await expect(merge(page).getByRole('radio')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Successfully saved.')).toBeVisible()
    expect(await api('content-post-fetch', { params: { id: post.id } })).toMatchObject({ synopsis: 'My text', title: 'Their title' })
  })

  draftTest('and once more while it is merged: nothing is lost', async ({ page, api, post }) => {
    await openPost(page, post)
    await field(page, 'Synopsis').fill('My text')
    const theirs = await api<Post>('content-post-save', {
      payload: { id: post.id, version: post.version, data: { synopsis: 'Their text' } },
    })
    await page.keyboard.press('Control+s')
    await expect(merge(page).getByRole('group', { name: 'Synopsis' })).toContainText('Before: The first synopsis')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Synopsis')).toHaveValue('My text')
    await page.keyboard.press('Control+s')
    await expect(merge(page).getByRole('radio', { name: /^Mine/ })).toBeFocused()
    await api('content-post-save', {
      payload: { id: post.id, version: theirs.version, data: { synopsis: 'Their second text', title: 'Their title' } },
    })
    await page.keyboard.press('Space')
    await merge(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(merge(page).getByRole('group', { name: 'Synopsis' })).toContainText('Their second text')
    await merge(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(merge(page).getByRole('alert')).toHaveText('Choose one side for each.')
    await page.keyboard.press('ArrowDown')
    await merge(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Successfully saved.')).toBeVisible()
    expect(await api('content-post-fetch', { params: { id: post.id } })).toMatchObject({
      synopsis: 'Their second text',
      title: 'Their title',
    })
  })
})

test('rows that several people changed are merged one by one, and only one that both changed is asked about', async ({ page }) => {
  const rows = (...names: string[]) => ({ parts: names.map((name) => ({ name })) })
  const part = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } }
  const sent = await showForm(page, {
    name: 'kit',
    schema: { type: 'object', properties: { parts: { type: 'array', title: 'Parts', items: part } } },
    data: rows('a', 'b', 'c'),
  })
  const stale = {
    errorCode: 'stale-version',
    userMessage: 'Somebody else has saved this.',
    errors: {},
    metadata: { base: rows('a', 'b', 'c'), current: { ...rows('a', 'B', 'there', 'd'), version: 2 } },
  }
  await page.route(
    (url) => url.pathname.endsWith('/v1/save'),
    (route) => route.fulfill({ status: 409, json: stale }),
    { times: 1 },
  )
  await page.getByRole('textbox', { name: 'Name' }).nth(0).fill('A')
  await page.getByRole('textbox', { name: 'Name' }).nth(2).fill('here')
  await save(page)
  await expect(merge(page).getByRole('group')).toHaveCount(1)
  await expect(merge(page).getByRole('listitem')).toHaveCount(2)
  await merge(page)
    .getByRole('radio', { name: /^Theirs/ })
    .check()
  await merge(page).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([rows('A', 'B', 'there', 'd')])
})

const trashTest = test.extend<{ country: { id: number; version: number; title: string } }>({
  country: async ({ api }, provide) => {
    await provide(
      await api('divisions-save', {
        payload: {
          type: 'country',
          title: uniqueName('Land'),
          continents_id: (await api<{ id: number }[]>('list', { params: { model: 'division', type: 'continent' } }))[0]!.id,
        },
      }),
    )
  },
})

trashTest.describe('somebody else moved it to the trash meanwhile', () => {
  const trashed = (page: Page) => page.getByRole('dialog', { name: 'This is in the trash' })

  trashTest('it is told at once, and restoring it saves what was typed', async ({ page, api, country }) => {
    await openList(page, `/divisions?tab=countries&q=${encodeURIComponent(country.title)}`)
    await pickFromMenu(page, country.title, 'Edit')
    const form = page.locator('#pk-modal-host [role=dialog]')
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('ZZ')
    await api('divisions-trash', { method: 'DELETE', params: { id: country.id } })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(trashed(page)).toContainText('moved it there')
    await expect(trashed(page)).not.toContainText('Deleted at')
    await expect(trashed(page)).not.toContainText('do not conflict')
    await trashed(page).getByRole('button', { name: 'Back to the form' }).click()
    await expect(form.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('ZZ')
    await form.getByRole('button', { name: 'Save' }).click()
    await trashed(page).getByRole('button', { name: 'Restore and save' }).click()
    await expect(trashed(page)).toHaveCount(0)
    await expect
      .poll(async () => api('single', { params: { model: 'division', id: country.id } }))
      .toMatchObject({ code: 'ZZ', deleted_at: null })
  })
})

/** A browser as in a private window: its database does not open; or the drafts' copies have no room either. */
async function refuse(context: BrowserContext, what: 'database' | 'all'): Promise<void> {
  await context.addInitScript((refused) => {
    indexedDB.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name: string, text: string) {
      if (refused === 'all' && name.startsWith('pishkhan-draft')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, name, text)
    }
  }, what)
}
