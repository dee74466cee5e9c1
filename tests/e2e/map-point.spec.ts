import type { Page } from 'playwright/test'
import { answerCall, expect, findViolations, openList, test, toast } from './panel.ts'
import { showForm } from './page-form.ts'
import { openForm } from './trial-form.ts'

const point = {
  type: ['object', 'null'],
  format: 'map-point',
  title: 'Place',
  properties: { lat: { type: 'number' }, long: { type: 'number' }, id: { type: ['integer', 'null'] } },
}
const coordinates = (page: Page) => page.getByRole('textbox', { name: 'Place', exact: true })
const marker = (page: Page) => page.getByRole('button', { name: /^Place: arrow keys/ })
const map = (page: Page) => page.locator('.map-view')

/** What `Do it` sends of the field. */
async function sentBy(page: Page): Promise<unknown> {
  const request = page.waitForRequest((one) => one.url().includes('/content-type-save'))
  await page.getByRole('button', { name: 'Do it' }).click()
  return ((await request).postDataJSON() as { data: { place?: unknown } }).data.place
}

/** Where the marker's tip stands in the map, from its middle. */
async function offset(page: Page): Promise<{ x: number; y: number }> {
  const [pin, frame] = [await marker(page).boundingBox(), await map(page).boundingBox()]
  return { x: pin!.x + 12 - (frame!.x + frame!.width / 2), y: pin!.y + 41 - (frame!.y + frame!.height / 2) }
}

test.beforeEach(async ({ page }) => {
  await answerCall(page, 'content-type-save', { results: { id: 1 }, metadata: {} })
})

test('typed coordinates move the marker, which measures 25 by 41, and are sent with lat, long and id', async ({ page, baseURL }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && /^https?:/.test(request.url())) asked.push(request.url())
  })
  await openForm(page, { place: point })
  await expect(map(page)).toBeVisible()
  await expect(marker(page)).toHaveCount(0)
  await coordinates(page).fill('35°42\'0.5"N 51°24\'12.2"E')
  await expect(marker(page)).toBeVisible()
  expect(await marker(page).evaluate((pin: HTMLElement) => [pin.offsetWidth, pin.offsetHeight])).toEqual([25, 41])
  await expect.poll(() => offset(page).then(({ x, y }) => Math.hypot(x, y))).toBeLessThan(2)
  await coordinates(page).press('Tab')
  await expect(coordinates(page)).toHaveValue('35.7001389, 51.4033889')
  await coordinates(page).fill('۱۰°۳۰′۰″ج ۲۰°۱۵′۰″غ')
  expect(await sentBy(page)).toEqual({ lat: -10.5, long: -20.25, id: null })
  expect(asked).toEqual([])
})

test('what is no coordinate is told by a toast, moves nothing and is not sent', async ({ page }) => {
  await openForm(page, { place: point })
  await coordinates(page).fill('35.7, 51.4')
  await coordinates(page).press('Enter')
  await expect(page.getByText('35° 42′ 0″ N, 51° 24′ 0″ E')).toBeVisible()
  for (const wrong of ['abc', '90.1, 51.4', '35.7, -180.1']) {
    await coordinates(page).fill(wrong)
    await coordinates(page).press('Enter')
    await expect(toast(page, 'Please check the marked fields.')).toBeVisible()
    await expect(coordinates(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('35° 42′ 0″ N, 51° 24′ 0″ E')).toBeVisible()
    await page.getByRole('button', { name: 'Do it' }).click()
    await expect(page.getByRole('dialog', { name: 'Trial' })).toBeVisible()
    await coordinates(page).focus()
    await coordinates(page).press('Escape')
    await expect(coordinates(page)).toHaveValue('35.7, 51.4')
  }
  await coordinates(page).fill('90, -180')
  expect(await sentBy(page)).toEqual({ lat: 90, long: -180, id: null })
})

test('a click sets the point, arrow keys move it, a drag takes it elsewhere', async ({ page }) => {
  await openForm(page, { place: point })
  await map(page).click({ position: { x: 100, y: 120 } })
  await expect(marker(page)).toBeVisible()
  const before = await coordinates(page).inputValue()
  await marker(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(coordinates(page)).not.toHaveValue(before)
  const [lat, long] = (await coordinates(page).inputValue()).split(', ').map(Number)
  const [latBefore, longBefore] = before.split(', ').map(Number)
  expect(Math.abs(lat! - latBefore!)).toBeLessThan(2e-5)
  expect((long! - longBefore!) / ((360 / (256 * 2 ** 17)) * 10)).toBeCloseTo(1, 1)
  const pin = (await marker(page).boundingBox())!
  await page.mouse.move(pin.x + 12, pin.y + 15)
  await page.mouse.down()
  await page.mouse.move(pin.x + 62, pin.y + 45, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => Number((await coordinates(page).inputValue()).split(', ')[0])).toBeLessThan(lat!)
  await page.getByRole('button', { name: 'Clear Place' }).click()
  await expect(marker(page)).toHaveCount(0)
})

test('an empty map begins at its centre, Enter sets the point there, and a map that was moved away returns after three seconds', async ({
  page,
}) => {
  await openForm(page, { place: point })
  await expect(page.locator('.map-scale')).toHaveText('50 m')
  await expect(page.locator('.map-scale')).toHaveAttribute('title', 'Middle 35.7001388, 51.4033774, zoom 17')
  await map(page).focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await coordinates(page).inputValue()).split(', ').map((degrees) => Number(degrees).toFixed(4)))
    .toEqual(['35.7001', '51.4034'])
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.keyboard.press('ArrowRight')
  await page.clock.runFor(500)
  await expect(page.getByText('The map is about to return to the point.')).toBeVisible()
  expect(Math.abs((await offset(page)).x)).toBeGreaterThan(50)
  await page.clock.runFor(2300)
  expect(Math.abs((await offset(page)).x)).toBeGreaterThan(50)
  await page.clock.runFor(1500)
  await expect.poll(() => offset(page).then(({ x }) => Math.abs(x))).toBeLessThan(2)
  await expect(page.getByText('The map is about to return to the point.')).toHaveCount(0)
})

