import { truncateSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Locator, Page } from 'playwright/test'
import { answerCall, expect, findViolations, openList, pickFromMenu, test, toast } from './panel.ts'

const one = { type: ['object', 'null'], format: 'file' }
const list = { type: 'array', items: { type: 'object', format: 'file' } }

/** Files are handed to the browser by their paths: their bytes would take long through its pipe. */
function inFile(name: string, bytes: Buffer | string, length = bytes.length): string {
  const path = test.info().outputPath(name)
  writeFileSync(path, bytes)
  truncateSync(path, length)
  return path
}
const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a8' } })
    .png()
    .toBuffer()
const picture = async (name: string, width = 30, height = 30) => inFile(name, await pixels(width, height))
const blank = (name: string, megabytes = 0) => inFile(name, '', megabytes * 1024 * 1024 + 1)

/** A form with one field, in a modal that sends what it holds; answers what was sent. */
async function openForm(page: Page, schema: object, ui: object): Promise<() => unknown> {
  let sent: unknown
  const save = {
    id: 'ok',
    title: 'Do it',
    color: 'primary',
    action: { type: 'call', options: { name: 'content-type-save', method: 'POST', payload: { data: '{form}' } } },
  }
  const modal = {
    id: 'trial',
    title: 'Trial',
    buttons: [save],
    body: { schema: { type: 'object', properties: { files: { title: 'Files', ...schema } } }, ui: { files: ui } },
  }
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await page.route(
    (url) => url.pathname.endsWith('/content-type-save'),
    (route) => {
      sent = (route.request().postDataJSON() as { data: { files?: unknown } }).data.files
      return route.fulfill({ json: { results: { id: 1 }, metadata: {} } })
    },
  )
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
  return () => sent
}

const chooser = (page: Page): Locator => page.locator('input[type=file]')
const names = (page: Page): Locator => page.locator('.pf-file-name a')
const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Do it' }).click()

test('a single file is replaced by the next, and is shown by the link of the answer', async ({ page }) => {
  const sent = await openForm(page, one, {})
  await expect(chooser(page)).not.toHaveAttribute('multiple')
  await expect(chooser(page)).toHaveAttribute('accept', '.jpg,.jpeg,.png,.gif,.pdf')
  await chooser(page).setInputFiles(await picture('first.png'))
  await expect(names(page)).toHaveText(['first.png'])
  const answered = page.waitForResponse((response) => response.url().endsWith('/upload'))
  await chooser(page).setInputFiles(await picture('second.png'))
  const { metadata } = (await (await answered).json()) as { metadata: { link: string } }
  await expect(names(page)).toHaveText(['second.png'])
  await expect(names(page)).toHaveAttribute('href', metadata.link)
  await submit(page)
  await expect
    .poll(sent)
    .toMatchObject({
      link: metadata.link,
      name: 'second.png',
      mime_type: 'image/png',
      versions: { panel_thumb: expect.stringContaining('/files/') },
    })
})

test('what may not be uploaded is told under the field and in a toast', async ({ page }) => {
  await openForm(page, list, {})
  const fault = page.locator('.pf-upload-faults')
  await chooser(page).setInputFiles(blank('large.png', 11))
  for (const place of [fault, toast(page, 'large.png')]) await expect(place).toContainText(/large\.png\W+ is 11 MB; the maximum is 10 MB/)
  await chooser(page).setInputFiles(blank('notes.txt'))
  for (const place of [fault, toast(page, 'notes.txt')])
    await expect(place).toContainText(/notes\.txt\W+ is of a type that is not accepted/)
  await chooser(page).setInputFiles(Array.from({ length: 101 }, (_, at) => blank(`${at}.png`)))
  for (const place of [fault, toast(page, 'At most 100 files')])
    await expect(place).toContainText('At most 100 files are accepted; 101 were chosen.')
  await expect(names(page)).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})

test('a refused file stays told under the field, and holds the save only where no other file stands beside it', async ({ page }) => {
  const sent = await openForm(page, list, {})
  await chooser(page).setInputFiles(blank('large.png', 11))
  const refused = page.locator('.pf-upload-faults')
  await expect(refused).toContainText('the maximum is 10 MB')
  await submit(page)
  await expect(page.getByRole('dialog').getByText('Remove the files that were not accepted').first()).toBeVisible()
  expect(sent()).toBeUndefined()
  await chooser(page).setInputFiles(await picture('good.png'))
  await expect(names(page)).toHaveText(['good.png'])
  await expect(refused).toContainText('the maximum is 10 MB')
  await submit(page)
  await expect.poll(sent).toMatchObject([{ name: 'good.png' }])
})

test('a file in the place of a single one that was refused is its second try', async ({ page }) => {
  const sent = await openForm(page, one, {})
  await chooser(page).setInputFiles(blank('large.png', 11))
  await expect(page.locator('.pf-upload-faults')).toContainText('the maximum is 10 MB')
  await chooser(page).setInputFiles(await picture('small.png'))
  await expect(page.locator('.pf-upload-faults')).toHaveCount(0)
  await submit(page)
  await expect.poll(sent).toMatchObject({ name: 'small.png' })
})

test('a refusal of the server stays beside its file, and does not hold the save of the others', async ({ page }) => {
  const sent = await openForm(page, list, {})
  await chooser(page).setInputFiles([await picture('good.png'), inFile('fake.png', '<html><script>alert(1)</script></html>')])
  await expect(names(page)).toHaveText(['good.png'])
  await expect(page.locator('.pf-file[data-state=failed]')).toContainText('The content of this file is not png')
  await submit(page)
  await expect.poll(sent).toMatchObject([{ name: 'good.png' }])
})

