import { save, showForm } from './page-form.ts'
import { answerCall, expect, openPath, test } from './panel.ts'

const is = (field: string, value: unknown) => ({ properties: { [field]: { const: value } } })
const texts = {
  shop: 'Shop',
  parcel: 'Parcel',
  'entities.parcel.city': 'City',
  'entities.parcel.way': 'Way',
  'entities.parcel.fee': 'Fee',
  'entities.parcel.note': 'Note',
  'entities.parcel.gift': 'Gift card',
  post: 'Post',
  courier: 'Courier',
}
const documents = {
  'module.json': { name: 'shop', title: '$shop', version: '1.0.0', permissions: ['shop.use'] },
  'entities/parcel.json': {
    name: 'parcel',
    title: '$parcel',
    display: '{city}',
    access: { read: 'shop.use', write: 'shop.use' },
    schema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        way: { type: 'string' },
        fee: { type: 'integer' },
        note: { type: 'string' },
        gift: { type: 'string' },
      },
    },
  },
  'forms/parcel.json': {
    entity: 'parcel',
    ui: {
      way: {
        options: [
          { value: 'post', title: '$post' },
          { value: 'courier', title: '$courier', when: is('city', 'tehran') },
        ],
      },
      fee: { value: [{ when: is('way', 'post'), set: 0 }] },
      note: { visible: is('way', 'courier'), required: is('way', 'courier') },
      gift: { visible: is('note', 'gift') },
    },
  },
  'screens/parcel.json': {
    name: 'parcel-create',
    path: 'parcels/create',
    title: '$parcel',
    access: 'shop.use',
    body: [{ form: 'parcel', submit: 'save' }],
  },
  'locales/en.json': texts,
  'locales/fa.json': { ...texts, 'entities.parcel.way': 'روش', 'entities.parcel.city': 'شهر' },
}

test.use({ role: 'developer', panelLocale: 'en' })
test.beforeEach(async ({ api }) => {
  await api('publish', { as: 'developer', payload: { module: 'shop', documents } })
})
test.afterEach(async ({ api }) => {
  await api('publish-remove', { as: 'developer', payload: { module: 'shop' } })
})

test('what is typed decides what is offered, set, shown, required and sent', async ({ page, api }) => {
  await openPath(page, '/parcels/create')
  const form = page.locator('form.pf-form')
  const [city, way, fee, note, gift] = [
    form.getByLabel('City'),
    form.getByRole('combobox', { name: 'Way' }),
    form.getByLabel('Fee'),
    form.getByLabel('Note'),
    form.getByLabel('Gift card'),
  ]
  const choose = async (title: string) => {
    await way.click()
    await page.getByRole('option', { name: title, exact: true }).click()
  }

  await city.fill('rasht')
  await city.blur()
  await way.click()
  await expect(page.getByRole('option')).toHaveText(['Post'])
  await page.getByRole('option', { name: 'Post' }).click()
  await expect(fee).toHaveValue('0')
  await expect(fee).toBeDisabled()
  await city.fill('tehran')
  await city.blur()
  await choose('Courier')
  await expect(fee).toBeEnabled()
  await note.fill('gift')
  await note.blur()
  await gift.fill('Happy birthday')
  await gift.blur()

  // The choice goes with the city; it is told, and what hung on it is there as long as it stands.
  await city.fill('rasht')
  await city.blur()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.locator('[data-invalid]')).toContainText(['Way must be one of the listed values.'])

  await city.fill('tehran')
  await city.blur()
  await note.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.locator('[data-invalid]')).toContainText(['Note is required.'])
  await expect(gift).toHaveCount(0)
  await note.fill('gift')
  await note.blur()
  await expect(gift).toHaveValue('Happy birthday')
  await choose('Post')
  await expect(note).toHaveCount(0)
  await expect(gift).toHaveCount(0)
  const sent = page.waitForRequest(/\/v1\/save/)
  await form.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ model: 'parcel', form: 'shop/parcel', data: { city: 'tehran', way: 'post', fee: 0 } })
  await expect
    .poll(async () =>
      (await api<{ way: string; note: string | null }[]>('list', { as: 'developer', params: { model: 'parcel' } })).map(
        ({ way: stored, note: kept }) => [stored, kept],
      ),
    )
    .toContainEqual(['post', null])
})

test('a developer asks what sets the value and withholds the choice', async ({ page }) => {
  await openPath(page, '/parcels/create')
  const way = page.locator('form.pf-form').getByRole('combobox', { name: 'Way' })
  await way.click()
  await page.getByRole('option', { name: 'Post' }).click()
  // A disabled control's label takes clicks all the same.
  await page.locator('label', { hasText: 'Fee' }).click({ modifiers: ['Alt'], force: true })
  const why = page.getByRole('dialog', { name: 'Why is this form like this?' })
  await expect(why.locator('[data-effect=value][data-active=true]')).toContainText('/ui/fee/value/0')
  await why.getByRole('button', { name: 'All fields' }).click()
  await expect(why.locator('[data-effect=withheld][data-active=true]')).toContainText(['/ui/way/options/1/when'])
  // Asked of a select, its list stays closed.
  await way.click({ modifiers: ['Alt'] })
  await expect(why).toBeVisible()
  await expect(way).toHaveAttribute('aria-expanded', 'false')
})

test('what the server says of a field that is not shown is told with its name, and leads nowhere until it is shown', async ({ page }) => {
  await showForm(page, {
    schema: { type: 'object', properties: { way: { type: 'string', title: 'Way' }, fee: { type: 'string', title: 'Fee' } } },
    ui: { fee: { visible: is('way', 'post') } },
  })
  await answerCall(
    page,
    'save',
    { errorCode: 422, userMessage: 'Check the fields.', errors: { fee: ['This is required.'] }, metadata: {} },
    422,
  )
  await page.getByLabel('Way').fill('courier')
  await save(page)
  const summary = page.locator('.pf-summary')
  await expect(summary).toContainText('Fee: This is required.')
  await expect(summary.getByRole('link')).toHaveCount(0)
  await page.getByLabel('Way').fill('post')
  await expect(page.getByLabel('Fee')).toBeVisible()
  await summary.getByRole('link', { name: 'Fee: This is required.' }).click()
  await expect(page.getByLabel('Fee')).toBeFocused()
})
