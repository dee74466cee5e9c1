import type { Page } from 'playwright/test'
import { answerCall, expect, lineOf, openList, pickFromMenu, test, toast } from './panel.ts'

const dialog = (page: Page) => page.locator('#pk-modal-host [role=dialog]')
const body = { schema: { type: 'object', properties: { note: { type: 'string', title: 'Note', rules: 'required' } } } }
const save = {
  id: 'ok',
  title: 'Do it',
  color: 'primary',
  action: {
    type: 'call',
    options: { name: 'content-type-save', method: 'POST', payload: { id: '{row.id}', data: '{form}' }, success: { toast: 'It is done.' } },
  },
}
const modal = (more: object) => ({
  id: 'trial',
  title: 'About {row.title}',
  size: 'sm',
  buttons: [{ id: 'cancel', title: 'Cancel' }, save],
  ...more,
})

/** Something to wait at until it is opened. */
function openGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

async function openTrial(page: Page, definition: object): Promise<string[]> {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/content-type-save')) sent.push(request.postData() ?? '')
  })
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await answerCall(page, 'content-type-save', { results: {}, metadata: {} })
  await answerCall(page, 'content-type-grid', {
    results: [{ id: 1, version: 1, title: 'Row 1' }],
    metadata: {
      breadcrumbs: [],
      page_title: 'Types',
      modals: [definition],
      grid: {
        columns: [{ key: 'title', title: 'Title', cell: 'text' }],
        row: [{ type: 'modal', title: 'Try', options: { modal: 'trial' } }],
      },
      pagination: { page: 1, page_size: 15, total: 1 },
    },
  })
  await openList(page, '/content/type')
  await pickFromMenu(page, 'Row 1', 'Try')
  return sent
}

test.describe('a form that is on its way', () => {
  test('holds the buttons that would send it', async ({ page }) => {
    const gate = openGate()
    await page.route(
      (url) => url.pathname.endsWith('/content-type-fetch'),
      async (route) => {
        await gate.passed
        await route.fulfill({ json: { results: { note: 'Read' }, metadata: { form: body } } })
      },
    )
    const sent = await openTrial(page, modal({ fetch: { name: 'content-type-fetch' } }))
    await expect(dialog(page).getByRole('button', { name: 'Do it' })).toBeDisabled()
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeEnabled()
    gate.open()
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
    await expect(toast(page, 'It is done.')).toBeVisible()
    expect(sent.map((one) => (JSON.parse(one) as { data: unknown }).data)).toEqual([{ note: 'Read' }])
  })

  test('is never left out, however quickly the button is pressed', async ({ page }) => {
    const gate = openGate()
    await page.route(/\/assets\/form-[\w-]{8}\.js$/, async (route) => {
      await gate.passed
      await route.continue()
    })
    const sent = await openTrial(page, modal({ body }))
    await dialog(page).getByRole('button', { name: 'Do it' }).dispatchEvent('click')
    gate.open()
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Note')
    expect(sent).toEqual([])
  })

  test('gets the focus in its first field', async ({ page }) => {
    await openTrial(page, modal({ body }))
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
  })
})

test.describe('what the server refuses', () => {
  const refused = { errorCode: 422, userMessage: 'Please check the marked fields.', errors: { note: ['Too short a note.'] }, metadata: {} }

  test('is told by a toast and at its field, and by nothing else; the toast goes with the next success', async ({ page }) => {
    await openTrial(page, modal({ body }))
    await page.unroute((url) => url.pathname.endsWith('/content-type-save'))
    const answers = [
      { status: 422, json: refused },
      { status: 200, json: { results: {}, metadata: {} } },
    ]
    await page.route(
      (url) => url.pathname.endsWith('/content-type-save'),
      (route) => route.fulfill(answers.shift()),
    )
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('x')
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
    await expect(toast(page, 'Too short a note.')).toBeVisible()
    await expect(dialog(page).getByText('Too short a note.')).toHaveCount(1)
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Longer')
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
    await expect(toast(page, 'It is done.')).toBeVisible()
    await expect(toast(page, 'Too short a note.')).toHaveCount(0)
  })
})

test('a state that does not allow it any more closes nothing: the window keeps what is typed and says what to do', async ({ page }) => {
  await openTrial(page, modal({ body }))
  await answerCall(
    page,
    'content-type-save',
    { errorCode: 'precondition-failed', userMessage: 'The current state does not allow this.', errors: {}, metadata: {} },
    409,
  )
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await dialog(page).getByRole('button', { name: 'Do it' }).click()
  await expect(toast(page, 'The current state does not allow this.')).toBeVisible()
  await expect(toast(page, 'keeps what you typed')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
})

test.describe('what is typed and not sent', () => {
  test('a step in the history asks', async ({ page }) => {
    await openTrial(page, modal({ body }))
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.locator('.pk-brand').click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goBack()
    await pickFromMenu(page, 'Row 1', 'Try')
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Half a thought')
    await page.evaluate(() => history.forward())
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button').first().click()
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
  })

  test('is there again for who signs in after the session ended', async ({ page, sessionOf, role }) => {
    await openTrial(page, modal({ body }))
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Half a thought')
    await page.unroute((url) => url.pathname.endsWith('/content-type-save'))
    await page.route(
      (url) => url.pathname.endsWith('/content-type-save'),
      (route) => route.fulfill({ status: 401, json: { errorCode: 'endpoint-401', userMessage: 'Sign in.', errors: {}, metadata: {} } }),
    )
    await dialog(page).getByRole('button', { name: 'Do it' }).click()
    await page.waitForURL(/auth\/login/)
    const session = await sessionOf(role!)
    await page.evaluate(({ token, user }) => {
      const stored = JSON.parse(localStorage.getItem('pishkhan')!) as { state: { auth: object } }
      localStorage.setItem(
        'pishkhan',
        JSON.stringify({ ...stored, state: { ...stored.state, auth: { ...stored.state.auth, token, user } } }),
      )
    }, session)
    await openList(page, '/content/type')
    await pickFromMenu(page, 'Row 1', 'Try')
    await expect(dialog(page).getByText(/^Your session had ended\./)).toBeVisible()
    await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
  })
})

test.describe('outcomes of the call that opens it', () => {
  const fetch = { name: 'content-type-fetch' }
  const refused = { errorCode: 'not-possible', userMessage: 'This cannot be read.', errors: {}, metadata: {} }

  test('success tells and leads on', async ({ page }) => {
    await answerCall(page, 'content-type-fetch', { results: {}, metadata: {} })
    await openTrial(page, modal({ fetch: { ...fetch, success: { toast: 'Here it is.', redirect: '/divisions' } } }))
    await expect(toast(page, 'Here it is.')).toBeVisible()
    await page.waitForURL(/\/divisions/)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('a failure is told once, in the modal', async ({ page }) => {
    await answerCall(page, 'content-type-fetch', refused, 409)
    await openTrial(page, modal({ fetch }))
    await expect(dialog(page).getByRole('alert')).toContainText('This cannot be read.')
    await expect(toast(page, 'This cannot be read.')).toHaveCount(0)
    await expect(dialog(page).getByRole('button', { name: 'Do it' })).toBeDisabled()
  })

  test('a failure that closes it is told by a toast', async ({ page }) => {
    await answerCall(page, 'content-type-fetch', refused, 409)
    await openTrial(page, modal({ fetch: { ...fetch, error: { close: true } } }))
    await expect(toast(page, 'This cannot be read.')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(lineOf(page, 'Row 1')).toBeVisible()
  })
})
