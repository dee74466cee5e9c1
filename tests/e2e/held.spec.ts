import type { Page } from 'playwright/test'
import { answerCall, demoPassword, expect, openPath, test, uniqueName } from './panel.ts'
import { openForm } from './trial-form.ts'

const text = { type: 'string' }
const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Do it' }).click()

/** What the form sends on `Do it`, one entry a time. */
async function watchSent(page: Page): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route(
    (url) => url.pathname.endsWith('/content-type-save'),
    (route) => {
      sent.push((route.request().postDataJSON() as { data: unknown }).data)
      return route.fulfill({ json: { results: {}, metadata: {} } })
    },
  )
  return sent
}

test('a text that is no whole number stays as typed, says so, and holds the form', async ({ page }) => {
  const sent = await watchSent(page)
  await openForm(page, { count: { type: 'integer', minimum: 0, title: 'Count' }, note: { ...text, title: 'Note' } })
  for (const [typed, told] of [
    ['3.5', 'Count must be a whole number.'],
    ['3/5', 'Count must be a whole number.'],
    ['-5', 'Count must be at least 0.'],
  ] as const) {
    await field(page, 'Count').fill('')
    await field(page, 'Count').pressSequentially(typed)
    await expect(field(page, 'Count')).toHaveValue(typed)
    await expect(page.getByText(told).first()).toBeVisible()
  }
  await field(page, 'Count').fill('1e5')
  await field(page, 'Note').fill('x')
  await send(page)
  await expect(page.getByRole('alert').getByRole('link', { name: 'Count' })).toBeVisible()
  await expect(field(page, 'Count')).toHaveValue('1e5')
  await field(page, 'Count').fill('')
  await field(page, 'Count').pressSequentially('3.5')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await expect(field(page, 'Count')).toHaveValue('35')
  await send(page)
  await expect.poll(() => sent).toEqual([{ count: 35, note: 'x' }])
})

