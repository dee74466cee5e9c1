import { readFileSync } from 'node:fs'
import { answerCall, expect, test } from './panel.ts'

test.use({ panelLocale: 'fa' })

test('what a list shows is exported, after the title of the list', async ({ page }) => {
  await page.goto('/grid/persons/user/list?q=ahmet')
  await page.getByRole('button', { name: 'بیشتر', exact: true }).click()
  await page.getByRole('menuitem', { name: 'برون‌بری…' }).click()
  await page.getByRole('radio', { name: 'CSV' }).check()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'برون‌بری', exact: true }).click()])
  expect(download.suggestedFilename()).toMatch(/ 14\d\d-\d\d-\d\d\.csv$/)
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
  expect(head).toContain('نام کاربری')
  await expect(page.locator('main tbody tr')).toHaveCount(lines.length)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a list is printed once, a second after it is drawn, with nothing to press among its rows', async ({ page }) => {
  await page.addInitScript(() => {
    const state = window as unknown as { printed: number }
    state.printed = 0
    window.print = () => {
      state.printed += 1
    }
  })
  await page.goto('/grid/persons/user/list')
  await page.getByRole('button', { name: 'بیشتر', exact: true }).click()
  await page.getByRole('menuitem', { name: 'چاپ…' }).click()
  await page.getByRole('button', { name: 'نمای چاپ' }).click()
  await expect(page).toHaveURL(/\/grid-print\/persons\/user\/list\?/)
  await expect(page.getByRole('columnheader', { name: 'نام کاربری' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1)
  await expect(page.locator('.grid-print :is(button, a, input)')).toHaveCount(0)
})

test('a file is tried out, told row by row, and imported whole', async ({ page, api }) => {
  const stem = `e2e-${Date.now().toString(36)}`
  const file = (rows: string) => ({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeffنام كاربري,نام,تاریخ تولد\n${rows}`),
  })
  await page.goto('/grid/persons/user/list')
  await page.getByRole('button', { name: 'بیشتر', exact: true }).click()
  await page.getByRole('menuitem', { name: 'درون‌ریزی…' }).click()
  await page.locator('input[type=file]').setInputFiles(file(`${stem}-a,آرش,۱۳۷۰/۰۱/۰۱\n${stem}-b,,1370/13/01\n`))
  await expect(page.getByRole('combobox', { name: 'ستون نام کاربری' })).toHaveValue('0')
  await page.getByRole('button', { name: 'بررسی' }).click()
  await expect(page.getByRole('cell', { name: `${stem}-b` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^درون‌ریزی/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'فایل دیگر' }).click()
  await page.locator('input[type=file]').setInputFiles(file(`${stem}-a,آرش,۱۳۷۰/۰۱/۰۱\n`))
  await page.getByRole('button', { name: 'بررسی' }).click()
  await page.getByRole('button', { name: 'درون‌ریزی ۱ ردیف' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const rows = await api<{ username: string; birthday: string }[]>('list', { params: { model: 'user', username: `${stem}-a` } })
  expect(rows).toMatchObject([{ username: `${stem}-a`, birthday: '1991-03-21' }])
})

test('the check of a large file is come back to after its dialog was closed and the page loaded anew', async ({ page }) => {
  const stem = `e2e-${Date.now().toString(36)}`
  const openImport = async () => {
    await page.getByRole('button', { name: 'بیشتر', exact: true }).click()
    await page.getByRole('menuitem', { name: 'درون‌ریزی…' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'درون‌ریزی به همهٔ کاربران' })
  await page.goto('/grid/persons/user/list')
  await openImport()
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'users.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `username,mobile\n${Array.from({ length: 201 }, (_, at) => `${stem}-${at},${at === 7 ? '12' : ''}`).join('\n')}\n`,
      ),
    })
  const started = page.waitForResponse((response) => response.url().includes('grid-import-run'))
  await page.getByRole('button', { name: 'بررسی' }).click()
  await (await started).finished()
  // The panel has read the answer: a dialog that is closed before takes its check back.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'باز کردن «بررسی users.csv»' })).toBeVisible()
  await page.goto('/divisions')
  await page.getByRole('button', { name: 'باز کردن «بررسی users.csv»' }).click()
  await expect(dialog.getByRole('cell', { name: `${stem}-7` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'کارهای پس‌زمینه' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.goto('/grid/persons/user/list')
  await openImport()
  await page.getByRole('button', { name: 'ادامه' }).click()
  await dialog.getByRole('button', { name: 'فایل دیگر' }).click()
  await expect(page.locator('.pk-task')).toHaveCount(0)
})

test('work in the background that goes on is shown wherever the panel is opened', async ({ page }) => {
  const task = {
    id: 9,
    kind: 'bulk',
    title: 'Count',
    state: 'running',
    done: 3,
    failed: 0,
    total: 10,
    created_at: '2026-01-05T08:30:00.000Z',
  }
  await answerCall(page, 'task-list', { results: [{ ...task, id: 10, title: 'Ended', state: 'done' }, task] })
  await answerCall(page, 'task', { results: task })
  await page.goto('/divisions')
  await expect(page.locator('.pk-task')).toHaveText([/Count.*۳ از ۱۰/])
})
