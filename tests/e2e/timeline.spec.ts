import { workshop, workshopTimeline } from '../server-mock/timeline/workshop.ts'
import { answerCall, expect, findViolations, openPath, test } from './panel.ts'

const documents = workshop(workshopTimeline, {
  'screens/workshop-repair.json': {
    name: 'workshop-repair',
    path: 'workshop/repairs/:id',
    title: '$repair',
    body: [{ timeline: 'repair', of: '{route.id}', filter: true }],
  },
})

test.use({ role: 'staff', panelLocale: 'en' })

test.beforeAll(async ({ api }) => {
  await api('publish', { as: 'developer', payload: { module: 'workshop', documents } })
})
test.afterAll(async ({ api }) => {
  await api('publish-remove', { as: 'developer', payload: { module: 'workshop' } })
})

type Api = <Results>(name: string, options?: object) => Promise<Results>

async function makeRepair(api: Api): Promise<number> {
  const save = (payload: object) => api<{ id: number }>('save', { as: 'staff', payload: { model: 'repair', ...payload } })
  const { id } = await save({ data: { title: 'Brakes', due: '2024-03-01' } })
  await save({ id, data: { title: 'Brakes and oil', due: '2024-03-09', status: 'done' } })
  return id
}

test('a record tells what was done to it, and takes comments', async ({ page, api }) => {
  const id = await makeRepair(api)
  await openPath(page, `workshop/repairs/${id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('heading', { name: 'Today' })).toBeVisible()
  const [changed, created] = [timeline.getByRole('listitem').nth(0), timeline.getByRole('listitem').nth(1)]
  await expect(changed).toContainText('Changed Title, Due, and Status')
  await expect(created).toContainText('Created')
  await changed.getByRole('button', { name: /Show changes/ }).click()
  await expect(changed.locator('dd').nth(0)).toHaveText('Before: Brakes→After: Brakes and oil')
  await expect(changed.locator('.grid-badge')).toHaveText(['Open', 'Done'])

  const box = timeline.getByRole('textbox', { name: 'Write a comment…' })
  await box.fill('<script>alert(1)</script> call the customer')
  await box.press('Control+Enter')
  await expect(timeline.getByRole('status').first()).toHaveText('The comment has been added.')
  await expect(timeline.getByRole('listitem').first()).toContainText('<script>alert(1)</script> call the customer')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')

  await box.fill('Only for us')
  await timeline.getByRole('checkbox', { name: 'Private' }).check()
  await timeline.getByRole('button', { name: 'Send' }).click()
  await expect(timeline.locator('.tl-bubble[data-private]')).toContainText('Only for us')
  const seen = await api<{ description: string | null }[]>('timeline', { as: 'operator', params: { model: 'repair', id } })
  expect(seen.map(({ description }) => description)).not.toContain('Only for us')

  const mine = timeline.getByRole('listitem').filter({ hasText: 'Only for us' })
  await mine.getByRole('button', { name: 'Edit' }).click()
  await timeline.getByRole('textbox', { name: 'Change the comment' }).fill('For everybody')
  await timeline.getByRole('listitem').getByRole('checkbox', { name: 'Private' }).uncheck()
  await timeline.getByRole('button', { name: 'Save' }).click()
  await expect(timeline.getByRole('listitem').first()).toContainText('edited')
  await expect(timeline.locator('.tl-bubble[data-private]')).toHaveCount(0)

  await timeline.getByRole('button', { name: 'Comments' }).click()
  await expect(timeline.getByRole('listitem')).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  await timeline.getByRole('listitem').filter({ hasText: 'For everybody' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(timeline.getByRole('listitem')).toHaveCount(1)
})

test('a comment that is too long is not sent, and what the server refuses is said beside it', async ({ page, api }) => {
  const id = await makeRepair(api)
  await openPath(page, `workshop/repairs/${id}`)
  const box = page.getByRole('textbox', { name: 'Write a comment…' })
  await box.fill('x'.repeat(4001))
  await expect(page.getByText('4,001 of 4,000 characters')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await box.fill('Short')
  await api('trash', { as: 'staff', method: 'DELETE', params: { model: 'repair', id } })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveValue('Short')
})

test('files come with a comment', async ({ page, api }) => {
  const id = await makeRepair(api)
  await openPath(page, `workshop/repairs/${id}`)
  await page.getByRole('textbox', { name: 'Write a comment…' }).fill('A picture')
  const file = { name: 'wheel.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
  await page.locator('.tl-composer input[type=file]').setInputFiles(file)
  await expect(page.locator('.tl-composer .pf-file')).toContainText('wheel.png')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('.tl-bubble a')).toContainText('wheel.png')
  await expect(page.locator('.tl-composer .pf-file')).toHaveCount(0)
})

test('earlier entries follow on demand', async ({ page, api }) => {
  const id = await makeRepair(api)
  for (let step = 0; step < 22; step += 1)
    await api('save', { as: 'staff', payload: { model: 'repair', id, data: { title: `Step ${step}` } } })
  await openPath(page, `workshop/repairs/${id}`)
  await expect(page.locator('.tl-node')).toHaveCount(20)
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  await expect(page.locator('.tl-node')).toHaveCount(24)
  await expect(page.getByText('4 more entries are shown.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Show earlier entries' })).toHaveCount(0)
})

test('the reader turns the order round, also for the next record, and looks at the record as it was', async ({ page, api }) => {
  const id = await makeRepair(api)
  await openPath(page, `grid/workshop/repair/repairs?record=${id}`)
  const drawer = page.getByRole('dialog').filter({ has: page.getByRole('tab') })
  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer.locator('.tl-node').nth(0)).toContainText('Changed')
  await drawer.getByRole('button', { name: 'Newest first' }).click()
  await expect(drawer.locator('.tl-node').nth(0)).toContainText('Created')
  const button = drawer.locator('.tl-node').nth(0).getByRole('button', { name: 'The record then: Created' })
  await button.click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'As it was:' })
  await expect(dialog.locator('dl > div').filter({ hasText: 'Title' })).toContainText('Different now')
  await expect(dialog.locator('dl > div').filter({ hasText: 'Title' }).locator('dd')).toHaveText('Brakes')
  expect(await findViolations(page)).toEqual([])
  // The keys of the drawer do not reach past the dialog.
  await page.keyboard.press('j')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  const other = await makeRepair(api)
  await openPath(page, `workshop/repairs/${other}`)
  await expect(page.getByRole('button', { name: 'Newest first' })).toBeVisible()
})

test('a transition shows both states', async ({ page, api }) => {
  const id = await makeRepair(api)
  const node = {
    id: 'a1',
    kind: 'transition',
    status: 'done',
    status_title: 'Done',
    description: 'Stage changed from Open to Done',
    field: 'Stage',
    date: '2024-03-09T10:35:00.000Z',
    user: null,
    color: 'success',
    from: { value: 'open', title: 'Open', color: 'info' },
    to: { value: 'done', title: 'Done', color: 'success' },
    note: 'It runs again.',
  }
  const metadata = {
    cursor: null,
    kinds: ['comment', 'transition', 'changed'],
    can_comment: false,
    can_comment_private: false,
    can_attach: false,
    fields: {},
  }
  await answerCall(page, 'timeline', { results: [node], metadata })
  await openPath(page, `workshop/repairs/${id}`)
  const entry = page.locator('.tl-node')
  await expect(entry.locator('.tl-line')).toHaveText('Stage changed from Open to Done')
  await expect(entry.locator('.tl-badge')).toHaveText(['Open', 'Done'])
  await expect(entry).toContainText('It runs again.')
  await expect(entry).toContainText('System')
  await expect(entry.locator('time')).toHaveAttribute('title', '14:05 - 2024/03/09')
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('a failure offers to try again', async ({ page, api }) => {
  const id = await makeRepair(api)
  await answerCall(page, 'timeline', { errorCode: 'server-error', userMessage: 'It broke.', errors: {}, metadata: {} }, 500)
  await openPath(page, `workshop/repairs/${id}`)
  const failed = page.getByRole('region', { name: 'Timeline' }).getByRole('alert')
  await expect(failed).toContainText('It broke.')
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.tl-node')).toHaveCount(2)
})

test('the quick view of a list has the timeline behind a tab', async ({ page, api }) => {
  const id = await makeRepair(api)
  await openPath(page, `grid/workshop/repair/repairs?record=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer.locator('.tl-node')).toHaveCount(2)
  await drawer.getByRole('tab', { name: 'Timeline' }).press('ArrowLeft')
  await expect(drawer.getByRole('tab', { name: 'Details' })).toBeFocused()
  await expect(drawer.locator('dl')).toContainText('Brakes and oil')
})

test.describe('in Persian on a phone', () => {
  test.use({ panelLocale: 'fa', viewport: { width: 390, height: 844 } })
  test('it has days of the Persian calendar and fits the page', async ({ page, api }) => {
    const id = await makeRepair(api)
    await answerCall(page, 'timeline', {
      results: [persian],
      metadata: { cursor: null, kinds: ['changed'], can_comment: true, can_comment_private: true, can_attach: true, fields: {} },
    })
    await openPath(page, `workshop/repairs/${id}`)
    await expect(page.getByRole('heading', { name: '۱۹ اسفند ۱۴۰۲' })).toBeVisible()
    await expect(page.locator('.tl-node time')).toHaveAttribute('title', '۱۴:۰۵ - ۱۴۰۲/۱۲/۱۹')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await findViolations(page)).toEqual([])
  })
})

const persian = {
  id: 'c1',
  kind: 'comment',
  status: 'comment',
  status_title: 'یادداشت',
  description: 'با مشتری تماس گرفته شد. '.repeat(20),
  date: '2024-03-09T10:35:00.000Z',
  user: { id: 1, name_full: 'سارا احمدی' },
  color: 'default',
  can_edit: true,
}
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
