import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { expect, findViolations, openList, openPath, storedState, test, toast, uniqueName } from './panel.ts'

const root = resolve(import.meta.dirname, '../..')

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Report a problem' })

async function openFromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Report a problem' }).click()
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused()
}

const write = (page: Page, text: string) => dialogOf(page).getByRole('textbox').fill(text)
const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'Send', exact: true }).click()

function unpack(archive: Buffer): { folder: string; files: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-report-'))
  const files = unzipSync(archive)
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return { folder, files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])) }
}

test('what an operator reports is read by a developer, and its fixture replays', async ({ page, browser, sessionOf, baseURL }) => {
  test.setTimeout(120_000)
  const text = uniqueName('The second order is missing')
  const context = await browser.newContext({
    baseURL,
    storageState: storedState(baseURL!, await sessionOf('operator'), { locale: 'en', scheme: 'light' }),
  })
  const operator = await context.newPage()
  await openList(operator, '/arena')
  await operator.getByRole('searchbox', { name: 'Search' }).first().fill('0118')
  await expect(operator.locator('tbody tr[data-id]')).toHaveCount(1)
  await openFromMenu(operator)
  await write(operator, text)
  await expect(dialogOf(operator).getByRole('listitem').filter({ hasText: '0118' })).toBeVisible()
  expect(await findViolations(operator)).toEqual([])
  await send(operator)
  await expect(toast(operator, 'Thank you.')).toBeVisible()
  await expect(dialogOf(operator)).toBeHidden()
  await operator.goto('/problems')
  await expect(operator.locator('main')).not.toContainText(text)
  await context.close()

  await openList(page, '/problems')
  await page.getByRole('link', { name: text }).click()
  await expect(page.getByRole('img', { name: 'Picture of the page with the marks of the reporter' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([/arena/, /Type into search Search : 0118/])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as fixture' }).click()
  const { folder, files } = unpack(readFileSync(await (await downloading).path()))
  expect(JSON.parse(files['fixture.json']!)).toMatchObject({ note: text, title: text, made: { by: 'report' }, opens: '/arena' })
  const replay = (...options: string[]) =>
    execFileSync('node', [join(root, 'schemas/cli/pishkhan.mjs'), 'replay', folder, ...options], { cwd: root, encoding: 'utf8' })
  replay('--update', '--yes')
  expect(replay('--repeat', '3')).toMatch(/3 as recorded$/m)
  expect(readFileSync(join(folder, 'states/01.txt'), 'utf8')).toContain('SO-2026-0118')
})

test('cards and passwords become stand-ins, and the reporter is told', async ({ page }) => {
  await openList(page, '/arena')
  await page.getByRole('searchbox', { name: 'Search' }).first().fill('6037991234567893')
  await openFromMenu(page)
  await write(page, 'My card 6037 9912 3456 7893 is refused')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('status')).toContainText('looks like a bank card')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'bank card' }).first()).toBeVisible()
  await dialog.getByText('Everything that is sent').click()
  const everything = await dialog.locator('pre').innerText()
  expect(everything).not.toMatch(/6037 ?9912 ?3456 ?7893/)
  expect(everything).toContain('"name": "grid"')
})

test('without the network nothing is lost, and the same report is sent once it is back', async ({ page, context }) => {
  await openPath(page, '/arena')
  await openFromMenu(page)
  const text = uniqueName('Offline')
  await write(page, text)
  await context.setOffline(true)
  await send(page)
  await expect(dialogOf(page).getByRole('alert')).toContainText('Nothing is lost')
  const downloading = page.waitForEvent('download')
  await dialogOf(page).getByRole('button', { name: 'Save as a file' }).click()
  expect(JSON.parse(unpack(readFileSync(await (await downloading).path())).files['fixture.json']!)).toMatchObject({ note: text })
  await context.setOffline(false)
  await send(page)
  await expect(toast(page, 'Thank you.')).toBeVisible()
})

test('a closed dialog and a reload keep what was written, and nothing else', async ({ page }) => {
  await openPath(page, '/arena')
  await openFromMenu(page)
  await write(page, 'Half a sentence')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.reload()
  await openPath(page, '/arena')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(/fixture|answers/)
  await openFromMenu(page)
  await expect(dialogOf(page).getByRole('textbox')).toHaveValue('Half a sentence')
})

test('a report needs a text, and what is too large says so', async ({ page }) => {
  await openPath(page, '/arena')
  await openFromMenu(page)
  await send(page)
  await expect(dialogOf(page).getByText('Write what went wrong.')).toBeVisible()
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused()
  await page.route('**/problem-report-send*', (route) => route.fulfill({ status: 413, json: { errorCode: 'payload-too-large' } }))
  await write(page, 'Something')
  await send(page)
  await expect(dialogOf(page).getByRole('alert')).toContainText('too large')
})

test('everything is done by keys, over an open dialog too', async ({ page }) => {
  await openPath(page, '/arena')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search the panel' })).toBeFocused()
  await page.keyboard.type('Report a prob')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused()
  await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const mark = dialogOf(page).getByRole('button', { name: 'Mark 1' })
  await expect(mark).toBeFocused()
  const before = (await mark.boundingBox())!
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(async () => {
    const after = (await mark.boundingBox())!
    expect(after.y).toBeGreaterThan(before.y)
    expect(after.width).toBeGreaterThan(before.width)
  }).toPass()
  await page.keyboard.press('Delete')
  await expect(mark).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Report a problem')
  await page.keyboard.press('Alt+Shift+P')
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused()
})

test('a place of the picture is covered by dragging before it is sent', async ({ page }) => {
  await openPath(page, '/arena')
  await openFromMenu(page)
  await dialogOf(page).getByRole('button', { name: 'Cover', exact: true }).click()
  const picture = dialogOf(page).getByRole('img', { name: 'Picture of the page' })
  await picture.scrollIntoViewIfNeeded()
  const box = (await picture.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(dialogOf(page).getByRole('button', { name: 'Cover 1' })).toBeVisible()
})

test('a site that wants no recordings, or no reports, has none', async ({ page, api }) => {
  const choose = async (choices: string[]) => {
    const rows = await api<{ id: number; key: string }[]>('list', { params: { model: 'setting', page_size: 100 } })
    await api('settings-save', { payload: { id: rows.find(({ key }) => key === 'problem_reports')!.id, data: { choices } } })
  }
  try {
    await choose(['reports'])
    await openPath(page, '/arena')
    await openFromMenu(page)
    await expect(dialogOf(page).getByRole('checkbox')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await choose([])
    await openPath(page, '/arena')
    await page.getByRole('button', { name: /^Profile menu of/ }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Report a problem' })).toHaveCount(0)
  } finally {
    await choose(['reports', 'recording'])
  }
})

test.describe('in Persian, on a phone', () => {
  test.use({ panelLocale: 'fa', viewport: { width: 390, height: 844 } })
  test('the dialog fits and has no faults', async ({ page }) => {
    await openPath(page, '/arena')
    await page
      .getByRole('button', { name: /^فهرست|^منوی/ })
      .last()
      .waitFor()
    await page.locator('.pk-profile').click()
    await page.getByRole('menuitem', { name: 'گزارش مشکل' }).click()
    await expect(page.getByRole('dialog', { name: 'گزارش مشکل' }).getByRole('textbox')).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await findViolations(page)).toEqual([])
  })
})
