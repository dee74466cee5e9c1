import type { Page } from 'playwright/test'
import { answerCall, lineOf, openList } from './panel.ts'

/** Opens a modal `Trial` with these fields over an answered list; `Do it` sends the form as `data` of `content-type-save`. */
export async function openForm(page: Page, properties: object, ui: object = {}): Promise<void> {
  const save = {
    id: 'ok',
    title: 'Do it',
    color: 'primary',
    action: { type: 'call', options: { name: 'content-type-save', method: 'POST', payload: { data: '{form}' } } },
  }
  const modal = {
    id: 'trial',
    title: 'Trial',
    buttons: [{ id: 'cancel', title: 'Cancel' }, save],
    body: { schema: { type: 'object', properties }, ui },
  }
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await answerCall(page, 'content-type-grid', {
    results: [{ id: 1, version: 1, title: 'Row 1' }],
    metadata: {
      breadcrumbs: [],
      page_title: 'Types',
      modals: [modal],
      grid: {
        columns: [{ key: 'title', title: 'Title', cell: 'text' }],
        row: [{ type: 'modal', title: 'Try', options: { modal: 'trial' } }],
      },
      pagination: { page: 1, page_size: 15, total: 1 },
    },
  })
  await openList(page, '/content/type')
  await lineOf(page, 'Row 1').locator('button').last().click()
  await page.getByRole('menuitem', { name: 'Try', exact: true }).click()
}