for (const [panelLocale, typed, shown] of [
  ['en', '1.2.3', '1.23'],
  ['en', '۱٫۲/۳', '1٫23'],
  ['fa', '1.2.3', '۱.۲۳'],
  ['fa', '۱٫۲٫۳', '۱٫۲۳'],
] as const) {
  test.describe(`a whole number in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test(`takes no second separator: ${typed}`, async ({ page }) => {
      await openForm(page, { count: { type: 'integer', title: 'Count' } })
      await field(page, 'Count').pressSequentially(typed)
      await expect(field(page, 'Count')).toHaveValue(shown)
    })
  })
}

test('days and times of plain texts are held where they are none, and so is a period that ends before it begins', async ({ page }) => {
  const sent = await watchSent(page)
  await openForm(
    page,
    {
      day: { ...text, title: 'Day' },
      hour: { ...text, title: 'Hour' },
      period: { type: 'object', title: 'Period', properties: { from: text, to: text } },
    },
    { day: { widget: 'date' }, hour: { widget: 'time' }, period: { widget: 'date-range' } },
  )
  await field(page, 'Day').fill('1403/01/31')
  await expect(page.getByText('1403 is a Jalali year: enter 2024/04/19')).toBeVisible()
  for (const typed of ['abc', '25:00', '930']) {
    await field(page, 'Hour').fill(typed)
    await expect(page.getByText('Enter a time such as 14:30').first()).toBeVisible()
  }
  await field(page, 'Period: from').fill('2024/03/02')
  await field(page, 'Period: to').fill('2024/03/01')
  await send(page)
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('listitem')).toHaveText([
    /^Day: 1403 is a Jalali year/,
    'Hour: Enter a time such as 14:30',
    'Period ends before it begins.',
  ])
  expect(sent).toEqual([])
  await field(page, 'Day').fill('2024/04/19')
  await field(page, 'Hour').fill('9:30')
  await field(page, 'Period: to').fill('2024/03/02')
  await send(page)
  await expect.poll(() => sent).toEqual([{ day: '2024-04-19', hour: '09:30', period: { from: '2024-03-02', to: '2024-03-02' } }])
})

test('a mobile number of Iran has ten digits, and one pasted in international writing is read', async ({ page }) => {
  const sent = await watchSent(page)
  await openForm(
    page,
    { own: { type: 'object', title: 'Own', properties: { country_code: text, mobile: text } }, other: { ...text, title: 'Other' } },
    { own: { widget: 'mobile', country_code: '98' }, other: { widget: 'mobile' } },
  )
  await field(page, 'Own').fill('912123')
  await field(page, 'Other').fill('+98 912 123 4567')
  await expect(field(page, 'Other')).toHaveValue('0912 123 4567')
  await send(page)
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([/^Own is not valid: an Iranian number/])
  await field(page, 'Own').fill('۰۰۹۸۹۱۲۱۲۳۴۵۶۷')
  await expect(field(page, 'Own')).toHaveValue('912 123 4567')
  await send(page)
  await expect.poll(() => sent).toEqual([{ own: { country_code: '98', mobile: '9121234567' }, other: '09121234567' }])
})

test('Enter in a field of tags sends nothing', async ({ page }) => {
  const sent = await watchSent(page)
  await openForm(page, { words: { type: 'array', title: 'Words', items: text } })
  await field(page, 'Words').press('Enter')
  await field(page, 'Words').pressSequentially('a')
  await field(page, 'Words').press('Enter')
  await field(page, 'Words').press('Enter')
  await expect(page.getByRole('button', { name: /a$/ })).toBeVisible()
  expect(sent).toEqual([])
  await send(page)
  await expect.poll(() => sent).toEqual([{ words: ['a'] }])
})

test('a tick that its call has stored leaves nothing unsaved', async ({ page }) => {
  await answerCall(page, 'content-type-activate', { results: {}, metadata: {} })
  await openForm(page, { pinned: { enum: [0, 1], title: 'Pinned' } }, { pinned: { widget: 'checkbox', endpoint: 'content-type-activate' } })
  await page.getByRole('checkbox', { name: 'Pinned' }).check()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Successfully saved.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what the end of a session cut off is back after signing in, can be taken out again, and is offered then', async ({ page, api }) => {
  const post = await api<{ id: number; title: string }>('content-post-save', {
    payload: { type: 'article', title: uniqueName('Cut off'), text: 'The text', synopsis: 'The first', locale: 'en' },
  })
  const synopsis = page.getByRole('main').getByRole('textbox', { name: 'Synopsis', exact: true })
  await openPath(page, `/content/post/article/${post.id}/edit`)
  await synopsis.fill('Not saved yet')
  const isSave = (url: URL) => url.pathname.endsWith('/content-post-save')
  await page.route(isSave, (route) =>
    route.fulfill({ status: 401, json: { errorCode: 'endpoint-401', userMessage: 'Sign in.', errors: {}, metadata: {} } }),
  )
  await page.keyboard.press('Control+s')
  await page.getByRole('textbox', { name: 'Username' }).fill('administrator')
  await page.unroute(isSave)
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(/^Your session had ended\./)).toBeVisible()
  await expect(synopsis).toHaveValue('Not saved yet')
  await page.getByRole('button', { name: 'Take it out again' }).click()
  await expect(synopsis).toHaveValue('The first')
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(synopsis).toHaveValue('Not saved yet')
})

test('an offer that nobody answered goes with the next save', async ({ page, api }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const post = await api<{ id: number }>('content-post-save', {
    payload: { type: 'article', title: uniqueName('Old offer'), text: 'The text', synopsis: 'The first', locale: 'en' },
  })
  const box = (name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true })
  const offer = page.getByRole('region', { name: /^You have unsaved data here/ })
  await openPath(page, `/content/post/article/${post.id}/edit`)
  await box('Synopsis').fill('Left behind')
  await page.reload()
  await expect(offer).toBeVisible()
  await box('Title').fill(uniqueName('Saved'))
  await page.keyboard.press('Control+s')
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await page.reload()
  await expect(box('Synopsis')).toHaveValue('The first')
  await expect(offer).toHaveCount(0)
})

test.describe('a toast', () => {
  for (const [panelLocale, width, height] of [
    ['fa', 1366, 768],
    ['en', 390, 844],
  ] as const) {
    test.describe(`in ${panelLocale} at ${width} px`, () => {
      test.use({ panelLocale, viewport: { width, height } })
      test('leaves the bar that saves in reach', async ({ page, api }) => {
        const post = await api<{ id: number }>('content-post-save', {
          payload: { type: 'article', title: uniqueName('Toast'), text: 'The text', synopsis: 'The first', locale: 'en' },
        })
        await page.route(
          (url) => url.pathname.endsWith('/content-post-save'),
          (route) => route.fulfill({ status: 409, json: { errorCode: 'not-possible', userMessage: 'Not now.', errors: {}, metadata: {} } }),
        )
        await openPath(page, `/content/post/article/${post.id}/edit`)
        await page.getByRole('main').locator('textarea').first().fill('Changed')
        await page.keyboard.press('Control+s')
        const shown = page.locator('.pk-toast').first()
        await expect(shown).toBeVisible()
        await expect(async () => {
          const [box, bar] = [(await shown.boundingBox())!, (await page.locator('.pf-save-bar').boundingBox())!]
          expect(box.y + box.height <= bar.y || box.x + box.width <= bar.x || box.x >= bar.x + bar.width, JSON.stringify([box, bar])).toBe(
            true,
          )
        }).toPass()
      })
    })
  }
})

for (const rowsAs of ['cards', 'table']) {
  test(`rows that nobody filled in are not sent, of ${rowsAs}`, async ({ page }) => {
    const sent = await watchSent(page)
    await openForm(
      page,
      {
        parts: {
          type: 'array',
          title: 'Parts',
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { ...text, title: 'Name' }, count: { type: 'integer', title: 'Count' } },
          },
        },
        note: { ...text, title: 'Note' },
      },
      { parts: { rows_as: rowsAs } },
    )
    await field(page, 'Note').fill('x')
    await page.getByRole('button', { name: /^Add/ }).click()
    await page.getByRole('button', { name: /^Add/ }).click()
    await send(page)
    await expect.poll(() => sent).toEqual([{ note: 'x', parts: [] }])
  })
}
