import type { Locator, Page } from 'playwright/test'
import { expect, findViolations, lineOf, openList, openPath, signIn, storedState, test, toast, uniqueName } from './panel.ts'

type Api = <Results>(name: string, options?: object) => Promise<Results>
interface Saved {
  id: number
  version: number
}

test.use({ role: 'operator', panelLocale: 'en' })

const list = (page: Page, title: string) => openList(page, `market/products/goods?search=${encodeURIComponent(title)}`)
const cell = (page: Page, title: string): Locator => lineOf(page, title).locator('.pw')
const waresOf = (page: Page, title: string): Locator => cell(page, title).locator('.pw-wares > li')
const faults = (page: Page): Locator => page.locator('.wi-fault')
const figure = (page: Page, name: string): Locator => page.locator(`[data-figure=${name}]`)

/** A product of the type `goods` with so many wares in rial, each with an opening stock. */
async function productWith(api: Api, count: number, ware: object = {}): Promise<{ id: number; title: string; wares: Saved[] }> {
  const title = uniqueName('Anvil')
  const { id } = await api<Saved>('market-post-save', { payload: { type: 'goods', title, currency: 'IRR' } })
  const wares: Saved[] = []
  for (let place = 1; place <= count; place += 1)
    wares.push(
      await api<Saved>('market-ware-save', {
        payload: {
          product: id,
          currency: 'IRR',
          full_title: `${title} ${place}`,
          inventory_type: 'standalone',
          sale_price: '1000',
          ...ware,
        },
      }),
    )
  return { id, title, wares }
}

const openInventory = (page: Page, product: number, ware: number) =>
  openPath(page, `market/products/goods/${product}/wares/${ware}/inventory`)

