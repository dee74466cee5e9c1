import type { Page } from 'playwright/test'
import { expect, findViolations, lineOf, openList, test, toast, uniqueName, type Role } from './panel.ts'

type Api = <Results>(name: string, options?: { payload?: unknown; params?: Record<string, string | number>; as?: Role }) => Promise<Results>
const grid = '/grid/shelf/poem/list'
const labels = Object.fromEntries(
  [
    ['poet.name', 'Name'],
    ...['poet', 'forms', 'words', 'lines', 'title', 'sung', 'singer', 'singer.country_code', 'singer.mobile'].map((name) => [
      `poem.${name}`,
      name[0]!.toUpperCase() + name.slice(1),
    ]),
  ].map(([path, title]) => [`entities.${path}`, title]),
)
const documents = {
  'locales/en.json': labels,
  'locales/fa.json': labels,
  'module.json': { name: 'shelf', title: 'Shelf', version: '1.0.0' },
  'entities/poet.json': {
    name: 'poet',
    title: 'Poet',
    display: '{name}',
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    storage: { search: ['name'] },
  },
  'entities/poem.json': {
    name: 'poem',
    title: 'Poem',
    display: '{title}',
    options: {
      forms: [
        { value: 'ghazal', title: 'Ghazal' },
        { value: 'qasida', title: 'Qasida' },
        { value: 'rubai', title: 'Rubai' },
      ],
    },
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string' },
        poet: { type: ['integer', 'null'], references: 'poet' },
        forms: { type: 'array', items: { enum: ['ghazal', 'qasida', 'rubai'] }, default: [] },
        words: { type: 'array', items: { type: 'string' }, default: [] },
        lines: { type: 'integer' },
        sung: { type: 'boolean', default: false },
        singer: {
          type: ['object', 'null'],
          format: 'mobile',
          properties: { country_code: { type: 'string' }, mobile: { type: 'string' } },
        },
      },
    },
  },
  'grids/list.json': {
    entity: 'poem',
    class: 'poem',
    part: 'list',
    title: 'Poems',
    edit: { save: 'together' },
    bulk: ['trash'],
    columns: [
      { key: 'title', editable: true },
      { key: 'poet', editable: true },
      { key: 'forms', cell: 'tags', editable: true },
      { key: 'words', cell: 'tags', editable: true },
      { key: 'lines', editable: true },
      { key: 'created_at', cell: 'date' },
      { key: 'sung', editable: true },
      { key: 'singer', editable: true },
    ],
  },
}
const files = (save: string) =>
  Object.fromEntries(
    Object.entries(documents).map(([path, document]) => [
      path,
      JSON.stringify(path.startsWith('grids') ? { ...document, edit: { save } } : document),
    ]),
  )
const publish = (api: Api, save = 'together') => api('publish', { as: 'developer', payload: { module: 'shelf', documents: files(save) } })

interface Poem {
  id: number
  version: number
  title: string
  poet_id: number | null
  forms: string[]
  words: string[]
  lines: number | null
}
interface Poet {
  id: number
  name: string
}
const make = <T>(api: Api, model: string, data: object) => api<T>('save', { as: 'developer', payload: { model, data } })
const read = (api: Api, { id }: Poem) => api<Poem>('single', { as: 'developer', params: { model: 'poem', id } })
const cell = (page: Page, name: string, key: string) => lineOf(page, name).locator(`td[data-key=${key}]`)

test.use({ role: 'developer' })
test.beforeEach(async ({ api }) => {
  await publish(api)
})
test.afterEach(async ({ api }) => {
  await api('publish-remove', { as: 'developer', payload: { module: 'shelf' } })
})

