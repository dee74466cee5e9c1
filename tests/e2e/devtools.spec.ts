import { ruleNames } from '#schemas/rules/validation/rule-string.ts'
import { expect, findViolations, openPath, test } from './panel.ts'

test.use({ role: 'developer' })

const tools = ['lab', 'components-list', 'preview', 'publications', 'outbox', 'info', 'routes']

test('each tool has its page, which axe finds nothing wrong with', async ({ page }) => {
  for (const tool of tools) {
    await openPath(page, `/developer-tools/${tool}`)
    await expect(page.locator('.dt, .pk-list-page, .ob, .pb').first()).toBeVisible()
    expect(await findViolations(page), tool).toEqual([])
  }
})

test.describe('of staff', () => {
  test.use({ role: 'staff' })
  test('nobody but developers opens them', async ({ page }) => {
    for (const tool of tools) {
      await openPath(page, `/developer-tools/${tool}`)
      await expect(page).toHaveURL(/\/forbidden/)
    }
  })
})

test('the lab draws what is typed, points at mistakes and keeps what was right', async ({ page }) => {
  await openPath(page, '/developer-tools/lab')
  const editor = page.getByRole('textbox', { name: 'Document', exact: true })
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByLabel('Title')).toBeVisible()
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '{"schema":{"type":"object","properties":{"city":{"type":"string","rules":"required"}}},"ui":{"city":{"title":"City"}}}',
  )
  await expect(result.getByLabel('City')).toBeVisible()
  await result.getByLabel('City').fill('Shiraz')
  await result.getByRole('button', { name: 'Check and show what is sent' }).click()
  await expect(result.locator('[data-part=payload]')).toContainText('"city": "Shiraz"')
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"schema":{"type":"object","properties":{"city":{"type":"string","rules":"requird"}}}}')
  await expect(page.getByText('Probably meant: required')).toBeVisible()
  await expect(page.getByText('this is how it last looked')).toBeVisible()
  await expect(result.getByLabel('City')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Probably meant: required')).toBeVisible()
})

test('the lab lists the rules and tries one', async ({ page }) => {
  await openPath(page, '/developer-tools/lab')
  await page.getByText(`${ruleNames.length} validation rules`).click()
  await expect(page.locator('[data-rule]')).toHaveCount(ruleNames.length)
  await page.getByRole('button', { name: 'Try email' }).click()
  await expect(page.getByRole('region', { name: 'Result' }).getByRole('textbox', { name: 'email' })).toHaveValue('name@')
  await page.getByRole('button', { name: 'Check and show what is sent' }).click()
  await expect(page.getByRole('region', { name: 'Result' }).getByText('must be a valid email address').first()).toBeVisible()
})

test('every part of the components list is drawn', async ({ page }) => {
  test.slow()
  await openPath(page, '/developer-tools/components-list')
  const links = page.getByRole('navigation', { name: 'Components' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))) {
    const key = new URL(href, 'http://panel.test').searchParams.get('part')!
    await page.locator(`nav a[href="${href}"]`).first().click()
    await expect(page.locator(`article[data-part="${key}"] .dt-stage`)).not.toBeEmpty()
    await expect(page.locator(`article[data-part="${key}"] .dt-stage .pf-placeholder`)).toHaveCount(0)
    await expect(page.locator(`article[data-part="${key}"] .pk-broken`)).toHaveCount(0)
  }
})

test('a previewed setting shows in the frame at once, and reset puts it back', async ({ page }) => {
  await openPath(page, '/developer-tools/preview')
  const brand = page.locator('.pk-brand-name')
  const before = await brand.textContent()
  await page.getByLabel('Name of the site').fill('Bazaar')
  await expect(brand).toHaveText('Bazaar')
  await page.getByLabel('Sidebar').uncheck()
  await expect(page.locator('.pk-sidebar')).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Colours/ }).selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(brand).toHaveText(before!)
  await expect(page.locator('.pk-sidebar')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
  const settings = page.locator('.pk-sidebar').getByText('Settings', { exact: true })
  await expect(settings).toBeVisible()
  await page.getByRole('combobox', { name: /^Role/ }).selectOption('staff')
  await expect(settings).toHaveCount(0)
})

test('a form says why a field is as it is', async ({ page }) => {
  await openPath(page, '/content/post/article/create')
  await page
    .locator('.pf-field[data-required] .pf-label')
    .first()
    .click({ modifiers: ['Alt'] })
  const why = page.getByRole('dialog', { name: 'Why is this form like this?' })
  await expect(why.locator('[data-effect=required]').first()).toContainText('/schema/')
  await page.keyboard.press('Escape')
  await expect(why).toHaveCount(0)
})

test('the frame and a drawn document turn over into another language, and leaving puts the panel back', async ({ page }) => {
  await openPath(page, '/developer-tools/preview')
  const html = page.locator('html')
  const pick = page.locator('.dt-pick select').first()
  for (const [locale, dir, dashboard] of [
    ['de', 'ltr', 'Übersicht'],
    ['fa', 'rtl', 'داشبورد'],
  ] as const) {
    await pick.selectOption(locale)
    await expect(page.locator('.pk-sidebar')).toContainText(dashboard)
    await expect(html).toHaveAttribute('lang', locale)
    await expect(html).toHaveAttribute('dir', dir)
    await expect(pick).toHaveValue(locale)
  }
  await openPath(page, '/developer-tools/lab')
  await expect(html).toHaveAttribute('lang', 'en')
  await page.getByRole('combobox', { name: /^Language/ }).selectOption('fa')
  await expect(page.locator('.dt-stage')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('.dt-stage').getByRole('button', { name: 'بررسی و نمایش آنچه فرستاده می‌شود' })).toBeVisible()
})

test('a document that is replaced in the lab is no new version of an open form', async ({ page }) => {
  await openPath(page, '/developer-tools/lab')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByLabel('Title')).toBeVisible()
  await result.getByLabel('Title').fill('typed')
  await page.getByRole('textbox', { name: 'Document', exact: true }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"schema":{"type":"object","properties":{"city":{"type":"string"}}},"ui":{"city":{"title":"City"}}}')
  await expect(result.getByLabel('City')).toBeVisible()
  await expect(result.getByRole('status').filter({ hasText: 'new version' })).toHaveCount(0)
})

test.describe('on a phone, in Persian', () => {
  test.use({ panelLocale: 'fa', viewport: { width: 390, height: 844 } })
  test('the page of information is no wider than the window', async ({ page }) => {
    await openPath(page, '/developer-tools/info')
    await expect(page.locator('[data-field=forceChangePassword]')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
