import type { Page } from 'playwright/test'
import { answerCall, expect, lineOf, openList, openPath, test, toast, uniqueName } from './panel.ts'

const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const summary = (page: Page) => page.locator('.pf-summary')

test.describe('a new post', () => {
  test('is created from the list, edited, and found again', async ({ page }) => {
    const title = uniqueName('First things first')
    await openList(page, '/content/post/article')
    await page.getByRole('button', { name: 'Add article' }).click()
    await expect(page).toHaveURL('/content/post/article/create')
    await field(page, 'Title').fill(title)
    await field(page, 'Text').fill('What was written first.')
    await press(page, 'Save draft')
    await expect(toast(page, 'Successfully saved.')).toBeVisible()
    await expect(page).toHaveURL(/\/content\/post\/article\/\d+\/edit$/)
    await expect(field(page, 'Slug')).toHaveValue(title.toLowerCase().replaceAll(' ', '-'))
    await field(page, 'Text').fill('What was written later.')
    await press(page, 'Save changes')
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
    await page.reload()
    await expect(field(page, 'Text')).toHaveText('What was written later.')
    await openList(page, `/content/post/article?q=${encodeURIComponent(title)}`)
    await expect(lineOf(page, title)).toContainText('Draft')
  })

  test('says beside the field and above the form what is missing, and leads there', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('content-post-save')) sent.push(request.url())
    })
    await openPath(page, '/content/post/article/create')
    await press(page, 'Publish')
    await expect(summary(page)).toContainText('Please check the marked fields')
    await expect(field(page, 'Title')).toHaveAccessibleDescription(/required/i)
    await expect(field(page, 'Title')).toBeFocused()
    await expect(field(page, 'Title')).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toEqual([])
    await field(page, 'Title').fill('Something')
    await field(page, 'Title').blur()
    await expect(field(page, 'Title')).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('shows what only the server could find wrong beside its field', async ({ page }) => {
    await answerCall(
      page,
      'content-post-save',
      { errorCode: 422, userMessage: 'The data is not valid.', errors: { title: ['This title was used yesterday.'] }, metadata: {} },
      422,
    )
    await openPath(page, '/content/post/article/create')
    await field(page, 'Title').fill('Yesterday')
    await press(page, 'Save draft')
    await expect(field(page, 'Title')).toHaveAccessibleDescription(/This title was used yesterday\./)
    await expect(field(page, 'Title')).toHaveValue('Yesterday')
  })

  test('learns on leaving the slug whether it is free, and takes the one that is offered', async ({ page, api }) => {
    const title = uniqueName('Taken')
    await api('content-post-save', { payload: { type: 'article', title, locale: 'en' } })
    const slug = title.toLowerCase().replaceAll(' ', '-')
    await openPath(page, '/content/post/article/create')
    await field(page, 'Slug').fill(slug)
    await field(page, 'Slug').blur()
    await expect(page.getByText('This slug is not available.')).toBeVisible()
    await page.getByRole('button', { name: `Use ${slug}-` }).click()
    await expect(page.getByText('This slug is available.')).toBeVisible()
    await expect(field(page, 'Slug')).toHaveValue(new RegExp(`^${slug}-`))
  })

  test('keeps what was typed when the network is gone, and is stored once when it is back', async ({ page, context, api }) => {
    const title = uniqueName('Through the storm')
    await openPath(page, '/content/post/article/create')
    // What is loaded when it is in sight is there before the network goes.
    await expect(field(page, 'Text')).toBeEditable()
    await field(page, 'Title').fill(title)
    await context.setOffline(true)
    await press(page, 'Save draft')
    await expect(summary(page)).toContainText('Nothing you typed is lost')
    await expect(field(page, 'Title')).toHaveValue(title)
    await context.setOffline(false)
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/edit$/)
    const found = await api<{ title: string }[]>('content-post-grid', { params: { type: 'article', q: title } })
    expect(found.map((row) => row.title)).toEqual([title])
  })
})

