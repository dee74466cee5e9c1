import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { answerCall, expect, findViolations, openPath, test, uniqueName } from './panel.ts'

const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const word = readFileSync(join(import.meta.dirname, '../fixtures/paste/word.html'), 'utf8')
const body = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Text', exact: true })
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })

/** The HTML that the field would store. */
async function source(page: Page): Promise<string> {
  await tool(page, 'HTML source').click()
  const text = await page.getByRole('textbox', { name: 'HTML source of Text' }).inputValue()
  await tool(page, 'HTML source').click()
  await expect(body(page)).toBeVisible()
  return text.replaceAll('\n', '')
}

async function openNew(page: Page): Promise<void> {
  await openPath(page, '/content/post/article/create')
  await expect(body(page)).toHaveAttribute('contenteditable', 'true')
  await body(page).click()
  await expect(body(page)).toBeFocused()
}

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await body(page).evaluate((element, given) => {
    const clipboard = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboard.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }))
  }, data)
}

test('a text is written by keys, saved, and found again', async ({ page }) => {
  const title = uniqueName('Rich')
  await openNew(page)
  await page.keyboard.type('## سلام دنیا')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Some ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' words')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('inner')
  const html = '<h2>سلام دنیا</h2><p>Some <strong>bold</strong> words</p><ul><li>one<ul><li>inner</li></ul></li></ul>'
  expect(await source(page)).toBe(html)
  await page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Save draft', exact: true }).first().click()
  await expect(page).toHaveURL(/\/edit$/)
  await page.reload()
  await expect(body(page).getByRole('heading', { name: 'سلام دنیا' })).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  expect(await source(page)).toBe(html)
})

test('what is typed and taken back leaves nothing unsaved', async ({ page }) => {
  await openNew(page)
  await page.keyboard.type('# Title')
  await expect(body(page).getByRole('heading', { level: 1 })).toHaveText('Title')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  for (const _ of 'Title') await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
})