test('sending the form waits for the files that are on their way', async ({ page }) => {
  const sent = await openForm(page, list, {})
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname.endsWith('/upload'),
    async (route) => {
      await held
      await route.continue()
    },
  )
  await chooser(page).setInputFiles(await picture('slow.png'))
  await submit(page)
  await expect(page.getByRole('button', { name: 'Do it' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog').getByText('Waiting for files…')).toBeVisible()
  expect(sent()).toBeUndefined()
  release()
  await expect.poll(sent).toMatchObject([{ name: 'slow.png' }])
})

test('a file is cancelled on its way, and sent again after the line broke', async ({ page }) => {
  await openForm(page, list, {})
  await page.route(
    (url) => url.pathname.endsWith('/upload'),
    () => {},
  )
  await chooser(page).setInputFiles(await picture('never.png'))
  await page.getByRole('button', { name: 'Cancel “never.png”' }).click()
  await expect(page.locator('.pf-file')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(
    (url) => url.pathname.endsWith('/upload'),
    (route) => route.abort(),
    { times: 1 },
  )
  await chooser(page).setInputFiles(await picture('again.png'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveText(['again.png'])
})

test('files are dropped on the field and pasted into it; one that misses leaves the page alone', async ({ page }) => {
  await openForm(page, list, {})
  const content = (await pixels(30, 30)).toString('base64')
  const give = (type: 'drop' | 'paste', selector: string, name: string) =>
    page.evaluate(
      ([kind, target, called, bytes]) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(atob(bytes!), (sign) => sign.charCodeAt(0))], called!, { type: 'image/png' }))
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        document.querySelector(target!)!.dispatchEvent(event)
        return event.defaultPrevented
      },
      [type, selector, name, content] as const,
    )
  await give('drop', '.pf-upload', 'dropped.png')
  await give('paste', 'input[type=file]', 'pasted.png')
  await expect(names(page)).toHaveText(['dropped.png', 'pasted.png'])
  expect(await give('drop', 'h1', 'missed.png')).toBe(true)
  await expect(names(page)).toHaveCount(2)
})

for (const panelLocale of ['en', 'fa'] as const) {
  test.describe(`a gallery in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('has tiles of 150 by 150 that are ordered by keys and pointer, told in words, taken out and put back', async ({ page, api }) => {
      const post = { type: 'product', title: `Pictures ${panelLocale} ${Date.now()}` }
      const { id } = await api<{ id: number }>('content-post-save', { payload: post })
      await page.goto(`/content/post/product/${id}/edit`)
      const gallery = page.locator('.pf-gallery')
      await gallery.locator('input[type=file]').setInputFiles([await picture('a.png'), await picture('b.png'), await picture('c.png')])
      const tiles = gallery.locator('.pf-tile[draggable=true]')
      await expect(tiles).toHaveCount(3)
      const order = () =>
        gallery
          .locator('.pf-tile-face[aria-label]')
          .evaluateAll((faces) => faces.map((face) => /[abc](?=\.png)/.exec(face.getAttribute('aria-label')!)![0]).join(''))
      expect(await order()).toBe('abc')
      const box = await gallery.locator('.pf-tile-face').first().boundingBox()
      expect([box!.width, box!.height]).toEqual([150, 150])
      await tiles.nth(0).locator('[id*=-later-]').focus()
      await page.keyboard.press('Enter')
      await expect.poll(order).toBe('bac')
      await expect(tiles.nth(1).locator('[id*=-later-]')).toBeFocused()
      await tiles
        .nth(2)
        .locator('.pf-tile-face')
        .dragTo(tiles.nth(0), { targetPosition: { x: panelLocale === 'fa' ? 140 : 10, y: 75 } })
      await expect.poll(order).toBe('cba')
      await tiles.nth(0).locator('input').fill('A green square')
      await tiles.nth(1).hover()
      await tiles.nth(1).getByRole('button').last().click()
      await expect.poll(order).toBe('ca')
      await gallery.locator('.pf-upload-removed button').click()
      await expect.poll(order).toBe('cba')
      expect(await findViolations(page)).toEqual([])
      await page.locator('.pf-save-bar [type=submit]').click()
      await expect(page.locator('.pf-save-bar')).toHaveCount(0)
      const stored = await api<{ images: { name: string; alt?: string }[] }>('content-post-single', { params: { id } })
      expect(stored.images.map(({ name, alt }) => [name, alt])).toEqual([
        ['c.png', 'A green square'],
        ['b.png', undefined],
        ['a.png', undefined],
      ])
    })
  })
}

test('an avatar keeps one picture', async ({ page }) => {
  const sent = await openForm(page, one, { widget: 'avatar' })
  await chooser(page).setInputFiles(await picture('first.png'))
  await expect(page.locator('.pf-avatar-face img')).toBeVisible()
  const before = await page.locator('.pf-avatar-face img').getAttribute('src')
  await chooser(page).setInputFiles(await picture('second.png'))
  await expect(page.locator('.pf-avatar-face img')).not.toHaveAttribute('src', before!)
  expect(await findViolations(page)).toEqual([])
  await submit(page)
  await expect.poll(sent).toMatchObject({ name: 'second.png' })
})

test('a picture is looked at large, and the page under it keeps its keys', async ({ page }) => {
  await openForm(page, list, {})
  await chooser(page).setInputFiles([await picture('a.png', 300, 200), await picture('b.png', 300, 200)])
  await expect(names(page)).toHaveCount(2)
  await page.locator('button.pf-file-face').first().click()
  const large = page.locator('dialog.pf-lightbox')
  await expect(large).toContainText('a.png')
  await page.keyboard.press('ArrowRight')
  await expect(large).toContainText('b.png')
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Do it' })).toBeVisible()
})