const change = async (page: Page, kind: string, fields: { quantity: string; fee?: string; reason?: string }) => {
  await page.getByRole('radio', { name: kind }).check()
  if (fields.reason !== undefined) await page.getByLabel('Reason').selectOption(fields.reason)
  await page.getByLabel(/^Quantity/).fill(fields.quantity)
  if (fields.fee !== undefined) await page.getByLabel(/^Fee/).fill(fields.fee)
  await page.getByLabel('Payment path').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test.describe('the cell of a product', () => {
  test('has two wares and asks for the others when they are wanted', async ({ page, api }) => {
    const five = await productWith(api as Api, 5)
    await list(page, five.title)
    await expect(cell(page, five.title)).toContainText('5 wares')
    await expect(cell(page, five.title)).toContainText('0 sold')
    await expect(waresOf(page, five.title)).toHaveCount(2)
    await cell(page, five.title).getByRole('button', { name: 'Load all 5' }).click()
    await expect(waresOf(page, five.title)).toHaveCount(5)
    expect(await findViolations(page)).toEqual([])
    const two = await productWith(api as Api, 2)
    await list(page, two.title)
    await expect(waresOf(page, two.title)).toHaveCount(2)
    await expect(cell(page, two.title).getByRole('button', { name: /Load all/ })).toHaveCount(0)
  })

  test('opens the quick view, and the page of a ware from its menu', async ({ page, api }) => {
    const { title } = await productWith(api as Api, 1)
    await list(page, title)
    await cell(page, title).getByRole('button', { name: title, exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(title)
    await page.keyboard.press('Escape')
    await cell(page, title)
      .getByRole('button', { name: `Actions for ${title} 1` })
      .click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Change price', 'Delete'])
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/\/wares\/\d+\/edit$/)
    await expect(page.getByLabel('Sale price', { exact: true })).toHaveValue('1,000')
  })

  test('switches availability, waits for the answer, and stands as before when it is refused', async ({ page, api }) => {
    const { title } = await productWith(api as Api, 1)
    await list(page, title)
    const available = cell(page, title).getByRole('switch')
    await expect(available).toBeChecked()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/market-product-availability/, async (route) => {
      await held
      await route.continue()
    })
    await available.click()
    await expect(available).toBeDisabled()
    answer()
    await expect(available).toBeEnabled()
    await page.reload()
    await expect(cell(page, title).getByRole('switch')).not.toBeChecked()

    await page.unrouteAll({ behavior: 'wait' })
    await page.route(/market-product-availability/, (route) =>
      route.fulfill({ status: 503, json: { errorCode: 'not-ready', userMessage: 'Try again later.', errors: {}, metadata: {} } }),
    )
    await available.click()
    await expect(toast(page, 'Try again later.')).toBeVisible()
    await expect(available).toBeEnabled()
    await expect(available).not.toBeChecked()
  })

  test('changes a price in place, in any digits, and says what is no price', async ({ page, api }) => {
    const { title } = await productWith(api as Api, 1)
    await list(page, title)
    const set = cell(page, title).getByRole('button', { name: `Change the price of ${title} 1` })
    const input = cell(page, title).getByRole('textbox')
    await set.click()
    await input.fill('twelve')
    await input.press('Enter')
    await expect(cell(page, title).getByRole('alert')).toHaveText('A price is a number, zero or more.')
    await input.fill('۱٬۲۵۰')
    await input.press('Enter')
    await expect(toast(page, 'The price has been changed.')).toBeVisible()
    await expect(waresOf(page, title)).toContainText('1,250 Rial')
  })

  test.describe('of somebody who only reads', () => {
    test.use({ role: 'staff' })

    test('has neither switch, link, menu nor prices to set', async ({ page, api }) => {
      const { title } = await productWith(api as Api, 1)
      await list(page, title)
      await expect(cell(page, title)).toContainText(title)
      await expect(cell(page, title).getByRole('switch')).toHaveCount(0)
      await expect(cell(page, title).getByRole('button')).toHaveCount(0)
    })
  })
})

test('a ware has its currency first, and its supply type from its inventory type', async ({ page, api }) => {
  const { id, title, wares } = await productWith(api as Api, 2, { count: '4', supply_price: '10' })
  await openPath(page, `market/products/goods/${id}/wares/create`)
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Inventory type', 'Unique')
  await expect(page.getByRole('combobox', { name: 'Supply type' })).toHaveValue('Unique independent')
  await expect(page.getByRole('combobox', { name: 'Dependent wares' })).toHaveCount(0)
  await choose('Inventory type', 'Related')
  await expect(page.getByRole('combobox', { name: 'Supply type' })).toHaveValue('Dependent')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Dependent wares is required.').first()).toBeVisible()
  for (const place of [1, 2]) {
    await page.getByRole('combobox', { name: 'Dependent wares' }).fill(`${title} ${place}`)
    await page.getByRole('option', { name: `${title} ${place}` }).click()
  }
  await page.keyboard.press('Escape')
  await page
    .getByRole('textbox', { name: /Full title/ })
    .first()
    .fill(`${title} set`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'The ware has been saved.')).toBeVisible()
  await expect(lineOf(page, `${title} set`)).toContainText('Related')
  await (api as Api)('market-inventory-save', {
    payload: { ware_id: wares[0]!.id, kind: 1, alter: '3', fee: '10', path_id: await pathOf(api as Api) },
  })
  await page.reload()
  await expect(lineOf(page, `${title} set`).locator('[data-key=stock]')).toContainText('4')
})

const pathOf = async (api: Api): Promise<number> =>
  (await api<{ paths: { value: number }[] }>('market-inventory-fetch-form-configs')).paths[0]!.value