test('a yes or no is turned over by Enter, and by no other key', async ({ page, api }) => {
  const poem = await make<Poem>(api, 'poem', { title: uniqueName('Song') })
  await openList(page, grid)
  await cell(page, poem.title, 'sung').focus()
  for (const key of ['F2', 'x', 'Delete']) {
    await page.keyboard.press(key)
    await expect(cell(page, poem.title, 'sung')).not.toHaveAttribute('data-editing')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Edited cells' })).toContainText('Unsaved cells: 1, rows: 1')
  await expect(cell(page, poem.title, 'sung')).toBeFocused()
  await expect(cell(page, poem.title, 'sung').getByLabel('Yes')).toBeVisible()
})

test('a telephone number is edited in its cell, with room for all of it', async ({ page, api }) => {
  const singer = { country_code: '98', mobile: '9121234567' }
  const poem = await make<Poem>(api, 'poem', { title: uniqueName('Song'), singer })
  await openList(page, grid)
  await cell(page, poem.title, 'singer').focus()
  await page.keyboard.press('F2')
  const number = page.locator('input[type=tel]')
  await expect(number).toHaveValue('912 123 4567')
  await expect(number).toBeFocused()
  expect(await number.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.type('09351112233')
  await page.keyboard.press('Enter')
  await expect(cell(page, poem.title, 'singer')).toContainText('+98 935 111 2233')
})

test('a reference and lists are edited in their cells by the keys, and saved', async ({ page, api }) => {
  const [hafez, saadi] = [
    await make<Poet>(api, 'poet', { name: uniqueName('Hafez') }),
    await make<Poet>(api, 'poet', { name: uniqueName('Saadi') }),
  ]
  const poem = await make<Poem>(api, 'poem', { title: uniqueName('Poem'), poet: hafez.id })
  await openList(page, grid)
  await expect(cell(page, poem.title, 'poet')).toContainText(hafez.name)
  await cell(page, poem.title, 'poet').focus()
  await page.keyboard.press('F2')
  await expect(page.getByRole('combobox', { name: /Poet/ })).toBeFocused()
  await page.keyboard.type(saadi.name)
  await expect(page.getByRole('option', { name: saadi.name })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(cell(page, poem.title, 'forms')).toBeFocused()
  await expect(cell(page, poem.title, 'poet')).toContainText(saadi.name)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /Forms/ })).toBeFocused()
  await page.keyboard.type('rub')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(cell(page, poem.title, 'forms')).toContainText('Rubai')
  await expect(cell(page, poem.title, 'words')).toBeFocused()
  await page.keyboard.type('wine')
  await page.keyboard.press('Enter')
  await page.keyboard.type('rose')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(cell(page, poem.title, 'words')).toContainText('rose')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Saved cells: 3, rows: 1')).toBeVisible()
  expect(await read(api, poem)).toMatchObject({ poet_id: saadi.id, forms: ['rubai'], words: ['wine', 'rose'] })

  await cell(page, poem.title, 'poet').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(hafez.name)
  await expect(page.getByRole('option', { name: hafez.name })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(cell(page, poem.title, 'poet')).toBeFocused()
  await expect.poll(async () => (await read(api, poem)).poet_id).toBe(hafez.id)

  await cell(page, poem.title, 'words').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await expect(cell(page, poem.title, 'words')).toBeFocused()
  await expect(cell(page, poem.title, 'words')).toContainText('rose')
  await expect(page.getByRole('region', { name: 'Edited cells' })).toBeHidden()
})

test('words that are typed while the editor is on its way are all there', async ({ page, api }) => {
  const poem = await make<Poem>(api, 'poem', { title: uniqueName('Quick') })
  await openList(page, grid)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/cell-editing-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await cell(page, poem.title, 'words').focus()
  await page.keyboard.type('wine')
  await page.keyboard.press('Enter')
  await page.keyboard.type('rose')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  arrive()
  await expect(cell(page, poem.title, 'words')).toContainText('rose')
  await expect(cell(page, poem.title, 'words')).toContainText('wine')
  await expect(page.locator('td[data-editing]')).toHaveCount(0)
})

/** Puts a text on the clipboard as a spreadsheet does, and presses the keys that paste it. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+v')
}

test('a block of a spreadsheet goes into the cells from the focused one on, is taken back as one step, and saved together', async ({
  page,
  api,
}) => {
  const poet = await make<Poet>(api, 'poet', { name: uniqueName('Khayyam') })
  const [below, above] = [
    await make<Poem>(api, 'poem', { title: uniqueName('Below'), poet: poet.id, lines: 1 }),
    await make<Poem>(api, 'poem', { title: uniqueName('Above'), lines: 1 }),
  ]
  await openList(page, grid)
  const region = page.getByRole('region', { name: 'Messages' })
  const block = `${poet.name}\tGhazal, Rubai\tlove\t۱۲\tx\n${poet.name}\tNo such form\twine؛ rose\tmany`
  await cell(page, above.title, 'poet').focus()
  await paste(page, block)
  await expect(cell(page, above.title, 'lines')).toContainText('12')
  await expect(cell(page, above.title, 'poet')).toContainText(poet.name)
  await expect(region).toContainText('Left out, as they cannot be edited: 1')
  await expect(region).toContainText('Not understood, left as they were: 2')
  await expect(region).toContainText('“many” does not fit')
  await page.keyboard.press('Escape')
  await expect(cell(page, above.title, 'lines')).not.toContainText('12')
  await expect(page.getByRole('region', { name: 'Edited cells' })).toBeHidden()
  await paste(page, block)
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('region', { name: 'Edited cells' })).toBeHidden()
  await paste(page, block)
  await expect(page.getByRole('region', { name: 'Edited cells' })).toContainText('Unsaved cells: 5, rows: 2')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Saved cells: 5, rows: 2')).toBeVisible()
  expect([await read(api, above), await read(api, below)]).toMatchObject([
    { poet_id: poet.id, forms: ['ghazal', 'rubai'], words: ['love'], lines: 12 },
    { words: ['wine', 'rose'], lines: 1 },
  ])

  await cell(page, above.title, 'forms').focus()
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Ghazal, Rubai')
  await lineOf(page, above.title).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${above.title}\t${poet.name}\tGhazal, Rubai\tlove\t12\t`)
})

test('where each cell is saved at once a paste asks first, is one call, and reports what was refused', async ({ page, api }) => {
  await publish(api, 'immediate')
  const [below, above] = [
    await make<Poem>(api, 'poem', { title: uniqueName('Stale'), lines: 1 }),
    await make<Poem>(api, 'poem', { title: uniqueName('Fresh'), lines: 1 }),
  ]
  await openList(page, grid)
  await api('save', { as: 'developer', payload: { model: 'poem', id: below.id, version: below.version, data: { lines: 99 } } })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname.split('/').at(-1)!)
  })
  await cell(page, above.title, 'lines').focus()
  await paste(page, '7\n8')
  const question = page.getByRole('dialog', { name: 'Save what was pasted?' })
  await expect(question).toContainText('2 cells in 2 rows')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(cell(page, above.title, 'lines')).toContainText('1')
  await paste(page, '7\n8')
  await question.getByRole('button', { name: 'Save' }).click()
  const report = page.getByRole('dialog', { name: 'Some rows could not be saved' })
  await expect(report).toContainText(below.title)
  await report.getByRole('button', { name: 'Close' }).first().click()
  expect(calls.filter((name) => name === 'bulk' || name === 'save')).toEqual(['bulk'])
  expect([(await read(api, above)).lines, (await read(api, below)).lines]).toEqual([7, 99])
  await expect(cell(page, below.title, 'lines')).toHaveAttribute('data-draft', 'failed')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await read(api, above)).lines).toBe(1)
})
