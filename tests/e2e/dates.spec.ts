import type { Page } from 'playwright/test'
import { save, showForm } from './page-form.ts'
import { expect, findViolations, test } from './panel.ts'
import { openForm } from './trial-form.ts'

const period = {
  type: 'object',
  title: 'Period',
  properties: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
}
const day = { type: 'string', format: 'date', title: 'Day' }

/** What the form sends on `Do it`. */
async function sentBy(page: Page): Promise<() => unknown> {
  let sent: unknown
  await page.route(
    (url) => url.pathname.endsWith('/content-type-save'),
    (route) => {
      sent = (route.request().postDataJSON() as { data: unknown }).data
      return route.fulfill({ json: { results: { id: 1 }, metadata: {} } })
    },
  )
  return () => sent
}

test('a day is shown, typed and picked in the calendar that the document names, whatever the locale', async ({ page }) => {
  const sent = await sentBy(page)
  await openForm(
    page,
    { day, plain: { ...day, title: 'Plain' } },
    { day: { widget: 'date', calendar: 'jalali' }, plain: { widget: 'date' } },
  )
  const field = page.getByRole('textbox', { name: 'Day' })
  await field.fill('۱۴۰۳/۱۲/۳۰')
  await page.getByRole('button', { name: 'Calendar for Day' }).click()
  await expect(page.getByRole('grid', { name: 'Esfand 1403' })).toBeVisible()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveText('30')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('grid', { name: 'Farvardin 1404' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('1404/01/01')
  await page.getByRole('textbox', { name: 'Plain' }).fill('2024-2-29')
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect.poll(sent).toEqual({ day: '2025-03-21', plain: '2024-02-29' })
})

test('a day is written as the panel writes days once the field is left, to its own button too', async ({ page }) => {
  await openForm(page, { day }, { day: { widget: 'date' } })
  const field = page.getByRole('textbox', { name: 'Day' })
  await field.pressSequentially('2024-5-1')
  await field.press('Tab')
  await expect(page.getByRole('dialog', { name: 'Trial' }).locator('.pf-date :focus')).toHaveCount(1)
  await expect(field).toHaveValue('May 01, 2024')
  await field.focus()
  await expect(field).toHaveValue('2024/05/01')
})

test('a Jalali day in a cell of a Gregorian table is told as what it is called there', async ({ page }) => {
  await showForm(page, {
    name: 'days',
    schema: { type: 'object', properties: { rows: { type: 'array', title: 'Rows', items: { type: 'object', properties: { day } } } } },
    ui: { rows: { rows_as: 'table' } },
    data: { rows: [{}] },
  })
  const grid = page.locator('[role=grid]:not([aria-busy])')
  const cell = grid.locator('[role=gridcell]').first()
  await cell.click()
  await page.keyboard.type('1403/01/31')
  await page.keyboard.press('Enter')
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
  // Enter goes on in a new row; what is wrong with the day is told where it stands.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('status').filter({ hasText: '2024/04/19' })).toBeVisible()
})

test('days out of bounds are in reach of the keys, and are not taken', async ({ page }) => {
  await openForm(page, { day }, { day: { widget: 'date', min: '2024-03-10', max: '2024-03-20', disabled_weekdays: [5] } })
  const field = page.getByRole('textbox', { name: 'Day' })
  await field.fill('2024/03/21')
  await expect(page.getByText('Day must not be after March 20, 2024.')).toBeVisible()
  await field.fill('2024/03/15')
  await expect(page.getByText('Day cannot be this day.')).toBeVisible()
  await field.fill('2024/03/14')
  await page.getByRole('button', { name: 'Calendar for Day' }).click()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Friday 15 March 2024' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Calendar for Day' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('2024/03/16')
  await field.fill('tomorrow')
  await expect(page.getByText('Enter a date such as 2024/01/31')).toBeVisible()
})

test('a period is picked from two months, in either order, typed, and taken from a list', async ({ page }) => {
  const sent = await sentBy(page)
  await openForm(page, { period }, { period: { widget: 'date-range' } })
  await page.getByRole('textbox', { name: 'Period: from' }).fill('2024/03/20')
  await page.getByRole('button', { name: 'Calendar for Period' }).click()
  await expect(page.getByRole('dialog', { name: 'Calendar for Period' }).getByRole('grid')).toHaveCount(2)
  await page.getByRole('button', { name: 'Tuesday 2 April 2024' }).click()
  await page.getByRole('button', { name: 'Monday 25 March 2024' }).click()
  await expect(page.getByRole('textbox', { name: 'Period: from' })).toHaveValue('2024/03/25')
  await expect(page.getByRole('textbox', { name: 'Period: to' })).toHaveValue('April 02, 2024')
  await page.getByRole('textbox', { name: 'Period: to' }).fill('2024/03/01')
  await expect(page.getByText('Period ends before it begins.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Period: to' }).fill('2024/04/05')
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect.poll(sent).toEqual({ period: { from: '2024-03-25', to: '2024-04-05' } })
})

test('a time is typed in any digits and moved by the arrows', async ({ page }) => {
  const sent = await sentBy(page)
  await openForm(page, { at: { type: 'string', title: 'At' } }, { at: { widget: 'time', step: 30 } })
  const field = page.getByRole('textbox', { name: 'At' })
  await field.fill('۸:۵')
  await field.press('Tab')
  await expect(field).toHaveValue('08:05')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('08:30')
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect.poll(sent).toEqual({ at: '08:30' })
})

test.describe('in Persian', () => {
  test.use({ panelLocale: 'fa' })

  test('a month is a Jalali one and its week begins on Saturday', async ({ page }) => {
    await openForm(page, { day }, { day: { widget: 'date' } })
    await page.getByRole('textbox', { name: 'Day' }).fill('1403/1/2')
    await page.locator('.pf-open-calendar').click()
    await expect(page.getByRole('grid', { name: 'فروردین ۱۴۰۳' })).toBeVisible()
    await expect(page.locator('.pf-calendar th').first()).toHaveAttribute('abbr', 'شنبه')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Day' })).toHaveValue('۱۴۰۳/۰۱/۰۳')
  })
})

for (const [locale, typed, shown, sends] of [
  ['en', '2024/05/01', 'May 01, 2024', '2024-05-01'],
  ['fa', '1405/12/05', '۰۵ اسفند ۱۴۰۵', '2027-02-24'],
] as const) {
  test.describe(`a moment typed key by key in ${locale}`, () => {
    test.use({ panelLocale: locale })
    const moment = { type: 'string', format: 'date-time', title: 'When' }
    const span = { type: 'object', title: 'Span', properties: { from: moment, to: moment } }

    test('is the day and the time that were typed', async ({ page }) => {
      const sent = await sentBy(page)
      await openForm(page, { when: moment, span }, { span: { widget: 'date-time-range' } })
      const days = page.locator('.pf-date input')
      const times = page.locator('.pf-time')
      await expect(days).toHaveCount(3)
      for (const at of [0, 1, 2]) {
        await days.nth(at).pressSequentially(typed)
        await times.nth(at).fill(`1${at}:30`)
        await times.nth(at).press('Tab')
        await expect(days.nth(at)).toHaveValue(shown)
      }
      await days.nth(0).press('End')
      await days.nth(0).press('Backspace')
      await days.nth(0).press('Backspace')
      await days.nth(0).pressSequentially(typed.slice(-2))
      await expect(times.nth(0)).toHaveValue(locale === 'fa' ? '۱۰:۳۰' : '10:30')
      await page.getByRole('button', { name: 'Do it' }).click()
      const at = (day: string, time: string) => new Date(`${day}T${time}:00+03:30`).toISOString()
      await expect.poll(sent).toEqual({ when: at(sends, '10:30'), span: { from: at(sends, '11:30'), to: at(sends, '12:30') } })
    })

    test('is the day that was typed in a cell of a table, on one line', async ({ page }) => {
      const sent = await showForm(page, {
        name: 'moments',
        schema: {
          type: 'object',
          properties: { rows: { type: 'array', title: 'Rows', items: { type: 'object', properties: { when: moment } } } },
        },
        ui: { rows: { rows_as: 'table' } },
        data: { rows: [{}] },
      })
      const grid = page.locator('[role=grid]:not([aria-busy])')
      await grid.locator('[role=gridcell]').click()
      await page.keyboard.type(typed)
      expect(await grid.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
      const [row, time] = [await grid.locator('.pf-lines .pf-line').boundingBox(), await grid.locator('.pf-time').boundingBox()]
      expect(time!.y >= row!.y && time!.y + time!.height <= row!.y + row!.height + 1).toBe(true)
      await page.keyboard.press('Enter')
      await save(page)
      await expect.poll(() => sent).toEqual([{ rows: [{ when: new Date(`${sends}T00:00:00+03:30`).toISOString() }] }])
    })
  })
}