test('a shortcut is a step of its own to undo', async ({ page }) => {
  await openNew(page)
  await page.keyboard.type('> ')
  await expect(body(page).locator('blockquote')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(body(page).locator('blockquote')).toHaveCount(0)
  await expect(body(page)).toHaveText('>')
})

test('a link has to lead somewhere safe', async ({ page }) => {
  await openNew(page)
  await page.keyboard.type('See ')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByLabel('Address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByRole('alert')).toContainText('http, https')
  await dialog.getByLabel('Address').fill('example.com')
  await dialog.getByLabel('Text').fill('this')
  await page.keyboard.press('Enter')
  await expect(body(page)).toBeFocused()
  await page.keyboard.type('!')
  expect(await source(page)).toBe('<p>See <a href="https://example.com">this</a>!</p>')
})

test('a table is filled by Tab, and grows', async ({ page }) => {
  await openNew(page)
  await tool(page, 'Table').click()
  const dialog = page.getByRole('dialog', { name: 'Insert table' })
  await dialog.getByLabel('Rows').fill('2')
  await dialog.getByLabel('Columns').fill('2')
  await page.keyboard.press('Enter')
  await expect(body(page)).toBeFocused()
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await tool(page, 'Table').click()
  await page.getByRole('menuitem', { name: 'Delete column' }).click()
  expect(await source(page)).toBe('<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>c</td></tr><tr><td>e</td></tr></tbody></table>')
})

test('the place of a picture that was refused says what the server says, and tries again', async ({ page }) => {
  await openNew(page)
  await answerCall(page, 'upload', { userMessage: 'This picture is larger than 10 MB.', errorCode: 'invalid', errors: {} }, 422)
  await page.locator('.rt-frame input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot })
  await expect(body(page).getByRole('alert')).toContainText('This picture is larger than 10 MB.')
  await page.unrouteAll()
  await answerCall(page, 'upload', {
    results: null,
    metadata: { id: 1, link: '/demo/content/01.svg', mime_type: 'image/png', versions: {} },
  })
  await body(page).getByRole('button', { name: 'Try again' }).click()
  await expect(body(page).getByRole('alert')).toHaveCount(0)
  expect(await source(page)).toBe('<p><img src="/demo/content/01.svg" alt=""></p>')
})

test('what comes from Word is clean', async ({ page }) => {
  await openNew(page)
  await paste(page, { 'text/html': word, 'text/plain': 'Yearly report' })
  await expect(body(page).getByRole('listitem').filter({ hasText: 'Inner one' }).last()).toBeVisible()
  const html = await source(page)
  expect(html).toContain('<ul><li>First</li><li>Second<ol><li>Inner one</li><li>Inner two</li></ol></li><li>Third</li></ul>')
  expect(html).not.toMatch(/mso|class=|<span/)
})

test('blocks that come by the clipboard are sanitised', async ({ page }) => {
  await openNew(page)
  const fragment = [
    { type: 'opaque', html: '<details><img src="x" onerror="window.ran = true"><summary>s</summary></details>', children: [{ text: '' }] },
  ]
  await paste(page, { 'application/x-slate-fragment': Buffer.from(encodeURIComponent(JSON.stringify(fragment))).toString('base64') })
  await expect(body(page).getByRole('group', { name: /details/ })).toBeVisible()
  expect(await source(page)).not.toContain('onerror')
  expect(await page.evaluate(() => (globalThis as unknown as { ran?: boolean }).ran)).toBeUndefined()
})

test('the toolbar is one stop of Tab, reached by Alt+F10 and left by Escape', async ({ page }) => {
  await openNew(page)
  await page.keyboard.type('a')
  await page.keyboard.press('Alt+F10')
  await expect(tool(page, 'Undo')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool(page, 'Full screen')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(body(page)).toBeFocused()
})

test('four presets have four toolbars, full the largest; without a height the field is 500 high, and that of one line as high as an input', async ({
  page,
}) => {
  const presets = ['full', 'mini', 'comment', 'inline']
  const properties = Object.fromEntries(presets.map((preset) => [preset, { type: 'string', title: preset }]))
  const ui = Object.fromEntries(presets.map((preset) => [preset, { widget: 'rich-text', preset }]))
  await page.route(
    (url) => url.pathname.endsWith('/screen'),
    async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { results: object }
      await route.fulfill({
        json: {
          ...answer,
          results: { ...answer.results, body: [{ form: { name: 'trial', schema: { type: 'object', properties }, ui } }] },
        },
      })
    },
  )
  await openPath(page, '/content/post/article/create')
  const counts: number[] = []
  for (const preset of presets) {
    const frame = page.locator(`.rt-frame[data-preset=${preset}]`)
    await expect(frame.getByRole('textbox')).toBeVisible()
    expect((await frame.boundingBox())?.height).toBe(preset === 'inline' ? 34 : 500)
    counts.push(await frame.getByRole('toolbar').getByRole('button').count())
  }
  expect(new Set(counts).size).toBe(4)
  expect(Math.max(...counts)).toBe(counts[0])
  expect(await findViolations(page)).toEqual([])
})

test.describe('on a phone 320 pixels wide', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the toolbar has a button for what does not fit, and nothing is out of reach', async ({ page }) => {
    await openNew(page)
    await expect(tool(page, 'Bold')).toBeVisible()
    await expect(tool(page, 'Table')).toBeHidden()
    const more = tool(page, 'More formatting')
    await more.click()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    const buttons = page.getByRole('toolbar').locator('.rt-button')
    expect(await buttons.count()).toBeGreaterThan(20)
    for (const button of await buttons.all()) {
      const box = await button.boundingBox()
      expect(box!.x >= 0 && box!.x + box!.width <= 320, await button.getAttribute('aria-label').then(String)).toBe(true)
    }
    await tool(page, 'Table').click()
    const dialog = await page.locator('.rt-dialog').boundingBox()
    expect(dialog!.x >= 0 && dialog!.x + dialog!.width <= 320).toBe(true)
    await page.keyboard.press('Escape')
    await more.click()
    await expect(tool(page, 'Table')).toBeHidden()
    await more.press('Home')
    await expect(tool(page, 'Undo')).toBeFocused()
  })
})
