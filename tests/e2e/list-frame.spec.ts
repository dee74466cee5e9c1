import { expect, openList, openPath, test } from './panel.ts'

const top = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`

test('selecting a row moves nothing: the bulk bar lies over the tools', async ({ page }) => {
  await openList(page, '/grid/content/category/list')
  const before = await page.evaluate(top('tbody tr[data-id]'))
  await page.locator('tbody input[type=checkbox]').first().check()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
  expect(await page.evaluate(top('tbody tr[data-id]'))).toBe(before)
})

test('a list fits the window: its own rows scroll, the page does not, and in a low window it is the other way round', async ({ page }) => {
  await openList(page, '/grid/content/category/list')
  const scrolls = () =>
    page.evaluate(() => {
      const list = document.querySelector('.grid-scroll')!
      return { page: document.documentElement.scrollHeight > window.innerHeight, list: list.scrollHeight > list.clientHeight }
    })
  await expect.poll(scrolls).toEqual({ page: false, list: true })
  await page.setViewportSize({ width: 1366, height: 420 })
  await expect.poll(scrolls).toEqual({ page: true, list: false })
})

test('a title of many letters without a space widens no page', async ({ page, api }) => {
  const slug = `w${Date.now()}`
  await api('save', {
    payload: { model: 'category', data: { title: { en: 'W'.repeat(120), fa: 'ک'.repeat(120) }, slug: slug + 'w'.repeat(80) } },
  })
  for (const width of [320, 390, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await openPath(page, `/grid/content/category/list?q=${slug}`)
    await expect(page.locator('tbody tr[data-id]')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('a title of 200 letters without a space widens neither the page of its record nor a dialog about it', async ({ page, api }) => {
  const title = 'W'.repeat(200)
  const { id } = await api<{ id: number }>('content-post-save', {
    payload: { type: 'news', locale: 'en', action: 'draft', data: { title, synopsis: title, text: `<p>${title}</p>` } },
  })
  const widest = () =>
    page.evaluate(() => {
      const dialog = document.querySelector('[role=dialog]')
      const ends = [...(dialog?.querySelectorAll('button, span, h2') ?? [])].map((part) => part.getBoundingClientRect().right)
      return Math.max(document.documentElement.scrollWidth, ...ends)
    })
  for (const width of [320, 390, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await openPath(page, `/content/post/news/${id}/edit`)
    await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText(title)
    expect(await widest()).toBeLessThanOrEqual(width)
    await openList(page, `/content/post/news?q=${title}`)
    await page.locator('tbody tr[data-id] .grid-link').first().click()
    await expect(page.getByRole('dialog').getByText(title).first()).toBeVisible()
    await expect.poll(widest).toBeLessThanOrEqual(width)
  }
})

test('the pencil of a card lies beside what the cell shows', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await openList(page, '/grid/content/category/list')
  const cell = page.locator('tbody tr[data-id] td[data-key=title]').first()
  const [pencil, text] = [
    await cell.locator('.grid-edit').boundingBox(),
    await cell.locator('.grid-clip, .grid-link').first().boundingBox(),
  ]
  expect(text!.x + text!.width).toBeLessThanOrEqual(pencil!.x)
})

for (const panelLocale of ['fa', 'en']) {
  test.describe(panelLocale, () => {
    test.use({ panelLocale })
    test('the lists of the product fit an office screen, and the column of actions is as wide as its buttons', async ({ page }) => {
      for (const path of [
        '/content/post/news',
        '/persons/users/staff',
        '/persons/users/roles',
        '/divisions',
        '/content/type',
        '/settings',
      ]) {
        await openList(page, path)
        const list = page.locator('.grid-scroll')
        await expect.poll(() => list.evaluate((element) => element.scrollWidth - element.clientWidth), { message: path }).toBe(0)
        const emptyPx = await page.evaluate(() =>
          Math.min(
            ...[...document.querySelectorAll<HTMLElement>('td.grid-actions')].map((cell) => {
              const shown = [...cell.querySelectorAll('button')].map((button) => button.offsetWidth)
              return cell.clientWidth - shown.reduce((sum, width) => sum + width, 0)
            }),
          ),
        )
        expect(emptyPx, path).toBeLessThanOrEqual(16)
      }
    })
  })
}

for (const panelLocale of ['fa', 'en']) {
  test.describe(panelLocale, () => {
    test.use({ panelLocale })
    test('e-mail addresses of users are read whole', async ({ page }) => {
      for (const path of ['/grid/persons/user/list', '/persons/users/staff']) {
        await openList(page, path)
        const cut = () =>
          page.evaluate(() => {
            const list = document.querySelector('.grid-scroll')!
            const texts = [...document.querySelectorAll<HTMLElement>('td[data-key=email] .grid-clip')]
            return {
              sideways: list.scrollWidth - list.clientWidth,
              cut: texts.filter((text) => text.scrollWidth > text.clientWidth).length,
            }
          })
        // The longest one of a page may lack a few pixels where every other column is at its least.
        await expect.poll(async () => (await cut()).cut, { message: path }).toBeLessThanOrEqual(1)
        expect((await cut()).sideways, path).toBe(0)
      }
    })
    test('tags without room are counted instead of cut', async ({ page }) => {
      await openList(page, '/content/post/news')
      const cells = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.grid-tags:has([data-more])')].map((cell) => {
          const isSeen = (part: HTMLElement) =>
            part.offsetWidth > 4 && part.getBoundingClientRect().top < cell.getBoundingClientRect().bottom
          const tags = [...cell.querySelectorAll<HTMLElement>('.grid-tag')]
          const counts = [...cell.querySelectorAll<HTMLElement>('[data-more]')].filter(isSeen)
          return {
            // The first one says more with its end cut than a count would.
            cut: tags
              .slice(1)
              .filter(isSeen)
              .filter((tag) => tag.scrollWidth > tag.clientWidth).length,
            counted: counts.map((count) => count.title),
            hidden: tags.filter((tag) => !isSeen(tag)).map((tag) => tag.textContent),
          }
        }),
      )
      expect(cells.filter(({ hidden }) => hidden.length > 0).length).toBeGreaterThan(0)
      for (const { cut, hidden, counted } of cells) {
        expect(cut).toBe(0)
        expect(counted).toEqual(hidden)
      }
    })
  })
}

for (const { panelLocale, figures } of [
  { panelLocale: 'fa', figures: 'normal' },
  { panelLocale: 'en', figures: 'tabular-nums' },
]) {
  test.describe(`figures in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('numbers in cells have no gaps between their Persian digits', async ({ page }) => {
      await openList(page, '/content/type')
      await expect(page.locator('.grid-number').first()).toHaveCSS('font-variant-numeric', figures)
    })
  })
}

test('a content type leads to its posts: from its row, its quick view and its modal', async ({ page }) => {
  const posts = { name: 'Posts of this type' }
  const openMenu = async () => {
    await openList(page, '/content/type')
    await page.locator('tbody tr[data-id]', { hasText: 'news' }).locator('[data-part=menu]').click()
  }
  await openMenu()
  await page.getByRole('menuitem', posts).click()
  await expect(page).toHaveURL(/\/content\/post\/news$/)

  await openMenu()
  await page.getByRole('menuitem', { name: 'Quick view' }).click()
  await page.getByRole('dialog').getByRole('button', posts).or(page.getByRole('dialog').getByRole('link', posts)).click()
  await expect(page).toHaveURL(/\/content\/post\/news$/)

  await openMenu()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', posts).click()
  await expect(page).toHaveURL(/\/content\/post\/news$/)
})
