import { readFileSync } from 'node:fs'
import jsQR from 'jsqr'
import sharp from 'sharp'
import type { Locator, Page } from 'playwright/test'
import { answerCall, expect, findViolations, lineOf, openList, test, toast } from './panel.ts'

type Fields = Record<string, { schema: object; ui?: object }>

const dialog = (page: Page): Locator => page.locator('#pk-modal-host [role=dialog]')

/** Opens a form of these fields in a dialog over a list; answers what is sent from it, call by call. */
async function openFields(page: Page, fields: Fields, data?: Record<string, unknown>): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = []
  const body = {
    schema: { type: 'object', properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) },
    ui: Object.fromEntries(Object.entries(fields).map(([name, { ui }]) => [name, { title: name, ...ui }])),
  }
  const save = {
    id: 'ok',
    title: 'Send',
    color: 'primary',
    action: {
      type: 'call',
      options: { name: 'content-type-save', method: 'POST', payload: { data: '{form}' }, success: { toast: 'It is sent.' } },
    },
  }
  page.on('request', (request) => {
    if (request.url().includes('/content-type-save'))
      sent.push((JSON.parse(request.postData() ?? '{}') as { data: Record<string, unknown> }).data)
  })
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await answerCall(page, 'content-type-save', { results: {}, metadata: {} })
  await answerCall(page, 'content-type-fetch', { results: data ?? {}, metadata: { form: body } })
  const modal = { id: 'trial', title: 'Trial', size: 'lg', fetch: { name: 'content-type-fetch' }, buttons: [save] }
  await answerCall(page, 'content-type-grid', {
    results: [{ id: 1, version: 1, title: 'Row 1', code: 'A'.repeat(39) + 'Z' }],
    metadata: {
      breadcrumbs: [],
      page_title: 'Types',
      modals: [modal],
      grid: {
        columns: [
          { key: 'title', title: 'Title', cell: 'text' },
          { key: 'code', title: 'Code', cell: 'code' },
        ],
        row: [{ type: 'modal', title: 'Try', options: { modal: 'trial' } }],
      },
      pagination: { page: 1, page_size: 15, total: 1 },
    },
  })
  await openList(page, '/content/type')
  await lineOf(page, 'Row 1').locator('button[data-part=menu]').click()
  await page.getByRole('menuitem', { name: 'Try', exact: true }).click()
  await expect(dialog(page).locator('form')).toBeVisible()
  return sent
}

const field = (page: Page, name: string): Locator => dialog(page).getByLabel(name, { exact: true })
const send = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Send' }).click()

