import type { Locator, Page } from 'playwright/test'
import { answerCall, expect, findViolations, lineOf, openList, openPath, test, toast, uniqueName } from './panel.ts'

const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const endOf = (name: string) => (url: URL) => url.pathname.endsWith(`/${name}`)

interface Post {
  id: number
  version: number
}

test.describe('without the network', () => {
  test('leaving still asks, and the page that cannot be read says so and comes by itself', async ({ page, context, api }) => {
    const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Offline'), locale: 'en' } })
    const stack = page.waitForResponse((response) => response.url().includes('modal-stack'))
    await openPath(page, `/content/post/article/${id}/edit`)
    await stack
    await field(page, 'Text').fill('Not saved yet.')
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Divisions' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(field(page, 'Text')).toHaveText('Not saved yet.')
    await page.getByRole('navigation').getByRole('link', { name: 'Divisions' }).click()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByText('The server cannot be reached')).toBeVisible()
    await context.setOffline(false)
    await expect(page.locator('table[aria-busy=false] tbody tr[data-id]').first()).toBeVisible()
  })

  test('a page of a list that does not come says so over the old rows, and comes by itself', async ({ page, context }) => {
    await openList(page, '/content/post/article')
    const before = await page.locator('tbody tr[data-id]').first().getAttribute('data-id')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The rows shown are those from before')
    await expect(page.locator('tbody tr[data-id]').first()).toHaveAttribute('data-id', before ?? '')
    await context.setOffline(false)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page.locator('tbody tr[data-id]').first()).not.toHaveAttribute('data-id', before ?? '')
  })
})

test.describe('code that does not arrive', () => {
  // The worker would fetch it past what this test holds back.
  test.use({ serviceWorkers: 'block' })

  test('is told in its place and asked for again', async ({ page }) => {
    await page.route(/\/assets\/filter-popover-/, (route) => route.abort())
    await openList(page, '/content/post/article')
    await page.getByRole('button', { name: 'Add filter' }).click()
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('Part of the panel could not be loaded')
    await expect(lineOf(page, '').first()).toBeVisible()
    await page.unroute(/\/assets\/filter-popover-/)
    await notice.getByRole('button').click()
    await expect(page.locator('.grid-popover')).toBeVisible()
  })

  test('at the start is told in both languages, and the panel opens once it arrives', async ({ page }) => {
    await page.route(/\/assets\/en-[^/]*\.js$/, (route) => route.abort())
    await page.goto('/content/post/article')
    await expect(page.getByText('The panel did not load.')).toBeVisible()
    await expect(page.getByText('پنل بارگذاری نشد.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.unroute(/\/assets\/en-[^/]*\.js$/)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(lineOf(page, '').first()).toBeVisible()
  })
})

test.describe('while a save is out', () => {
  test('what is typed goes along to the page that opens the new record', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(endOf('content-post-save'), async (route) => {
      await held
      await route.continue()
    })
    await openPath(page, '/content/post/article/create')
    await field(page, 'Title').fill(uniqueName('Slow'))
    const sent = page.waitForRequest((request) => request.url().includes('content-post-save'))
    await button(page, 'Save draft').first().click()
    await sent
    await field(page, 'Text').fill('Typed meanwhile.')
    release()
    await expect(page).toHaveURL(/\/edit$/)
    await expect(field(page, 'Text')).toHaveText('Typed meanwhile.')
    await expect(unsaved(page)).toContainText('Text')
  })

  test('an answer that is lost does not store it twice', async ({ page, api }) => {
    const title = uniqueName('Lost answer')
    const keys: (string | undefined)[] = []
    await page.route(endOf('content-post-save'), async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      await (keys.length === 1 ? route.abort() : route.fulfill({ response: answer }))
    })
    await openPath(page, '/content/post/article/create')
    await field(page, 'Title').fill(title)
    await button(page, 'Save draft').first().click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing you typed is lost')
    await button(page, 'Try again').click()
    await expect(page).toHaveURL(/\/edit$/)
    expect(keys[1]).toBe(keys[0])
    expect(await api<unknown[]>('content-post-grid', { params: { type: 'article', q: title } })).toHaveLength(1)
  })
})

