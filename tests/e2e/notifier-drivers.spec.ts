import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, openPath, test, toast, uniqueName } from './panel.ts'

test.use({ role: 'administrator' })

/** An SMS provider on this machine, which takes messages to one number. */
async function provider() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.end(body.includes('09121234567') ? '{"status":"ok"}' : '{"status":"failed","message":"No credit"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, bodies, close: () => server.close() }
}

test('an SMS provider is configured, tested and listed', async ({ page, api }) => {
  const sms = await provider()
  const title = uniqueName('Provider')
  const { id } = (await api('notifier-save', {
    payload: { data: { title: { en: title }, kind: 'sms', priority: 300, number_format: 'national' } },
  })) as { id: number }
  await openPath(page, '/settings/notifier')
  await expect(page.getByRole('button', { name: 'Pattern SMS', exact: true })).toBeVisible()
  await page.getByRole('button', { name: title, exact: true }).click()
  const form = page.getByRole('dialog', { name: title })
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill(sms.url)
  await form.getByRole('textbox', { name: 'Key of the provider' }).fill('secret-of-the-provider')
  await form.getByRole('textbox', { name: 'Body', exact: true }).fill('{ "to": {recipient} }')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('This is no JSON.').first()).toBeVisible()
  await form.getByRole('textbox', { name: 'Body', exact: true }).fill('{ "to": "{recipient}", "text": "{text}", "key": "{key}" }')
  await form.getByText('Answer of the provider').click()
  await form.getByRole('textbox', { name: 'Place of success' }).fill('/status')
  await form.getByRole('textbox', { name: 'Value of success' }).fill('ok')
  await form.getByRole('textbox', { name: 'Place of the reason' }).fill('/message')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The configuration has been saved.')).toBeVisible()
  await expect(form).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: 'Test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test message' })
  await dialog.getByLabel('Mobile number').fill('0935 123 4567')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('status')).toContainText('It was not sent. The server does not take the message.')
  await expect(dialog.getByRole('status')).toContainText('No credit')
  await dialog.getByLabel('Mobile number').fill('0912 123 4567')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('status')).toContainText('It was taken.')
  expect(JSON.parse(sms.bodies.at(-1)!)).toMatchObject({ to: '09121234567', key: 'secret-of-the-provider' })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: title, exact: true }).click()
  await expect(form.getByRole('textbox', { name: 'Key of the provider' })).toHaveValue('')
  await expect(form.getByText('One is stored. Leave it empty to keep it.')).toBeVisible()
  await page.keyboard.press('Escape')
  await api('notifier-driver-trash', { method: 'DELETE', params: { id } })
  await api('notifier-driver-destroy', { method: 'DELETE', params: { id } })
  sms.close()
})
