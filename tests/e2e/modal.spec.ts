import type { Page } from 'playwright/test'
import { answerCall, expect, lineOf, openList, pickFromMenu, test, toast, uniqueName } from './panel.ts'

interface Asked {
  ids?: string
  parts?: string
}

const dialog = (page: Page) => page.getByRole('dialog')
const field = { type: 'object', properties: { note: { type: 'string', title: 'Note', rules: 'required' } } }
const call = (success: object, more: object = {}) => ({
  type: 'call',
  options: { name: 'content-type-save', method: 'POST', payload: { id: '{row.id}', data: '{form}' }, success, ...more },
})
const modal = (more: object) => ({
  id: 'trial',
  title: 'About {row.title}',
  size: 'sm',
  buttons: [
    { id: 'cancel', title: 'Cancel' },
    { id: 'ok', title: 'Do it', color: 'primary', action: call({ toast: 'It is done.' }) },
  ],
  ...more,
})

/** Opens the modal from the first of two rows of a list that the test made up; answers what the list is asked after that. */
async function openTrial(page: Page, definition: object): Promise<Asked[]> {
  const asked: Asked[] = []
  let reading = 1
  page.on('request', (request) => {
    if (request.url().includes('/content-type-save')) reading = 2
  })
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await page.route(
    (url) => url.pathname.endsWith('/content-type-grid'),
    (route) => {
      const { ids, parts } = Object.fromEntries(new URL(route.request().url()).searchParams) as Asked
      asked.push({ ids, parts })
      const results = (ids?.split(',').map(Number) ?? [1, 2]).map((id) => ({ id, version: 1, title: `Row ${id}, reading ${reading}` }))
      return route.fulfill({
        json: {
          results,
          metadata: {
            breadcrumbs: [],
            page_title: 'Types',
            modals: [definition],
            grid: {
              columns: [{ key: 'title', title: 'Title', cell: 'text' }],
              row: [{ type: 'modal', title: 'Try', options: { modal: 'trial' } }],
            },
            pagination: { page: 1, page_size: 15, total: 2 },
          },
        },
      })
    },
  )
  await openList(page, '/content/type')
  await pickFromMenu(page, 'Row 1', 'Try')
  return asked
}