test.describe('a record that changes under the form', () => {
  test('by an action of the same page is no clash', async ({ page, api }) => {
    const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Rejected'), locale: 'en' } })
    await openPath(page, `/content/post/article/${id}/edit`)
    await field(page, 'Text').fill('Unsaved before rejecting.')
    await page.locator('.pf-actions').getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByRole('textbox').fill('Not yet.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByRole('main').getByText('Rejected', { exact: true })).toBeVisible()
    await expect(field(page, 'Text')).toHaveText('Unsaved before rejecting.')
    await button(page, 'Save changes').first().click()
    await expect(unsaved(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('by somebody else is told before a state follows that was decided by what the page showed', async ({ page, api }) => {
    const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Decided'), locale: 'en' } })
    await openPath(page, `/content/post/article/${id}/edit`)
    await expect(field(page, 'Text')).toBeVisible()
    await api('transition', { payload: { model: 'post', id, transition: 'publish' } })
    await page.locator('.pf-actions').getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByRole('textbox').fill('Too short.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByRole('dialog').last()).toContainText('Published')
    expect(await api<{ status: string }>('content-post-single', { params: { id } })).toMatchObject({ status: 'published' })
  })

  test('by somebody else is told with what changed beside it, under the button that was pressed', async ({ page, api }) => {
    const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Both'), locale: 'en' } })
    await openPath(page, `/content/post/article/${id}/edit`)
    await field(page, 'Text').fill('Mine.')
    await api('content-post-save', { as: 'content_manager', payload: { id, action: 'send_to_moderator', data: { synopsis: 'Theirs.' } } })
    await button(page, 'Publish').click()
    const merge = page.getByRole('dialog')
    await expect(merge).toContainText('Saved by')
    await expect(merge.locator('li[data-field=status]')).toContainText(/Draft.*Pending/)
    await expect(merge.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  })

  test('that lies in the trash is only read', async ({ page, api }) => {
    const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Gone'), locale: 'en' } })
    await api('content-post-trash', { method: 'DELETE', params: { id } })
    await openPath(page, `/content/post/article/${id}/edit`)
    await expect(page.getByText('This record is in the trash')).toBeVisible()
    await expect(field(page, 'Title')).toBeDisabled()
  })

  test('in a list is read again, and says so', async ({ page, api }) => {
    const title = uniqueName('Stale row')
    const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title, locale: 'en' } })
    await openList(page, `/content/post/article?q=${encodeURIComponent(title)}`)
    await api('content-post-save', { payload: { id, action: 'draft', data: { title: `${title} anew` } } })
    await lineOf(page, title)
      .getByRole('button', { name: /^Actions of/ })
      .click()
    await page.getByRole('menuitem', { name: /trash/i }).click()
    await page.getByRole('dialog').getByRole('button', { name: /trash/i }).click()
    await expect(toast(page, 'Close it and check the current state')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(lineOf(page, `${title} anew`)).toBeVisible()
  })
})

test('an address that no record can have is not found', async ({ page }) => {
  await page.goto('/content/post/news/abc/edit')
  await expect(page.getByRole('heading', { name: 'The page you are looking for does not exist.' })).toBeVisible()
})

test('the heading of a screen that is a list follows the list', async ({ page }) => {
  await answerCall(page, 'content-type-grid', {
    results: [],
    metadata: {
      page_title: 'Another heading',
      breadcrumbs: [],
      modals: [],
      pagination: { page: 1, page_size: 15, total: 0 },
      grid: { name: 'types', columns: [] },
    },
  })
  await page.goto('/content/type')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another heading')
})

test.describe('a button that is pressed right after typing', () => {
  const isTyping = (page: Page) => page.evaluate(() => document.activeElement instanceof HTMLInputElement)
  const holdDown = async (page: Page, target: Locator) => {
    await target.hover()
    await page.mouse.down()
  }

  test('stands still beside a form until the click', async ({ page }) => {
    await openPath(page, '/content/post/article/create')
    await field(page, 'Title').fill('Typed at once')
    await holdDown(page, page.locator('.pf-actions').getByRole('button', { name: 'Publish' }))
    expect(await isTyping(page)).toBe(true)
    await page.mouse.up()
    await expect(page).toHaveURL(/\/edit$/)
  })

  test('stands still beside the search of a list until the click', async ({ page }) => {
    await openList(page, '/content/post/article')
    await page.getByRole('searchbox').fill('a')
    await holdDown(page, button(page, 'Add filter'))
    expect(await isTyping(page)).toBe(true)
    await page.mouse.up()
    await expect(page.locator('.grid-popover')).toBeVisible()
  })
})

test('of selected rows, those that failed stay selected and are named with the reason', async ({ page, api }) => {
  const title = uniqueName('Bulk')
  const ids: number[] = []
  for (const part of ['one', 'two'])
    ids.push((await api<Post>('content-post-save', { payload: { type: 'article', title: `${title} ${part}`, locale: 'en' } })).id)
  await openList(page, `/content/post/article?q=${encodeURIComponent(title)}`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).first().check()
  await api('content-post-save', { payload: { id: ids[0]!, action: 'publish', data: {} } })
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /publish/i })
    .click()
  const report = page.getByRole('dialog', { name: 'Some rows could not be done' })
  await expect(report).toContainText(`${title} one`)
  await expect(report).not.toContainText(`${title} two`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } })

  test('a list sorts and selects without the head of its table', async ({ page }) => {
    await openList(page, '/content/post/article')
    await page.getByRole('button', { name: /^Sort by: / }).click()
    await page.getByRole('combobox', { name: 'Column 1 of the order' }).selectOption('Title')
    await page.getByRole('button', { name: 'Descending' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/sort=title/)
    await expect(page.locator('table[aria-busy=false]')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('15 selected')
  })
})

test.describe('leaving while a save is out', () => {
  const holdSave = async (page: Page, answer: 'pass' | 'refuse') => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(endOf('content-post-save'), async (route) => {
      await held
      await (answer === 'pass'
        ? route.continue()
        : route.fulfill({
            status: 422,
            json: { errorCode: 422, userMessage: 'Refused.', errors: { synopsis: ['Not like this.'] }, metadata: {} },
          }))
    })
    return () => release()
  }
  const leaveWhileSaving = async (page: Page, id: number) => {
    await openPath(page, `/content/post/article/${id}/edit`)
    await field(page, 'Text').fill('On its way.')
    const sent = page.waitForRequest((request) => request.url().includes('content-post-save'))
    await button(page, 'Save changes').first().click()
    await sent
    await page.getByRole('navigation').getByRole('link', { name: 'Divisions' }).click()
    await expect(page.getByRole('dialog', { name: 'Waiting for the save…' })).toBeVisible()
  }
  const newPost = (api: <Results>(name: string, options?: object) => Promise<Results>) =>
    api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Leaving'), locale: 'en' } })

  test('waits for its answer, and leaves without a question', async ({ page, api }) => {
    const { id } = await newPost(api)
    const release = await holdSave(page, 'pass')
    await leaveWhileSaving(page, id)
    release()
    await expect(page).toHaveURL(/\/divisions$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await api<{ text: string }>('content-post-fetch', { params: { type: 'article', id } })).toHaveProperty(
      'text',
      expect.stringContaining('On its way.'),
    )
  })

  test('asks when the save was refused', async ({ page, api }) => {
    const { id } = await newPost(api)
    const release = await holdSave(page, 'refuse')
    await leaveWhileSaving(page, id)
    release()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page).toHaveURL(new RegExp(`/${id}/edit$`))
    await expect(field(page, 'Text')).toHaveText('On its way.')
  })

  test('stays where that is wanted, and the save goes on', async ({ page, api }) => {
    const { id } = await newPost(api)
    const release = await holdSave(page, 'pass')
    await leaveWhileSaving(page, id)
    await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click()
    release()
    await expect(unsaved(page)).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/${id}/edit$`))
  })
})

test.describe('code that is held back', () => {
  // The worker would fetch it past what this test holds back.
  test.use({ serviceWorkers: 'block' })
  test('fails after 120 s, not before, and the page can be reloaded', async ({ page, context }) => {
    const held: (() => void)[] = []
    await page.clock.install()
    await context.route(/\/assets\/rich-text-[^/]+\.js$/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue().catch(() => undefined)
    })
    await page.goto('/content/post/article/create')
    await expect(field(page, 'Title')).toBeVisible()
    await expect.poll(() => held.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await page.clock.fastForward(80_000) // the clock goes on by itself as well; running all timers in between takes as long as they do
    await expect(page.getByText('Part of the panel did not arrive in time.')).toHaveCount(0)
    await page.clock.fastForward(42_000)
    await expect(page.getByText('Part of the panel did not arrive in time.').first()).toBeVisible()
    await context.unroute(/\/assets\/rich-text-[^/]+\.js$/)
    for (const release of held) release()
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).first().click() // of each part that waits for it
    await expect(field(page, 'Text')).toBeVisible()
  })
})

test('a record that another destroys says so on saving, keeps what was typed and offers nothing more', async ({ page, api }) => {
  const { id } = await api<Post>('content-post-save', { payload: { type: 'article', title: uniqueName('Doomed'), locale: 'en' } })
  await openPath(page, `/content/post/article/${id}/edit`)
  await field(page, 'Synopsis').fill('Typed in vain')
  await api('content-post-trash', { method: 'DELETE', params: { id } })
  await api('content-post-destroy', { method: 'DELETE', params: { id } })
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert').filter({ hasText: 'This record has been deleted.' })).toBeVisible()
  await expect(field(page, 'Synopsis')).toHaveValue('Typed in vain')
  await expect(page.getByRole('main').getByText('Deleted', { exact: true })).toBeVisible()
  await expect(button(page, 'Publish')).toHaveCount(0)
})
