import { expect, test } from './panel.ts'

test.use({ role: 'operator' })

interface OpenDay {
  day: string
  free: number
}
interface Time {
  time: string
  status: string
}

const monthIn = (locale: string, month: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(month))

test.describe('in Persian', () => {
  test.use({ panelLocale: 'fa' })

  test('the month is one of the Jalali calendar, and its week begins on Saturday', async ({ page }) => {
    await page.goto('/consultations')
    const month = page.locator('.cc-month')
    const today = new Intl.DateTimeFormat('fa-IR-u-ca-persian', { month: 'long', year: 'numeric', timeZone: 'Asia/Tehran' })
    const named = Object.fromEntries(today.formatToParts(new Date()).map(({ type, value }) => [type, value]))
    await expect(month.getByRole('heading')).toHaveText(`${named.month} ${named.year}`)
    await expect(month.getByRole('columnheader').first()).toHaveText('شنبه')
  })
})

test('the month is one of the Gregorian calendar in English', async ({ page }) => {
  await page.goto('/consultations')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(new Date())
  await expect(page.locator('.cc-month').getByRole('heading')).toHaveText(`${monthIn('en', day)} ${day.slice(0, 4)}`)
})

test('a day is opened, a free time of it booked, and a time that somebody else took meanwhile is refused', async ({ page, api }) => {
  const as = 'operator'
  const days = await api<OpenDay[]>('consultation-days', { params: { count: 62 }, as })
  const thisMonth = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(new Date()).slice(0, 7)
  const { day } = days.find(({ day: one, free }) => one.slice(0, 7) > thisMonth && free > 3)!
  const [first, second] = (await api<Time[]>('consultation-times', { params: { day }, as })).filter(({ status }) => status === 'free')
  await page.goto('/consultations')
  const month = page.locator('.cc-month')
  const title = `${monthIn('en', day)} ${day.slice(0, 4)}`
  await month.getByRole('button', { name: 'Next month' }).click()
  await expect(month.getByRole('heading')).toHaveText(title)
  await month.getByRole('button', { name: new RegExp(` ${Number(day.slice(8))} ${title} – `) }).click()
  const opened = page.locator('.cc-day')
  await expect(opened.getByRole('heading', { level: 2 })).toContainText(`${Number(day.slice(8))} ${title}`)

  await opened.getByRole('button', { name: new RegExp(`^${first!.time}.*Free`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Calendar Guest')
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog).toBeHidden()
  await expect(opened.getByRole('button', { name: new RegExp(`^${first!.time}.*Taken`) })).toBeDisabled()
  await expect(opened.getByText('Calendar Guest')).toBeVisible()

  await opened.getByRole('button', { name: new RegExp(`^${second!.time}.*Free`) }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Too Late')
  await api('consultation-time-book', { payload: { day, time: second!.time, name: 'Somebody Faster' }, as })
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByText('This time is already booked.', { exact: false }).first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Too Late')
})
