import { expect, findViolations, openList, openPath, test } from './panel.ts'

test.use({ role: 'operator', panelLocale: 'en' })

test('what waits is seen at once, leads to its record, and charts come in sight', async ({ page }) => {
  await openPath(page, '')
  const waiting = page.getByRole('region', { name: 'Open orders' })
  await expect(waiting.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Coming up' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await waiting.getByRole('link', { name: /^All / }).click()
  await expect(page).toHaveURL(/\/arena\?tab=open/)
})

test.describe('an administrator', () => {
  test.use({ role: 'administrator' })

  test('the list behind a count holds all types, and offers no link that needs one', async ({ page }) => {
    await openList(page, 'grid/content/post/list?tab=draft')
    await expect(page.getByRole('button', { name: 'Help' })).toBeVisible()
    const toAdd = page.getByRole('main').getByRole('button', { name: /^Add (post|news)/ })
    await expect(toAdd).toHaveCount(0)
    await openList(page, 'content/post/news')
    await expect(toAdd).toHaveAccessibleName('Add news item')
  })
})

test('widgets are added, moved and sized by the keyboard, set and removed, and stay so', async ({ page, api }) => {
  await api('widgets-reset', { as: 'operator', payload: {} })
  await openPath(page, '')
  await expect(page.getByRole('button', { name: 'Add widget' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage widgets' }).click()
  await page.getByRole('button', { name: 'Add widget' }).click()
  const library = page.getByRole('dialog', { name: 'Widget library' })
  await library.getByRole('searchbox').fill('note')
  await library.getByRole('button', { name: /^Note/ }).click()
  await page.keyboard.press('Escape')
  const note = page.getByRole('region', { name: 'Note', exact: true })
  await expect(note).toBeVisible()

  const move = note.getByRole('button', { name: 'Move Note', exact: true })
  await move.focus()
  const stored = () => page.waitForResponse((response) => response.url().includes('widgets-sort'))
  for (const key of ['Shift+ArrowRight', 'ArrowRight']) {
    const answer = stored()
    await page.keyboard.press(key)
    await answer
  }
  await expect(page.getByRole('status').filter({ hasText: 'Note: column 2' })).toBeAttached()

  await note.getByRole('button', { name: 'Settings of Note' }).click()
  const settings = page.getByRole('dialog', { name: 'Widget settings' })
  await settings.getByLabel('Title').fill('To remember')
  await settings.getByLabel('Text').fill('Call the customs office')
  await settings.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  const kept = page.getByRole('region', { name: 'To remember' })
  await kept.scrollIntoViewIfNeeded()
  await expect(kept).toContainText('Call the customs office')

  await page.getByRole('button', { name: 'Manage widgets' }).click()
  await kept.getByRole('button', { name: 'Remove To remember' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove widget' }).click()
  await expect(kept).toHaveCount(0)
})

test('a widget is dragged to another column, also from right to left', async ({ page, api }) => {
  await api('widgets-reset', { as: 'operator', payload: {} })
  await openPath(page, '')
  await page.getByRole('button', { name: 'Manage widgets' }).click()
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible() // until then the widgets cannot be moved
  const card = page.getByRole('region', { name: 'Open orders' })
  const head = card.getByRole('heading')
  const before = (await card.boundingBox())!
  await head.hover()
  await page.mouse.down()
  await page.mouse.move(before.x + before.width * 1.6, before.y + 20, { steps: 8 })
  const answer = page.waitForResponse((response) => response.url().includes('widgets-sort'))
  await page.mouse.up()
  expect((await answer).status()).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  expect((await card.boundingBox())!.x).toBeGreaterThan(before.x)
})