test.describe('a number', () => {
  test('is typed in three scripts, grouped, and kept without float errors', async ({ page }) => {
    const sent = await openFields(page, {
      count: { schema: { type: 'integer' } },
      price: { schema: { type: 'string', format: 'decimal' }, ui: { currency: 'USD' } },
      share: { schema: { type: 'number' } },
    })
    await field(page, 'count').pressSequentially('1۲٣a4')
    await expect(field(page, 'count')).toHaveValue('1,234')
    await field(page, 'price').pressSequentially('12345678901234567890.1.2')
    await expect(field(page, 'price')).toHaveValue('12,345,678,901,234,567,890.12')
    await field(page, 'share').pressSequentially('9007199254740993')
    await expect(dialog(page).getByText('more digits than can be kept')).toBeVisible()
    await expect(field(page, 'share')).toHaveValue('9,007,199,254,740,993')
    await field(page, 'share').press('Backspace')
    await send(page)
    await expect(toast(page, 'It is sent.')).toBeVisible()
    expect(sent).toEqual([{ count: 1234, price: '12345678901234567890.12', share: 900719925474099 }])
  })

  test('keeps the caret, and is counted by the arrow keys within its bounds', async ({ page }) => {
    await openFields(page, { count: { schema: { type: 'integer', minimum: 0, maximum: 100000, multipleOf: 5 } } }, { count: 1234 })
    await expect(field(page, 'count')).toHaveValue('1,234')
    await field(page, 'count').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('98')
    await expect(field(page, 'count')).toHaveValue('198,234')
    expect(await field(page, 'count').evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
    await page.keyboard.press('ArrowUp')
    await expect(field(page, 'count')).toHaveValue('100,000')
    await page.keyboard.press('ArrowDown')
    await expect(field(page, 'count')).toHaveValue('99,995')
  })

  test.describe('in Persian', () => {
    test.use({ panelLocale: 'fa' })
    test('has a slash and Persian digits', async ({ page }) => {
      await openFields(page, { price: { schema: { type: 'string', format: 'decimal' }, ui: { currency: 'IRR' } } }, { price: '1234567.5' })
      await expect(field(page, 'price')).toHaveValue('۱٬۲۳۴٬۵۶۷/۵')
    })
    test('has two decimals where no currency is named', async ({ page }) => {
      await openFields(page, { price: { schema: { type: 'string', format: 'decimal' }, ui: { widget: 'money' } } }, { price: '1234567.5' })
      await expect(field(page, 'price')).toHaveValue('۱٬۲۳۴٬۵۶۷/۵۰')
    })
  })
})

test.describe('a telephone number', () => {
  const phone = {
    schema: { type: 'object', properties: { country_code: { type: 'string' }, phone: { type: 'string' } } },
    ui: { widget: 'phone' },
  }
  const mobile = {
    schema: { type: 'object', properties: { country_code: { type: 'string' }, mobile: { type: 'string' } } },
    ui: { widget: 'mobile' },
  }

  test('is shown in groups, with a country and without', async ({ page }) => {
    const sent = await openFields(page, { phone, mobile: { ...mobile, ui: { ...mobile.ui, country_code: '' } } })
    const [ofPhone, ofMobile] = [0, 1].map((at) => dialog(page).getByRole('combobox', { name: 'Country code' }).nth(at)) as [
      Locator,
      Locator,
    ]
    await expect(ofPhone).toHaveValue(/98.* Iran/)
    await expect(ofMobile).toHaveValue('')
    await field(page, 'mobile').pressSequentially('09a12-123٤۵67')
    await expect(field(page, 'mobile')).toHaveValue('0912 123 4567')
    await ofMobile.fill('98')
    await ofMobile.press('Enter')
    await expect(ofMobile).toHaveValue(/98.* Iran/)
    await expect(field(page, 'mobile')).toHaveValue('912 123 4567')
    await field(page, 'phone').pressSequentially('02112345678')
    await field(page, 'phone').press('Tab')
    await expect(field(page, 'phone')).toHaveValue('21 1234 5678')
    await send(page)
    await expect(toast(page, 'It is sent.')).toBeVisible()
    expect(sent).toEqual([{ phone: { country_code: '98', phone: '2112345678' }, mobile: { country_code: '98', mobile: '9121234567' } }])
  })

  test('pasted in international writing goes into both parts', async ({ page }) => {
    const sent = await openFields(page, { mobile })
    await field(page, 'mobile').fill('0098 (0)912 123 4567')
    await expect(field(page, 'mobile')).toHaveValue('912 123 4567')
    await send(page)
    await expect(toast(page, 'It is sent.')).toBeVisible()
    expect(sent).toEqual([{ mobile: { country_code: '98', mobile: '9121234567' } }])
  })

  test('a plus that is typed begins the number of another country', async ({ page }) => {
    const sent = await openFields(page, { mobile: { schema: { type: 'string' }, ui: { widget: 'mobile' } } })
    await field(page, 'mobile').pressSequentially('+12025550123')
    await expect(field(page, 'mobile')).toHaveValue('0012 025 550123')
    await field(page, 'mobile').press('Tab')
    await send(page)
    await expect(toast(page, 'It is sent.')).toBeVisible()
    expect(sent).toEqual([{ mobile: '0012025550123' }])
  })
})

test.describe('a tick that calls', () => {
  const pinned = { schema: { enum: [0, 1] }, ui: { widget: 'checkbox', endpoint: 'content-type-activate' } }

  test('tells that it is stored', async ({ page }) => {
    await answerCall(page, 'content-type-activate', { results: {}, metadata: {} })
    await openFields(page, { pinned })
    const call = page.waitForRequest(/content-type-activate/)
    await field(page, 'pinned').check()
    expect(JSON.parse((await call).postData() ?? '')).toEqual({ name: 'pinned', value: 1 })
    await expect(toast(page, 'Successfully saved.')).toBeVisible()
    await expect(field(page, 'pinned')).toBeChecked()
  })

  test('goes back when the call fails', async ({ page }) => {
    await answerCall(page, 'content-type-activate', { metadata: { error_code: 'server_error' } }, 500)
    await openFields(page, { pinned })
    await field(page, 'pinned').click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(/\S/)
    await expect(field(page, 'pinned')).not.toBeChecked()
    await expect(field(page, 'pinned')).toBeEnabled()
  })
})

test('a text beyond its limit is kept, said to be too long, and not sent', async ({ page }) => {
  const sent = await openFields(page, { note: { schema: { type: 'string' }, ui: { widget: 'textarea', limit: 10 } } })
  await field(page, 'note').fill('Twelve chars')
  await expect(dialog(page).getByText('12 of 10')).toBeVisible()
  await expect(dialog(page).getByText('2 characters too many').first()).toBeVisible()
  await send(page)
  await expect(field(page, 'note')).toBeFocused()
  expect(sent).toEqual([])
  await field(page, 'note').fill('👨‍👩‍👧‍👦 family')
  await expect(dialog(page).getByText('8 of 10')).toBeVisible()
  await send(page)
  await expect(toast(page, 'It is sent.')).toBeVisible()
  expect(sent).toEqual([{ note: '👨‍👩‍👧‍👦 family' }])
})

test('JSON that cannot be read stays as typed, says where it is wrong, and is not sent', async ({ page }) => {
  const sent = await openFields(page, { settings: { schema: { type: 'object' }, ui: { widget: 'json' } } }, { settings: { a: 1 } })
  const editor = dialog(page).locator('.cm-content')
  await expect(editor).toContainText('"a": 1')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('{"b" 2')
  await expect(dialog(page).getByText('Line 1, column 6: a colon is missing.').first()).toBeVisible()
  await send(page)
  expect(sent).toEqual([])
  await editor.fill('{"b": [2]}')
  await send(page)
  await expect(toast(page, 'It is sent.')).toBeVisible()
  expect(sent).toEqual([{ settings: { b: [2] } }])
})

test.describe('a QR code', () => {
  const link = 'https://example.com/books/7?from=panel'

  for (const [size, width] of [
    ['sm', 100],
    ['lg', 300],
    [undefined, 200],
  ] as const) {
    test(`of size ${size ?? 'unnamed'} is ${width} wide and leads where it says`, async ({ page }) => {
      await openFields(page, { code: { schema: { type: 'string' }, ui: { widget: 'qr-code', size } } }, { code: link })
      const image = dialog(page).getByRole('img', { name: /^QR code/ })
      await expect(image).toBeVisible()
      expect(await image.evaluate((element: HTMLImageElement) => [element.width, element.naturalWidth])).toEqual([width, width])
      const { data, info } = await sharp(Buffer.from(((await image.getAttribute('src')) ?? '').split(',')[1] ?? '', 'base64'))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(link)
    })
  }

  test('is downloaded, released 150 ms later, and its content copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      const seen = { delays: [] as number[] }
      const later = window.setTimeout
      Object.assign(window, {
        seen,
        setTimeout: (run: () => void, delay?: number) =>
          later(() => {
            const revoke = URL.revokeObjectURL
            URL.revokeObjectURL = (url) => {
              seen.delays.push(delay ?? 0)
              revoke.call(URL, url)
            }
            try {
              run()
            } finally {
              URL.revokeObjectURL = revoke
            }
          }, delay),
      })
    })
    await openFields(page, { code: { schema: { type: 'string' }, ui: { widget: 'qr-code' } } }, { code: link })
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Download code' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('qrcode.png')
    expect(
      readFileSync(await file.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: { delays: number[] } }).seen.delays)).toEqual([150])
    await dialog(page).getByRole('button', { name: 'Copy code' }).click()
    await expect(toast(page, 'Copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })
})