test('sale settings show taxes while they are on, refuse what is above hundred, and keep what was saved', async ({ page, api }) => {
  const slug = uniqueName('market').replace(' ', '-')
  await api('save', { payload: { model: 'market_place', data: { title: { en: slug }, slug, currency: 'IRR' } } })
  await openPath(page, `market/${slug}/sale-settings`)
  const percent = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expect(percent('Value-added')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Tax enabled' }).click()
  await percent('Value-added').fill('109')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.pf-error').first()).toContainText('100')
  await percent('Value-added').fill('9')
  await percent('Withholding').fill('3')
  await percent('Municipal').fill('1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'The sale settings have been saved.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(percent('Value-added')).toHaveValue('9')
  await page.getByRole('switch', { name: 'Tax enabled' }).click()
  await expect(percent('Value-added')).toHaveCount(0)
})

test.describe('stock of a ware', () => {
  test('goes up and down with its average price, and never below nothing', async ({ page, api }) => {
    const { id, wares } = await productWith(api as Api, 1)
    await openInventory(page, id, wares[0]!.id)
    await change(page, 'Supply', { quantity: '10', fee: '100' })
    await expect(figure(page, 'stock')).toContainText('10')
    await change(page, 'Supply', { quantity: '۱۰', fee: '۲۰۰' })
    await expect(figure(page, 'stock')).toContainText('20')
    await expect(figure(page, 'average')).toHaveText('150 Rial')
    await change(page, 'Damage', { quantity: '4' })
    await expect(faults(page)).toHaveText(/required/)
    await change(page, 'Damage', { quantity: '4', reason: { label: 'Broken' } as never })
    await expect(figure(page, 'stock')).toContainText('16')
    await change(page, 'Return', { quantity: '1' })
    await expect(figure(page, 'stock')).toContainText('17')
    await change(page, 'Damage', { quantity: '18', reason: { label: 'Lost' } as never })
    await expect(page.getByText('Insufficient stock: 17 left.').first()).toBeVisible()
    await expect(figure(page, 'stock')).toContainText('17')
    await expect(page.locator('tbody tr[data-id]')).toHaveCount(4)
    expect(await findViolations(page)).toEqual([])
  })

  test('asks before its window closes with something filled in', async ({ page, api }) => {
    const { id } = await productWith(api as Api, 1)
    await openPath(page, `market/products/goods/${id}/wares`)
    await page.getByRole('button', { name: /^Actions of/ }).click()
    await page.getByRole('menuitem', { name: 'Quick inventory change in a window' }).click()
    await page.getByLabel(/^Quantity/).fill('3')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel(/^Quantity/)).toHaveValue('3')
    await page.getByLabel(/^Quantity/).fill('')
    await page.keyboard.press('Escape')
    await expect(page.getByLabel(/^Quantity/)).toHaveCount(0)
  })

  test('that has unique codes takes each of them once, and as many as there are pieces', async ({ page, api }) => {
    const { id, wares } = await productWith(api as Api, 1, { inventory_type: 'unique' })
    await openInventory(page, id, wares[0]!.id)
    const code = uniqueName('C').replace(' ', '')
    const scan = async (text: string) => {
      await page.getByLabel('Scan or type a code and press Enter').fill(text)
      await page.keyboard.press('Enter')
    }
    await page.getByLabel(/^Quantity/).fill('3')
    await page.getByLabel('Payment path').selectOption({ index: 1 })
    await scan(`${code}-1`)
    await scan(`${code}-2`)
    await scan(`${code.toLowerCase()}-۲`)
    await expect(faults(page)).toContainText('is selected already')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(faults(page)).toHaveText('1 other code(s) must be selected')
    await expect(page.getByText('1 other code(s) must be selected')).toHaveCount(1)
    await scan(`${code}-3`)
    await scan(`${code}-4`)
    await expect(page.getByText('1 code(s) more than the quantity')).toBeVisible()
    await page.getByRole('button', { name: `Remove ${code}-4` }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(faults(page)).toHaveText(/Fee/)
    await page.getByLabel(/^Fee/).fill('500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(figure(page, 'stock')).toContainText('3')

    const [sold] = await api<{ id: number; version: number }[]>('market-inventory-uniques-find', {
      params: { id: wares[0]!.id, code: `${code}-1` },
    })
    await page.getByRole('radio', { name: 'Damage' }).check()
    await page.getByLabel('Reason').selectOption({ label: 'Broken' })
    await page.getByLabel(/^Quantity/).fill('1')
    await page.getByLabel(/^Fee/).fill('500')
    await page
      .getByRole('list', { name: 'Free codes' })
      .getByRole('button', { name: `${code}-1` })
      .click()
    await api('market-unique-sell', { payload: { id: sold!.id, version: sold!.version } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(faults(page)).toHaveText('Some selected items have been sold.')
    await expect(page.getByRole('list', { name: 'Unique codes' })).toContainText(`${code}-1`)
  })

  test('is counted by a scanner that does not wait, and by a pasted block; unknown codes are listed', async ({ page, api }) => {
    const { title, wares } = await productWith(api as Api, 2, { count: '5', supply_price: '10' })
    const code = `S${wares[0]!.id}`
    for (const [at, { id }] of wares.entries())
      await api('save', { payload: { model: 'market_ware', id, data: { code: `${code}-${at + 1}` } } })
    await openPath(page, 'market/stocktakings/create')
    await page.getByLabel('Title').fill(uniqueName('Scan'))
    await page.getByRole('gridcell').first().click()
    for (const one of [1, 2, 1, 1]) await page.keyboard.type(`${code}-${one}\n`)
    const counts = (row: number) => page.getByRole('row', { name: `${title} ${row}` })
    await expect(counts(1)).toContainText('3')
    await expect(counts(2)).toContainText('1')
    await page.getByLabel('Scan or paste codes').focus()
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, `${code}-2\t6\n${code}-9\t4\n`)
    await expect(counts(2)).toContainText('7')
    await expect(page.getByRole('alert').filter({ hasText: 'Not taken over' })).toContainText(`${code}-9 × 4`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'The stocktaking is stored and its differences are posted.')).toBeVisible()
  })

  test('is counted, and the differences are posted as one change', async ({ page, api }) => {
    const { title, id, wares } = await productWith(api as Api, 2, { count: '5', supply_price: '10' })
    await openPath(page, 'market/stocktakings/create')
    await page.getByLabel('Title').fill(uniqueName('Count'))
    await page.getByRole('gridcell').first().click()
    for (const [place, counted] of [
      [1, '3'],
      [2, '6'],
    ] as const) {
      await page.keyboard.type(`${title} ${place}`)
      await page.getByRole('option', { name: `${title} ${place}` }).click()
      await page.keyboard.press('Tab')
      await page.keyboard.type(counted)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'The stocktaking is stored and its differences are posted.')).toBeVisible()
    await expect(page.getByRole('row', { name: `${title} 1` })).toContainText('-2')
    await openPath(page, `market/products/goods/${id}/wares`)
    await expect(lineOf(page, `${title} 1`).locator('[data-key=stock]')).toContainText('3')
    await expect(lineOf(page, `${title} 2`).locator('[data-key=stock]')).toContainText('6')
    expect(wares).toHaveLength(2)
  })
})

test.describe('two people at once', () => {
  test('cannot take more than there is, and the second sees what is left', async ({ page, api, browser, baseURL }) => {
    const { id, wares } = await productWith(api as Api, 1, { count: '5', supply_price: '10' })
    const other = await browser.newContext({
      baseURL,
      storageState: storedState(baseURL!, await signIn(baseURL!, 'staff'), { locale: 'en', scheme: 'light' }),
    })
    const second = await other.newPage()
    await openInventory(page, id, wares[0]!.id)
    await openInventory(second, id, wares[0]!.id)
    await change(page, 'Damage', { quantity: '4', reason: { label: 'Lost' } as never })
    await expect(figure(page, 'stock')).toContainText('1')
    await change(second, 'Damage', { quantity: '4', reason: { label: 'Lost' } as never })
    await expect(second.getByText('Insufficient stock: 1 left.').first()).toBeVisible()
    await other.close()
  })

  test('do not overwrite the price of each other', async ({ page, api }) => {
    const { title, wares } = await productWith(api as Api, 1)
    await list(page, title)
    await cell(page, title)
      .getByRole('button', { name: `Change the price of ${title} 1` })
      .click()
    await api('market-ware-price', { payload: { id: wares[0]!.id, version: wares[0]!.version, sale_price: '777' } })
    const input = cell(page, title).getByRole('textbox')
    await input.fill('888')
    await input.press('Enter')
    await expect(cell(page, title).getByRole('alert')).toHaveText('Changed meanwhile, now 777 Rial. Press Enter to set yours.')
    await expect(input).toHaveValue('888')
    await input.press('Enter')
    await expect(waresOf(page, title)).toContainText('888 Rial')
  })
})