test.describe('what is unsaved', () => {
  test('holds the page until it is given up', async ({ page }) => {
    await openPath(page, '/content/post/article/create')
    await field(page, 'Title').fill('Half a thought')
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Title')
    await page.getByRole('link', { name: 'Divisions' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page).toHaveURL('/content/post/article/create')
    await expect(field(page, 'Title')).toHaveValue('Half a thought')
    await page.getByRole('link', { name: 'Divisions' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/divisions')
  })

  test('is asked about on going back', async ({ page }) => {
    await openList(page, '/content/post/article')
    await page.getByRole('button', { name: 'Add article' }).click()
    await field(page, 'Title').fill('Half a thought')
    await page.goBack()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page).toHaveURL('/content/post/article/create')
    await expect(field(page, 'Title')).toHaveValue('Half a thought')
  })

  test('is offered again after a reload', async ({ page, api }) => {
    const title = uniqueName('Interrupted')
    const { id } = await api<{ id: number }>('content-post-save', { payload: { type: 'article', title, locale: 'en' } })
    await openPath(page, `/content/post/article/${id}/edit`)
    await field(page, 'Text').fill('An hour of work')
    // At once: what was typed has neither reached the form nor its store.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Restore it' }).click()
    await expect(field(page, 'Text')).toHaveText('An hour of work')
    await press(page, 'Save changes')
    await expect(toast(page, 'Successfully saved.')).toBeVisible()
    await page.reload()
    await expect(field(page, 'Text')).toHaveText('An hour of work')
    await expect(page.getByRole('button', { name: 'Restore it' })).toHaveCount(0)
  })
})

test('two tabs that save the same post meet in the merge, and nobody is overwritten', async ({ page, context, api }) => {
  const title = uniqueName('Of two minds')
  const { id } = await api<{ id: number }>('content-post-save', {
    payload: { type: 'article', title, text: 'The first text', synopsis: 'The first synopsis', locale: 'en' },
  })
  const other = await context.newPage()
  for (const tab of [page, other]) await openPath(tab, `/content/post/article/${id}/edit`)
  await field(other, 'Text').fill('The text of the other tab')
  await press(other, 'Save changes')
  await expect(toast(other, 'Successfully saved.')).toBeVisible()
  await field(page, 'Text').fill('The text of this tab')
  await field(page, 'Synopsis').fill('The synopsis of this tab')
  await press(page, 'Save changes')
  const merge = page.getByRole('dialog', { name: 'Somebody else has saved this' })
  const difference = merge.getByRole('group', { name: /^Text/ })
  await expect(difference).toContainText('The text of this tab')
  await expect(difference).toContainText('The text of the other tab')
  await difference.getByRole('radio', { name: /Theirs/ }).check()
  await merge.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Successfully saved.')).toBeVisible()
  expect(await api('content-post-fetch', { params: { id } })).toMatchObject({
    text: '<p>The text of the other tab</p>',
    synopsis: 'The synopsis of this tab',
  })
})

test('a translation that stands is opened instead of an empty form, and Back does not come to it again', async ({ page, api }) => {
  const source = await api<{ id: number }>('content-post-save', {
    as: 'content_manager',
    payload: { type: 'news', locale: 'en', title: uniqueName('Original') },
  })
  const standing = await api<{ id: number }>('content-post-save', {
    as: 'content_manager',
    payload: { type: 'news', locale: 'fr', sister: source.id, title: uniqueName('Traduction') },
  })
  await openPath(page, '/content/post/news')
  await openPath(page, `/content/post/news/create/fr/${source.id}`)
  await page.waitForURL((url) => url.pathname === `/content/post/news/${standing.id}/edit`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Traduction')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/content/post/news')
})

test('a save reads again only what it may have changed', async ({ page, api }) => {
  const { id } = await api<{ id: number }>('content-post-save', { payload: { type: 'article', title: uniqueName('Once'), locale: 'en' } })
  await openPath(page, `/content/post/article/${id}/edit`)
  const calls: string[] = []
  page.on('request', (request) => {
    const name = /\/api\/v\d+\/([a-z-]+)/.exec(request.url())?.[1]
    if (name) calls.push(name)
  })
  let times = 0
  // What another test publishes meanwhile is read again too: then the next save tells.
  await expect(async () => {
    await field(page, 'Text').fill(`Typed ${++times}.`)
    calls.length = 0
    await press(page, 'Save changes')
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
    await expect.poll(() => calls).toContain('content-post-fetch-buttons')
    expect(calls).toContain('content-post-save')
    for (const name of ['routes', 'screen', 'content-post-fetch']) expect(calls).not.toContain(name)
  }).toPass({ timeout: 60_000 })
  await expect(toast(page, 'Successfully saved.').first()).toBeVisible()
})

test('on a phone the buttons of an editor are in reach above a long form', async ({ page, api }) => {
  const { id } = await api<{ id: number }>('content-post-save', {
    as: 'content_manager',
    payload: { type: 'news', locale: 'en', title: uniqueName('Long') },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openPath(page, `/content/post/news/${id}/edit`)
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport()
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Another')
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 })
  const bar = page.locator('.pf-actions')
  await expect(bar.getByRole('button')).toHaveText(['Publish', ''])
  expect(await bar.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await bar.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Schedule' })).toBeVisible()
})

test('a category that is not there is made in a window, begun with what was typed, and chosen', async ({ page, api }) => {
  const title = uniqueName('Gardens')
  const { id } = await api<{ id: number }>('content-post-save', { payload: { type: 'article', title: uniqueName('Green'), locale: 'en' } })
  await openPath(page, `/content/post/article/${id}/edit`)
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Categories' }).fill(title)
  await page.getByRole('listbox').or(page.locator('.pf-popup')).getByText(`Create “${title}”`).click()
  const dialog = page.getByRole('dialog', { name: 'Add category' })
  await expect(dialog.getByRole('textbox', { name: /^Title/ }).first()).toHaveValue(title)
  await dialog.getByRole('textbox', { name: 'Slug' }).fill(title.toLowerCase())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.pf-chip').getByText(title)).toBeVisible()
  await press(page, 'Save changes')
  await expect(toast(page, 'Successfully saved.')).toBeVisible()
  const { categories } = await api<{ categories: number[] }>('content-post-fetch', { params: { id } })
  expect(await Promise.all(categories.map((one) => api('single', { params: { model: 'category', id: one } })))).toMatchObject([{ title }])
})

test('the history of a post tells who changed what, with the time before the day', async ({ page, api }) => {
  const { id } = await api<{ id: number }>('content-post-save', { payload: { type: 'article', title: uniqueName('Old'), locale: 'en' } })
  await api('content-post-save', { payload: { id, data: { synopsis: 'New' } } })
  await openPath(page, `/content/post/article/${id}/edit`)
  await page.getByText('History', { exact: true }).click()
  const latest = page.locator('.pf-timeline > li').first()
  await expect(latest).toContainText('Changed')
  await expect(latest).toContainText('Synopsis')
  await expect(latest.locator('time')).toHaveText(/^\d\d:\d\d - \d{4}\/\d\d\/\d\d$/)
})

test('a menu stays open where the press has brought its button into sight, and gives the focus back when it is scrolled away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 420 })
  await openPath(page, '/content/post/article/create')
  const button = page.getByRole('main').getByRole('button', { name: 'Actions', exact: true })
  await button.evaluate(async (element) => {
    window.scrollTo(0, 0)
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
    element.scrollIntoView({ block: 'center' })
    ;(element as HTMLElement).click()
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
  })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.mouse.move(400, 200)
  await page.mouse.wheel(0, -200)
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('a slug that is left twice is asked for once, a second after it was left last', async ({ page }) => {
  await openPath(page, '/content/post/article/create')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/slug-suggest')) asked.push((request.postDataJSON() as { slug: string }).slug)
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  for (const slug of ['first-one', 'second-one']) {
    await field(page, 'Slug').fill(slug)
    await page.clock.runFor(300)
    await field(page, 'Title').focus()
    await page.clock.runFor(900)
  }
  expect(asked).toEqual([])
  await page.clock.runFor(100)
  await expect.poll(() => asked).toEqual(['second-one'])
})
