import type { Page } from 'playwright/test'
import { openPath } from './panel.ts'

type Json = Record<string, unknown>
interface Screen {
  results: { body: Json[] }
}

/** Opens a page whose only block is this form; `Save` sends what it holds. Answers what was sent, in its order. */
export async function showForm(page: Page, form: Json): Promise<Json[]> {
  const sent: Json[] = []
  await page.route(
    (url) => url.pathname.endsWith('/v1/screen'),
    async (route) => {
      const answer = (await (await route.fetch()).json()) as Screen
      await route.fulfill({
        json: {
          ...answer,
          results: {
            ...answer.results,
            body: [
              { form, submit: { type: 'call', title: 'Save', options: { name: 'save', payload: { model: 'none', data: '{form}' } } } },
            ],
          },
        },
      })
    },
  )
  await page.route(
    (url) => url.pathname.endsWith('/v1/save'),
    async (route) => {
      sent.push((route.request().postDataJSON() as { data: Json }).data)
      await route.fulfill({ json: { results: {}, metadata: {} } })
    },
  )
  await openPath(page, '/profile/change-password')
  return sent
}

/** Presses `Save`, on the page or in its bar. */
export const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).first().click()

/** Puts a text on the clipboard of the control that has the focus, as Ctrl+V does. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