test('a copy that is refused says so', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await openFields(page, { token: { schema: { type: 'string' }, ui: { widget: 'copy' } } }, { token: 'abc' })
  await dialog(page).getByRole('button', { name: 'Copy token' }).click()
  await expect(toast(page, 'There was a problem copying')).toBeVisible()
})

test('a code in a list is cut at 25 characters and copied whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openFields(page, { a: { schema: { type: 'string' } } })
  await page.keyboard.press('Escape')
  await expect(lineOf(page, 'Row 1').locator('code')).toHaveText(`${'A'.repeat(25)}…`)
  await lineOf(page, 'Row 1').getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${'A'.repeat(39)}Z`)
})

test('a colour and an icon are picked by keyboard', async ({ page }) => {
  const sent = await openFields(page, {
    colour: { schema: { type: 'string' }, ui: { widget: 'color' } },
    icon: { schema: { type: 'string' }, ui: { widget: 'icon' } },
  })
  await field(page, 'colour').fill('ABC')
  await field(page, 'colour').blur()
  await expect(field(page, 'colour')).toHaveValue('#aabbcc')
  await dialog(page).getByRole('button', { name: 'Pick colour' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(page, 'colour')).toHaveValue('#c2410c')
  await field(page, 'icon').fill('truc')
  await page.keyboard.press('Enter')
  await expect(field(page, 'icon')).toHaveValue('truck')
  await send(page)
  await expect(toast(page, 'It is sent.')).toBeVisible()
  expect(sent).toEqual([{ colour: '#c2410c', icon: 'truck' }])
})

for (const panelLocale of ['en', 'fa']) {
  test.describe(`all inputs in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('are accessible', async ({ page }) => {
      await openFields(
        page,
        Object.fromEntries(
          [
            'number',
            'money',
            'phone',
            'mobile',
            'email',
            'url',
            'password',
            'slug',
            'textarea',
            'checkbox',
            'switch',
            'code',
            'color',
            'icon',
            'qr-code',
            'copy',
          ].map((widget) => [
            widget,
            {
              schema: ['phone', 'mobile'].includes(widget)
                ? { type: 'object', properties: { country_code: { type: 'string' }, [widget]: { type: 'string' } } }
                : widget === 'switch'
                  ? { type: 'boolean' }
                  : { type: 'string' },
              ui: { widget, limit: widget === 'textarea' ? 50 : undefined },
            },
          ]),
        ),
        { password: 'secret', 'qr-code': 'https://example.com' },
      )
      await field(page, 'code').scrollIntoViewIfNeeded()
      await expect(dialog(page).locator('.cm-content')).toBeVisible()
      expect(await findViolations(page)).toEqual([])
    })
  })
}
