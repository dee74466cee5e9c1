import { answerCall, expect, openList, test } from './panel.ts'

const columns = [
  { key: 'title', title: 'Title', cell: 'text', card: 'title' },
  ...Array.from({ length: 12 }, (_, at) => ({ key: `c${at}`, title: `Column ${at}`, cell: at === 0 ? 'image' : 'text' })),
  { key: 'hidden', title: 'Hidden', cell: 'text', card: false },
]
const row = (id: number) => ({
  id,
  version: 1,
  title: `Row ${id}`,
  hidden: 'never',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, at === 0 ? '/no-such-picture.png' : `Value ${at}`])),
})
const answer = {
  results: [row(1), row(2)],
  metadata: {
    breadcrumbs: [],
    page_title: 'Posts',
    modals: [],
    grid: { name: 'content/post/posts', columns },
    pagination: { page: 1, page_size: 15, total: 2 },
  },
}

for (const panelLocale of ['en', 'fa']) {
  test.describe(panelLocale, () => {
    test.use({ panelLocale, viewport: { width: 390, height: 844 } })
    test('a card of many columns shows its first lines, and unfolds the rest in place; what is chosen has the width of the screen', async ({
      page,
    }) => {
      await answerCall(page, 'content-post-grid', answer)
      await openList(page, '/content/post/news')
      const [first, second] = [page.locator('tr[data-id="1"]'), page.locator('tr[data-id="2"]')]
      await expect(first.locator('td[data-label]')).toHaveCount(7)
      await expect(first.locator('td[data-label]').first()).toHaveText('Row 1')
      await first.locator('[data-part=more]').click()
      await expect(first.locator('td[data-label]')).toHaveCount(13)
      await expect(first.locator('[data-part=more]')).toHaveAttribute('aria-expanded', 'true')
      await expect(second.locator('td[data-label]')).toHaveCount(7)
      await expect(page.getByText('never')).toHaveCount(0)
      await expect(first.getByRole('img', { name: 'Column 0' })).toBeVisible()
      await expect(first.locator('img')).toHaveCount(0)
      await page.locator('.grid-columns-button').click()
      expect(
        await page.getByRole('dialog').evaluate((sheet) => {
          const { left, width } = sheet.getBoundingClientRect()
          return { left, width }
        }),
      ).toEqual({ left: 0, width: 390 })
    })

    test('a value longer than a line of a card takes a second line, that of a column with cases too', async ({ page }) => {
      const long = 'One sentence that is longer than a card of a telephone is wide'
      const cased = {
        ...columns[1]!,
        key: 'value',
        title: 'Value',
        cell: 'number',
        cases: [{ when: { properties: { kind: { const: 'text' } } }, key: 'told', title: 'Value', cell: 'text' }],
      }
      await answerCall(page, 'content-post-grid', {
        results: [{ id: 1, version: 1, title: long, kind: 'text', told: long, value: 7 }],
        metadata: { ...answer.metadata, grid: { name: 'content/post/posts', columns: [columns[0], cased] } },
      })
      await openList(page, '/content/post/news')
      const told = page.locator('tr[data-id="1"] td[data-label] > .grid-clip')
      await expect(told).toHaveText([long, long])
      expect(await told.evaluateAll((cells) => cells.map((cell) => cell.scrollHeight <= cell.clientHeight + 1))).toEqual([true, true])
    })
  })
}
