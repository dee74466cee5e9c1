import { expect, openPath, test, toast, uniqueName } from './panel.ts'

interface Label {
  id: number
  title: string
}

test('labels of a post stand in steps of five, are found by words, and are saved by their folder', async ({ page, api }) => {
  const slug = `f${Date.now()}`
  await api('save', { payload: { model: 'tagging_folder', data: { title: { en: slug, fa: slug }, slug } } })
  const labels: Label[] = []
  for (let count = 1; count <= 12; count++)
    labels.push(await api<Label>('tagging-label-save', { payload: { title: `Mark ${String(count).padStart(2, '0')}`, folder: slug } }))
  const chosen = labels.slice(0, 11).map(({ id }) => id)
  const { id } = await api<{ id: number }>('content-post-save', {
    payload: { type: 'news', locale: 'en', action: 'draft', data: { title: uniqueName('Labelled'), labels: { [slug]: chosen } } },
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/tagging-labels?')) asked.push(request.url())
  })
  await openPath(page, `/content/post/news/${id}/edit`)

  const chips = page.getByRole('list', { name: slug }).getByRole('listitem')
  await expect(chips).toHaveCount(5)
  await page.getByRole('button', { name: 'Show 5 more' }).click()
  await expect(chips).toHaveCount(10)
  await page.getByRole('button', { name: 'Show 1 more' }).click()
  await expect(chips).toHaveCount(11)

  await page.getByRole('button', { name: 'Remove Mark 02' }).click()
  await expect(chips).toHaveCount(10)
  const field = page.getByRole('combobox', { name: slug })
  await expect(field).toBeFocused()
  await field.fill('mark 12')
  await page.getByRole('option', { name: 'Mark 12' }).click()
  await expect(chips).toHaveCount(11)
  expect(new URL(asked.find((url) => url.includes('search='))!).searchParams.get('limit')).toBe('99')

  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'saved')).toBeVisible()
  const stored = await api<{ labels: Record<string, number[]> }>('content-post-single', { params: { id } })
  expect(stored.labels).toEqual({ [slug]: [...chosen.filter((one) => one !== labels[1]!.id), labels[11]!.id] })
})

test('a post keeps being saved when one of its labels is gone', async ({ page, api }) => {
  const lost = await api<Label>('tagging-label-save', { payload: { title: uniqueName('Lost'), folder: 'topics' } })
  const { id } = await api<{ id: number }>('content-post-save', {
    payload: { type: 'news', locale: 'en', action: 'draft', data: { title: uniqueName('Keeps'), labels: { topics: [lost.id] } } },
  })
  await api('tagging-label-trash', { method: 'DELETE', params: { id: lost.id } })
  await openPath(page, `/content/post/news/${id}/edit`)
  await expect(page.getByRole('list', { name: 'Topics' })).toHaveText('Label no longer available×')
  await page.getByRole('combobox', { name: 'Topics' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'saved')).toBeVisible()
})