test('a point that is only read is shown and stays', async ({ page }) => {
  await openForm(page, { place: { ...point, readOnly: true, default: { lat: 35.7, long: 51.4 } } })
  await expect(page.getByRole('img', { name: 'Place', exact: true })).toBeVisible()
  await map(page).click({ position: { x: 60, y: 60 } })
  await expect(coordinates(page)).toHaveValue('35.7, 51.4')
  await expect(coordinates(page)).toHaveJSProperty('readOnly', true)
  await expect(page.getByRole('button', { name: 'Clear Place' })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})

test('where one is may be asked, if the page allows it', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 32.6546, longitude: 51.668 })
  await openForm(page, { place: point })
  await page.getByRole('button', { name: 'My position' }).click()
  await expect(coordinates(page)).toHaveValue('32.6546, 51.668')
})

test('a page that must not know where one is does not offer it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature: () => false } })
  })
  await openForm(page, { place: point })
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'My position' })).toHaveCount(0)
})

test('pictures that do not arrive are told, and the field works on', async ({ page }) => {
  await page.route(
    (url) => url.pathname === '/' || !url.pathname.includes('.'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"tile_url":null', '"tile_url":"/no-tiles/{z}/{x}/{y}.png"'),
      })
    },
  )
  await page.route('**/no-tiles/**', (route) => route.fulfill({ status: 404 }))
  await openForm(page, { place: point })
  await expect(page.getByText('The pictures of the map could not be loaded.')).toBeVisible()
  await coordinates(page).fill('35.7, 51.4')
  await expect(marker(page)).toBeVisible()
})

test.describe('in Persian', () => {
  test.use({ panelLocale: 'fa' })
  test('a division has its place on the map', async ({ page, api }) => {
    const { id, title } = (await api<{ id: number; title: string }[]>('divisions-cities', { params: { q: 'شیراز' } }))[0]!
    await openList(page, '/divisions?tab=cities&q=' + encodeURIComponent(title))
    await page.locator(`tr[data-id="${id}"]`).getByRole('button', { name: title, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'مکان روی نقشه' }).fill('۲۹٫۵۹، ۵۲٫۵۸')
    await expect(dialog.getByText('29° 35′ 24″ N, 52° 34′ 48″ E')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    const request = page.waitForRequest((one) => one.url().includes('/divisions-save'))
    await dialog.getByRole('button', { name: 'ذخیره', exact: true }).click()
    expect(JSON.stringify((await request).postDataJSON())).toContain(`"lat":29.59,"long":52.58`)
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('when the language is changed', () => {
  test.use({ panelLocale: 'fa' })

  test('the map keeps its lines and says their degrees in the new one', async ({ page }) => {
    await showForm(page, {
      name: 'place',
      schema: { type: 'object', properties: { place: point } },
      data: { place: { lat: 35.7, long: 51.4, id: null } },
    })
    await expect(page.locator('.map-graticule text').first()).toHaveText(/[۰-۹]/)
    // The map's own texts come late: it is hidden until they are there.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/en-[^/]*\.js$/, async (route) => {
      const isOfMap = await page.evaluate(() => document.documentElement.lang === 'en')
      await (isOfMap ? held.then(() => route.continue()) : route.continue())
    })
    await page.getByRole('button', { name: 'زبان' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(map(page)).toBeHidden()
    release()
    await expect(page.locator('.map-graticule text').first()).toHaveText(/[0-9]/)
    await expect(page.locator('.map-graticule text').first()).toBeVisible()
    await expect.poll(() => page.locator('.map-graticule line').count()).toBeGreaterThan(4)
  })
})
