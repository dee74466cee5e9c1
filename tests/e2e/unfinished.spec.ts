import type { Locator, Page, Route } from 'playwright/test'
import { answerCall, expect, openList, pickFromMenu, test } from './panel.ts'
import { save, showForm } from './page-form.ts'

const schema = {
  type: 'object',
  properties: {
    files: { type: 'array', title: 'Files', items: { type: 'object', format: 'file' } },
    note: { type: 'string', title: 'Note' },
    code: { type: 'string', title: 'Code' },
  },
}
const ui = { code: { check: { endpoint: 'code-free' } } }
const file = {
  name: 'slow.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
}
const arrived = {
  results: {},
  metadata: { id: 1, link: '/files/a/slow.png', mime_type: 'image/png', versions: {}, name: 'slow.png', size: 70, width: 1, height: 1 },
}

const chooser = (page: Page): Locator => page.locator('input[type=file]')
const dialog = (page: Page) => page.locator('#pk-modal-host [role=dialog]')
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Keeps the calls of an endpoint until they are answered here. */
async function holdCalls(page: Page, endpoint: string): Promise<Route[]> {
  const held: Route[] = []
  await page.route(
    (url) => url.pathname.endsWith(`/${endpoint}`),
    (route) => {
      held.push(route)
    },
  )
  return held
}

/** Opens a form in a modal of this size; answers what was sent. */
async function openModal(page: Page, size: string): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route(
    (url) => url.pathname.endsWith('/content-type-save'),
    (route) => {
      sent.push((route.request().postDataJSON() as { data: unknown }).data)
      return route.fulfill({ json: { results: { id: 1 }, metadata: {} } })
    },
  )
  const send = {
    id: 'ok',
    title: 'Do it',
    color: 'primary',
    action: { type: 'call', options: { name: 'content-type-save', method: 'POST', payload: { data: '{form}' } } },
  }
  const modal = { id: 'trial', title: 'Trial', size, buttons: [{ id: 'cancel', title: 'Cancel' }, send], body: { schema, ui } }
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await answerCall(page, 'content-type-grid', {
    results: [{ id: 1, version: 1, title: 'Row 1' }],
    metadata: {
      breadcrumbs: [],
      page_title: 'Types',
      modals: [modal],
      grid: {
        columns: [{ key: 'title', title: 'Title', cell: 'text' }],
        row: [{ type: 'modal', title: 'Try', options: { modal: 'trial' } }],
      },
      pagination: { page: 1, page_size: 15, total: 1 },
    },
  })
  await openList(page, '/content/type')
  await pickFromMenu(page, 'Row 1', 'Try')
  await expect(chooser(page)).toBeAttached()
  return sent
}

test('discarding a page gives up the file that is on its way', async ({ page }) => {
  const uploads = await holdCalls(page, 'upload')
  const sent = await showForm(page, { name: 'unfinished', schema })
  await box(page, 'Note').fill('typed')
  await chooser(page).setInputFiles(file)
  await expect.poll(() => uploads.length).toBe(1)
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'))
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await cancelled
  await expect(page.locator('.pf-file')).toHaveCount(0)
  await expect(box(page, 'Note')).toHaveValue('')
  await uploads[0]!.fulfill({ json: arrived }).catch(() => undefined)
  await box(page, 'Note').fill('again')
  await save(page)
  await expect.poll(() => sent).toEqual([{ note: 'again' }])
})

for (const size of ['md', 'drawer']) {
  test.describe(`a ${size === 'md' ? 'modal' : size}`, () => {
    test('asks before it is closed over a file on its way, and gives the file up then', async ({ page }) => {
      const uploads = await holdCalls(page, 'upload')
      const sent = await openModal(page, size)
      await chooser(page).setInputFiles(file)
      await expect.poll(() => uploads.length).toBe(1)
      const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'))
      await dialog(page).first().getByRole('button', { name: 'Cancel', exact: true }).click()
      await page
        .getByRole('dialog', { name: /without saving/ })
        .getByRole('button')
        .last()
        .click()
      await cancelled
      await expect(dialog(page)).toHaveCount(0)
      await pickFromMenu(page, 'Row 1', 'Try')
      await expect(chooser(page)).toBeAttached()
      await expect(page.locator('.pf-file')).toHaveCount(0)
      expect(sent).toEqual([])
    })

    test('sends only when the file has arrived and the question is answered', async ({ page }) => {
      const uploads = await holdCalls(page, 'upload')
      const questions = await holdCalls(page, 'code-free')
      const sent = await openModal(page, size)
      const send = dialog(page).getByRole('button', { name: 'Do it' })
      await chooser(page).setInputFiles(file)
      await box(page, 'Code').fill('one')
      await send.click()
      await expect(send).toHaveAttribute('aria-busy', 'true')
      await expect.poll(() => uploads.length).toBe(1)
      await uploads[0]!.fulfill({ json: arrived })
      await expect.poll(() => questions.length).toBeGreaterThan(0)
      await expect(send).toHaveAttribute('aria-busy', 'true')
      expect(sent).toEqual([])
      for (const route of questions)
        await route.fulfill({ json: { results: { valid: false, message: 'Taken already.' }, metadata: {} } }).catch(() => undefined)
      await expect(box(page, 'Code')).toHaveAccessibleDescription(/Taken already/)
      await expect(box(page, 'Code')).toBeFocused()
      expect(sent).toEqual([])
      questions.length = 0
      await box(page, 'Code').fill('two')
      await send.click()
      await expect.poll(() => questions.length).toBeGreaterThan(0)
      for (const route of questions) await route.fulfill({ json: { results: { valid: true }, metadata: {} } }).catch(() => undefined)
      await expect.poll(() => sent).toMatchObject([{ code: 'two', files: [{ link: '/files/a/slow.png' }] }])
    })
  })
}

test('a picture on its way outlives writing in the HTML source, and the save waits for it', async ({ page }) => {
  const uploads = await holdCalls(page, 'upload')
  const sent = await showForm(page, {
    name: 'unfinished',
    schema: { type: 'object', properties: { text: { type: 'string', title: 'Text', format: 'html' } } },
    ui: { text: { widget: 'rich-text' } },
    data: { text: '<p>first</p>' },
  })
  await expect(page.locator('.rt-text[contenteditable=true]')).toBeVisible()
  await page.locator('.rt-text').click()
  await chooser(page).setInputFiles(file)
  await expect.poll(() => uploads.length).toBe(1)
  const source = page.getByRole('toolbar').getByRole('button', { name: 'HTML source' })
  await source.click()
  const html = page.getByRole('textbox', { name: 'HTML source of Text' })
  await expect(html).toHaveValue(/data-upload=/)
  await html.fill((await html.inputValue()).replace('first', 'changed'))
  await source.click()
  await expect(page.locator('.rt-image[data-status=running]')).toBeVisible()
  await save(page)
  expect(sent).toEqual([])
  await uploads[0]!.fulfill({ json: arrived })
  await expect.poll(() => sent).toEqual([{ text: '<p>changed<img src="/files/a/slow.png" alt=""></p>' }])
})
