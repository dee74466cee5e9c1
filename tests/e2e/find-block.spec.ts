import { answerCall, expect, findViolations, openPath, test, toast } from './panel.ts'

const texts = {
  'entities.ticket': 'Ticket',
  'entities.ticket.title': 'Title',
  'entities.ticket.status': 'Status',
  number: 'Number of the ticket',
  none: 'There is no such ticket.',
  closing: 'Closing',
}
const documents = {
  'locales/en.json': texts,
  'locales/fa.json': texts,
  'module.json': { name: 'helpdesk', title: 'Helpdesk', version: '1.0.0' },
  'entities/ticket.json': {
    name: 'ticket',
    title: 'Ticket',
    display: '{title}',
    schema: {
      type: 'object',
      required: ['title', 'status'],
      properties: { title: { type: 'string' }, status: { enum: ['open', 'closed'], default: 'open' } },
    },
    options: {
      status: [
        { value: 'open', title: 'Open' },
        { value: 'closed', title: 'Closed' },
      ],
    },
  },
  'forms/search.json': {
    schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } },
    ui: { id: { title: '$number' } },
  },
  'screens/helpdesk-find.json': {
    name: 'helpdesk-find',
    path: 'helpdesk/find',
    title: '$entities.ticket',
    body: [
      {
        find: { form: 'search', name: 'single', params: { model: 'ticket', id: '{form.id}' }, as: 'ticket', empty: '$none' },
        body: [
          { details: 'ticket', fields: ['title', 'status'] },
          {
            panel: '$closing',
            visible: { properties: { status: { const: 'open' } } },
            body: [
              {
                actions: [
                  {
                    id: 'close',
                    type: 'call',
                    title: 'Close the ticket',
                    options: {
                      name: 'save',
                      payload: { model: 'ticket', id: '{ticket.id}', version: '{ticket.version}', data: { status: 'closed' } },
                      success: { refresh: 'screen' },
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
}

test.use({ role: 'developer' })

test.afterEach(async ({ api }) => {
  await api('publish-remove', { as: 'developer', payload: { module: 'helpdesk' } })
})

test('a search shows what it finds, says when there is nothing, keeps what was typed after a failure, and is cleared', async ({
  page,
  api,
}) => {
  await api('publish', {
    as: 'developer',
    payload: {
      module: 'helpdesk',
      documents: Object.fromEntries(Object.entries(documents).map(([path, value]) => [path, JSON.stringify(value)])),
    },
  })
  const { id } = await api<{ id: number }>('save', { as: 'developer', payload: { model: 'ticket', data: { title: 'The lamp is broken' } } })
  await openPath(page, '/helpdesk/find')
  const number = page.getByRole('textbox', { name: 'Number of the ticket' })
  const search = page.getByRole('button', { name: 'Search', exact: true })

  await search.click()
  await expect(page.getByText('Number of the ticket is required.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeHidden()

  await number.fill('999999')
  await number.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'There is no such ticket.' })).toBeVisible()

  await number.fill(String(id))
  await number.press('Enter')
  await expect(page.getByText('The lamp is broken')).toBeVisible()
  await expect(page.getByText('There is no such ticket.')).toBeHidden()
  await expect(page.getByText('Closing')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Close the ticket' }).click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await expect(page.getByText('Closing')).toBeHidden()
  await expect(number).toHaveValue(String(id))

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(number).toHaveValue('')
  await expect(number).toBeFocused()
  await expect(page.getByText('The lamp is broken')).toBeHidden()

  await answerCall(page, 'single', { errorCode: 'internal', userMessage: 'The server is tired.', errors: {} }, 500)
  await number.fill(String(id))
  await number.press('Enter')
  await expect(toast(page, 'The server is tired.')).toBeVisible()
  await expect(number).toHaveValue(String(id))
})

test('what was cleared while a refresh is on its way does not show again', async ({ page, api }) => {
  await api('publish', {
    as: 'developer',
    payload: {
      module: 'helpdesk',
      documents: Object.fromEntries(Object.entries(documents).map(([path, value]) => [path, JSON.stringify(value)])),
    },
  })
  const { id } = await api<{ id: number }>('save', { as: 'developer', payload: { model: 'ticket', data: { title: 'The tap drips' } } })
  await openPath(page, '/helpdesk/find')
  const number = page.getByRole('textbox', { name: 'Number of the ticket' })
  await number.fill(String(id))
  await number.press('Enter')
  await expect(page.getByText('The tap drips')).toBeVisible()

  let letThrough = (): void => undefined
  const isCleared = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/single\?/, async (route) => {
    await isCleared
    await route.continue()
  })
  const isAsked = page.waitForRequest(/\/single\?/)
  const isAnswered = page.waitForResponse(/\/single\?/)
  await page.getByRole('button', { name: 'Close the ticket' }).click()
  await isAsked
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(number).toHaveValue('')
  letThrough()
  await (await isAnswered).finished()
  // Typing is drawn after the answer that was on its way.
  await number.fill('7')
  await expect(number).toHaveValue('7')
  await expect(page.getByText('The tap drips')).toBeHidden()
})
