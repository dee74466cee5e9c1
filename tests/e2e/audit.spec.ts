import { expect, findViolations, openPath, test, toast } from './panel.ts'

type Call = (name: string, options: object) => Promise<{ id: number }>

/** An organization whose name was changed once. */
async function changedOrganization(api: unknown): Promise<number> {
  const save = (payload: object) => (api as Call)('save', { method: 'POST', payload: { model: 'organization', ...payload } })
  const { id } = await save({ data: { organization_name: 'Name of before', organization_type: 'private' } })
  await save({ id, data: { organization_name: 'Name of after' } })
  return id
}

for (const panelLocale of ['fa', 'en'] as const) {
  test.describe(`the audit in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('is readable by everybody who may, wide and narrow', async ({ page, api }) => {
      const id = await changedOrganization(api)
      await openPath(page, `/persons/audit?model=organization&record=${id}`)
      await expect(page.locator('.al-list > li')).toHaveCount(2)
      await page.locator('.al-list summary').first().click()
      expect(await findViolations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    })
  })
}

test('a change is found, seen before and after, exported, and taken back', async ({ page, api }) => {
  const id = await changedOrganization(api)
  await openPath(page, '/persons/audit')
  const kind = page.getByRole('combobox', { name: 'Kind of record' })
  // The list narrows under the pointer until the answer to the whole word is there.
  await expect(async () => {
    await kind.fill('Organization')
    await page.getByRole('option', { name: 'Organization', exact: true }).click({ timeout: 3000 })
  }).toPass()
  await page.getByRole('textbox', { name: 'Record ID' }).fill(String(id))
  await page.getByRole('textbox', { name: 'Record ID' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`model=organization&record=${id}|record=${id}&model=organization`))
  await page.reload()
  const entry = page.locator('.al-list > li').first()
  await entry.locator('summary').click()
  await expect(entry.locator('del')).toContainText('Name of before')
  await expect(entry.locator('ins')).toContainText('Name of after')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('Audit log.csv')
  await entry.getByRole('button', { name: 'Undo this change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click()
  await expect(toast(page, '“Name of after” was brought back.')).toBeVisible()
  await expect(page.locator('.al-list > li')).toHaveCount(3)
  const { organization_name: name } = (await (api as never as Call)('single', { params: { model: 'organization', id } })) as never as {
    organization_name: string
  }
  expect(name).toBe('Name of before')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/persons\/audit$/)
})