test.describe('closing', () => {
  test('Escape closes, and the focus is back where it came from', async ({ page }) => {
    await openTrial(page, modal({ text: 'A question.' }))
    await expect(dialog(page)).toContainText('About Row 1, reading 1')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(lineOf(page, 'Row 1').getByRole('button', { name: /^Actions of/ })).toBeFocused()
  })

  test('Escape does not close a forced one', async ({ page }) => {
    await openTrial(page, modal({ text: 'A question.', forced: true }))
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toContainText('A question.')
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('Escape asks first when something was typed', async ({ page }) => {
    await openTrial(page, modal({ body: { schema: field } }))
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Half a thought')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
  })
})

test.describe('what its call brings', () => {
  const fetch = { name: 'content-type-fetch', version: 2, params: { id: '{row.id}', kind: 'trial' } }

  test('a form and its values, asked for by version with parameters of the row', async ({ page }) => {
    await answerCall(page, 'content-type-fetch', { results: { note: 'From the server' }, metadata: { form: { schema: field } } })
    const asked = page.waitForRequest(/content-type-fetch/)
    await openTrial(page, modal({ fetch }))
    const url = new URL((await asked).url())
    expect(url.pathname).toBe('/api/v2/content-type-fetch')
    expect(Object.fromEntries(url.searchParams)).toEqual({ id: '1', kind: 'trial' })
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('From the server')
  })

  test('a sample answer of the server when it is asked for as a mock', async ({ page }) => {
    const asked = page.waitForResponse(/content-type-fetch/)
    await openTrial(
      page,
      modal({
        fetch: { name: 'content-type-fetch', mock: 1, params: { id: '{row.id}' } },
        body: { schema: { type: 'object', properties: { icon: { type: 'string', title: 'Icon' } } } },
      }),
    )
    const answer = await asked
    expect(new URL(answer.url()).searchParams.get('mock')).toBe('1')
    const { results } = (await answer.json()) as { results: { icon: string } }
    await expect(dialog(page).getByRole('textbox', { name: 'Icon' })).toHaveValue(results.icon)
  })

  test('a redirect, which is followed in place of the modal', async ({ page }) => {
    await answerCall(page, 'content-type-fetch', { results: {}, metadata: { redirect: { url: '/divisions' } } })
    await openTrial(page, modal({ fetch }))
    await expect(page).toHaveURL('/divisions')
    await expect(dialog(page)).toHaveCount(0)
  })

  test('a redirect into a window of its own', async ({ page, context }) => {
    await answerCall(page, 'content-type-fetch', { results: {}, metadata: { redirect: { url: '/divisions', target: '_blank' } } })
    const opened = context.waitForEvent('page')
    await openTrial(page, modal({ fetch }))
    await expect(await opened).toHaveURL('/divisions')
    await expect(page).toHaveURL('/content/type')
  })

  test('a failure, with a way to try again', async ({ page }) => {
    await answerCall(
      page,
      'content-type-fetch',
      { errorCode: 'internal', userMessage: 'The cupboard is locked.', errors: {}, metadata: {} },
      500,
    )
    await openTrial(page, modal({ fetch }))
    await expect(dialog(page).getByRole('alert')).toContainText('The cupboard is locked.')
    await answerCall(page, 'content-type-fetch', { results: { note: 'Unlocked' }, metadata: { form: { schema: field } } })
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Unlocked')
  })
})

test.describe('what follows its button', () => {
  const withButton = (action: object) =>
    modal({ body: { schema: field }, buttons: [{ id: 'ok', title: 'Do it', color: 'primary', action }] })
  const fillAndPress = async (page: Page) => {
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('As agreed')
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
  }

  test('the call carries row and form; a toast tells of success and the row is read again', async ({ page }) => {
    await answerCall(page, 'content-type-save', { results: {}, metadata: {} })
    const asked = await openTrial(page, withButton(call({ toast: 'It is done.', refresh: 'row' })))
    const sent = page.waitForRequest(/content-type-save/)
    await fillAndPress(page)
    expect((await sent).postDataJSON()).toEqual({ id: 1, data: { note: 'As agreed' } })
    await expect(toast(page, 'It is done.')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(lineOf(page, 'Row 1, reading 2')).toBeVisible()
    await expect(lineOf(page, 'Row 2, reading 1')).toBeVisible()
    expect(asked.at(-1)).toEqual({ ids: '1', parts: 'cells' })
  })

  test('nothing is sent while a field is wrong', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('content-type-save')) sent.push(request.url())
    })
    await openTrial(page, withButton(call({ toast: 'It is done.' })))
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription(/required/i)
    expect(sent).toEqual([])
  })

  test('a refusal is told, and the modal keeps its values', async ({ page }) => {
    await answerCall(page, 'content-type-save', { errorCode: 'conflict', userMessage: 'Somebody holds it.', errors: {}, metadata: {} }, 400)
    await openTrial(page, withButton(call({ toast: 'It is done.' })))
    await fillAndPress(page)
    await expect(toast(page, 'Somebody holds it.')).toBeVisible()
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('As agreed')
  })

  test('the frame is read again, and the modal stays where it is told to', async ({ page }) => {
    await answerCall(page, 'content-type-save', { results: {}, metadata: {} })
    await openTrial(page, withButton(call({ toast: false, close: false, refresh: 'layout' })))
    const asked = page.waitForRequest(/\/v1\/layout/)
    await fillAndPress(page)
    await asked
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('As agreed')
  })

  test('another page opens', async ({ page }) => {
    await answerCall(page, 'content-type-save', { results: {}, metadata: {} })
    await openTrial(page, withButton(call({ redirect: 'divisions-list' })))
    await fillAndPress(page)
    await expect(page).toHaveURL('/divisions')
  })
})

test('a division is created and changed in the modals of its list', async ({ page }) => {
  const title = uniqueName('Atlantis')
  await openList(page, '/divisions')
  await page.getByRole('button', { name: 'Add division' }).click()
  await dialog(page).getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Continent' }).click()
  await dialog(page).getByRole('textbox', { name: 'Title (English)' }).fill(title)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Successfully saved.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill(title)
  await expect(page.locator('table[aria-busy=false] tbody tr[data-id]')).toHaveCount(1)
  await pickFromMenu(page, title, 'Edit')
  await dialog(page).getByRole('textbox', { name: 'Title (English)' }).fill(`${title} risen`)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(lineOf(page, `${title} risen`)).toBeVisible()
})
