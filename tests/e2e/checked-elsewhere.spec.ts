import type { Page, Route } from 'playwright/test'
import { expect, findViolations, test } from './panel.ts'
import { save, showForm } from './page-form.ts'

const text = (title: string, more: object = {}) => ({ type: 'string', title, ...more })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test.describe('a field that an endpoint judges', () => {
  const form = {
    name: 'asked',
    schema: { type: 'object', properties: { code: text('Code'), other: text('Other') } },
    ui: { code: { check: { endpoint: 'code-free' } } },
  }
  /** Keeps the questions until they are answered here. */
  async function holdQuestions(page: Page): Promise<{ value: string | null; route: Route }[]> {
    const asked: { value: string | null; route: Route }[] = []
    await page.route(
      (url) => url.pathname.endsWith('/code-free'),
      (route) => {
        asked.push({ value: new URL(route.request().url()).searchParams.get('value'), route })
      },
    )
    return asked
  }
  const refuse = (route: Route, message: string) => route.fulfill({ json: { results: { valid: false, message }, metadata: {} } })
  const accept = (route: Route) => route.fulfill({ json: { results: { valid: true }, metadata: {} } })

  test('says that it is being asked, and a submit waits for the answer', async ({ page }) => {
    const asked = await holdQuestions(page)
    const sent = await showForm(page, form)
    await box(page, 'Code').fill('one')
    await expect(page.getByRole('status').filter({ hasText: 'Checking…' })).toBeVisible()
    await save(page)
    await expect(
      page.getByRole('button', { name: 'Sending…' }).or(page.locator('button[type=submit][aria-busy=true]')).first(),
    ).toBeVisible()
    expect(sent).toEqual([])
    await expect.poll(() => asked.length).toBe(1)
    await refuse(asked[0]!.route, 'Taken already.')
    await expect(box(page, 'Code')).toHaveAccessibleDescription(/Taken already/)
    await expect(box(page, 'Code')).toBeFocused()
    expect(sent).toEqual([])
    await box(page, 'Code').fill('two')
    await expect.poll(() => asked.length).toBe(2)
    await save(page)
    await accept(asked[1]!.route)
    await expect.poll(() => sent).toEqual([{ code: 'two' }])
  })
  test('gives up the question about a value that changed, and shows no answer to it', async ({ page }) => {
    const asked = await holdQuestions(page)
    await showForm(page, form)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('value=one'))
    await box(page, 'Code').fill('one')
    await expect.poll(() => asked.map(({ value }) => value)).toEqual(['one'])
    await box(page, 'Code').fill('two')
    await expect.poll(() => asked.map(({ value }) => value)).toEqual(['one', 'two'])
    await cancelled
    await refuse(asked[0]!.route, 'An old answer.').catch(() => undefined)
    await accept(asked[1]!.route)
    await expect(page.getByText('Checking…')).toHaveCount(0)
    await expect(page.getByText('An old answer.')).toHaveCount(0)
    await expect(box(page, 'Code')).toHaveAccessibleDescription('')
  })
})

test('what the server refuses by field leads there, through tabs, folded panels and rows, to the first of them', async ({ page }) => {
  const form = {
    name: 'closed',
    schema: {
      type: 'object',
      properties: {
        title: text('Title'),
        place: { type: 'object', title: 'Place', properties: { city: text('City') } },
        sale: text('Sale'),
        parts: {
          type: 'array',
          title: 'Parts',
          items: {
            type: 'object',
            properties: { name: text('Name'), more: { type: 'object', title: 'More', properties: { code: text('Part code') } } },
          },
        },
      },
    },
    layout: [
      {
        tabs: [
          { title: 'First', fields: ['title'] },
          { title: 'Second', fields: [{ panel: 'Selling', fields: ['sale'], collapsed: true }, 'place', 'parts'] },
        ],
      },
    ],
    data: {
      title: 't',
      sale: 's',
      place: { city: 'c' },
      parts: [
        { name: 'a', more: { code: '1' } },
        { name: 'b', more: { code: '2' } },
      ],
    },
  }
  await showForm(page, form)
  await page.unroute((url) => url.pathname.endsWith('/v1/save'))
  await page.route(
    (url) => url.pathname.endsWith('/v1/save'),
    (route) =>
      route.fulfill({
        status: 422,
        json: {
          errorCode: 422,
          userMessage: 'Please check.',
          errors: { 'parts[1].more.code': ['Unknown part.'], sale: ['Not for sale.'], 'place.city': ['No such city.'] },
          metadata: {},
        },
      }),
  )
  await box(page, 'Title').fill('tt')
  await save(page)
  await expect(box(page, 'Sale')).toBeFocused()
  await expect(box(page, 'Sale')).toHaveAccessibleDescription(/Not for sale/)
  await expect(box(page, 'City')).toHaveAccessibleDescription(/No such city/)
  await expect(box(page, 'Part code').nth(1)).toHaveAccessibleDescription(/Unknown part/)
  await expect(box(page, 'Part code').first()).toHaveAccessibleDescription('')
  await page.getByRole('tab', { name: /First/ }).click()
  await page.locator('.pf-summary').getByRole('link', { name: 'Part code' }).click()
  await expect(box(page, 'Part code').nth(1)).toBeFocused()
  expect(await findViolations(page)).toEqual([])
})
