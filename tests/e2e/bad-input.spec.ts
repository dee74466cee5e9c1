import { expect, findViolations, test } from './panel.ts'
import { paste, save, showForm } from './page-form.ts'

const text = (title: string) => ({ type: 'string', title })
const persian = 'سلام دنیای زیبا '.repeat(62_500)

test.describe('a text of a million characters', () => {
  for (const [kind, field] of [
    ['of several lines', { ...text('Story'), maxLength: 3_000_000 }],
    ['of one line', text('Story')],
  ] as const) {
    test(`is pasted into a field ${kind}, typed on, and sent whole`, async ({ page }) => {
      const sent = await showForm(page, { name: 'long', schema: { type: 'object', properties: { story: field, other: text('Other') } } })
      await page.getByRole('textbox', { name: 'Story' }).fill('ab')
      await page.keyboard.press('ArrowLeft')
      await paste(page, persian)
      const box = page.getByRole('textbox', { name: 'Story' })
      await expect(box).toBeFocused()
      await expect(page.locator('.pf-long-text')).toBeVisible()
      await page.keyboard.type('xy')
      await page.getByRole('textbox', { name: 'Other' }).fill('o')
      expect(await findViolations(page)).toEqual([])
      await save(page)
      await expect.poll(() => sent.length).toBe(1)
      expect((sent[0]!.story as string) === `a${persian}xyb`).toBe(true)
    })
  }
  test('stands in a field as it was stored, and is refused with its label where it may not be so long', async ({ page }) => {
    const sent = await showForm(page, {
      name: 'long',
      schema: { type: 'object', properties: { story: { ...text('Story'), rules: 'max:200' }, other: text('Other') } },
      data: { story: persian },
    })
    await page.getByRole('textbox', { name: 'Other' }).fill('o')
    await save(page)
    await expect(page.getByRole('textbox', { name: 'Story' })).toHaveAccessibleDescription(/Story may have at most 200 characters/)
    await page.getByRole('textbox', { name: 'Story' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('short')
    await page.getByRole('textbox', { name: 'Other' }).focus()
    await expect(page.locator('input[id$="-story"]')).toHaveValue('short')
    await save(page)
    await expect.poll(() => sent).toEqual([{ story: 'short', other: 'o' }])
  })
  const html = `<h2>Part</h2><p>سلام <strong>دنیا</strong> ${'متن '.repeat(60)}پایان</p><ul><li>one</li></ul>`
  const richForm = (text: string) => ({
    name: 'long',
    schema: {
      type: 'object',
      properties: { text: { type: 'string', title: 'Text', format: 'html' }, other: { type: 'string', title: 'Other' } },
    },
    ui: { text: { widget: 'rich-text' } },
    data: { text },
  })
  test('as HTML, which is read a part at a time, is stored as it came when nothing is written', async ({ page }) => {
    const sent = await showForm(page, richForm(html.repeat(300)))
    // Found by their place: asking for roles among so many elements would take longer than drawing them.
    await expect(page.locator('.rt-text[contenteditable=true]:not([aria-busy])')).toBeAttached({ timeout: 30_000 })
    await page.locator('input[id$="-other"]').fill('o')
    await page.locator('button[type=submit]').click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]!.text === html.repeat(300)).toBe(true)
  })
  test('as more HTML than can be drawn is written in as HTML, and is there whole with its formatting too', async ({ page }) => {
    const long = html.repeat(1000)
    const sent = await showForm(page, richForm(long))
    const box = page.getByRole('textbox', { name: 'Text', exact: true })
    await expect(page.getByText('This text is very long')).toBeVisible()
    await expect(box).toHaveAccessibleDescription(/nothing is left out/)
    await box.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('<p>xy</p>')
    await page.getByRole('textbox', { name: 'Other' }).fill('o')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit with formatting' }).click()
    await expect(page.locator('.rt-text[contenteditable=true]:not([aria-busy])')).toBeAttached({ timeout: 30_000 })
    await expect(page.locator('.rt-text p').first()).toHaveText('xy')
    await page.locator('button[type=submit]').click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]!.text === `<p>xy</p>${long}`).toBe(true)
  })
})

test.describe('what a schema leads to', () => {
  test('is drawn as far as it goes: itself again, a circle, nowhere', async ({ page }) => {
    const schema = {
      type: 'object',
      definitions: {
        node: { type: 'object', title: 'Node', properties: { label: text('Label'), next: { $ref: '#/definitions/node', title: 'Next' } } },
        a: { $ref: '#/definitions/b' },
        b: { $ref: '#/definitions/a' },
      },
      properties: {
        tree: { $ref: '#/definitions/node' },
        circle: { $ref: '#/definitions/a', title: 'Circle' },
        nowhere: { $ref: '#/definitions/none', title: 'Nowhere' },
        name: text('Name'),
      },
    }
    const data = { tree: { label: 'root', next: { label: 'child' } }, nowhere: { kept: 1 }, circle: 'kept' }
    const sent = await showForm(page, { name: 'odd', schema, data })
    await expect(page.getByRole('textbox', { name: 'Label' })).toHaveCount(2)
    await expect(page.getByRole('note').filter({ hasText: '#/definitions/none' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('n')
    expect(await findViolations(page)).toEqual([])
    await save(page)
    // A schema that cannot be run refuses, in words; what is there stays.
    await expect(page.locator('.pf-summary')).toContainText('cannot be checked')
    expect(sent).toEqual([])
    await expect(page.getByRole('textbox', { name: 'Label' }).last()).toHaveValue('child')
  })
  test('never fills in a default of the wrong type', async ({ page }) => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer', title: 'Count', default: 'many' },
        list: { type: 'array', title: 'List', items: { type: 'object', properties: { a: text('A') } }, default: 'none' },
        on: { type: 'boolean', title: 'On', default: 'maybe' },
        name: text('Name'),
      },
    }
    const sent = await showForm(page, { name: 'odd', schema })
    await expect(page.getByLabel('Count')).toHaveValue('')
    await page.getByRole('textbox', { name: 'Name' }).fill('n')
    await save(page)
    await expect.poll(() => sent).toEqual([{ name: 'n', on: false }])
  })
})

test.describe('data that does not fit', () => {
  const schema = {
    type: 'object',
    properties: {
      place: { type: 'object', title: 'Place', properties: { city: text('City') } },
      rows: { type: 'array', title: 'Rows', items: { type: 'object', properties: { a: text('A') } } },
      name: text('Name'),
      count: { type: 'integer', title: 'Count' },
      tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
      side: { type: 'string', title: 'Side', enum: ['n', 's'] },
      day: { type: 'string', title: 'Day', format: 'date' },
      note: text('Note'),
    },
  }
  test('is shown and told in its place, and nothing of it is lost', async ({ page }) => {
    const data = {
      place: 'Tehran',
      rows: { a: 1 },
      name: { first: 'x' },
      count: 'seven',
      tags: 'one',
      side: 'east',
      day: 'tomorrow',
      note: '',
    }
    const sent = await showForm(page, { name: 'unfit', schema, data })
    await expect(page.getByText('This value does not fit its field.')).toHaveCount(4)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Note' }).fill('n')
    await save(page)
    expect(sent).toEqual([])
    for (const label of ['Place', 'Rows', 'Name', 'Count', 'Day']) await expect(page.locator('.pf-summary')).toContainText(label)
    await expect(page.locator('.pf-field', { hasText: 'Place' }).first()).toContainText('Tehran')
    await page.locator('[id$="-place"][role=textbox]').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{}')
    await expect(page.getByRole('textbox', { name: 'City' })).toBeVisible()
  })
  test('is shown in the place of a widget that could not show it', async ({ page }) => {
    const object = (title: string) => ({ type: 'object', title })
    await showForm(page, {
      name: 'unfit',
      schema: {
        type: 'object',
        properties: { file: object('File'), days: object('Days'), phone: object('Phone'), seo: object('Search engines') },
      },
      ui: { file: { widget: 'upload' }, days: { widget: 'date-range' }, phone: { widget: 'mobile' }, seo: { widget: 'seo-panel' } },
      data: { file: 7, days: [1, 2], phone: [], seo: 's' },
    })
    await expect(page.getByText('This value does not fit its field.')).toHaveCount(4)
    await expect(page.locator('.pf-field', { hasText: 'File' }).first()).toContainText('7')
    await expect(page.locator('.pf-field', { hasText: 'Search engines' }).first()).toContainText('"s"')
    await page.locator('[id$="-days"][role=textbox]').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{}')
    await expect(page.getByRole('textbox', { name: /^Days/ }).first()).toBeVisible()
    await expect(page.getByText('This value does not fit its field.')).toHaveCount(3)
  })
  test('is nothing where all of it is null', async ({ page }) => {
    const sent = await showForm(page, {
      name: 'unfit',
      schema,
      data: Object.fromEntries(Object.keys(schema.properties).map((key) => [key, null])),
    })
    await page.getByRole('textbox', { name: 'City' }).fill('Qom')
    await page.getByRole('textbox', { name: 'Note' }).fill('n')
    await save(page)
    await expect.poll(() => sent).toEqual([expect.objectContaining({ place: { city: 'Qom' }, note: 'n' })])
  })
})

test('names that mean something to a program are names', async ({ page }) => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const properties = Object.fromEntries(names.map((name) => [name, text(`Field ${name}`)]))
  const inner = Object.fromEntries(names.map((name) => [name, text(`Inner ${name}`)]))
  const schema = JSON.parse(
    `{"type":"object","properties":{"__proto__":{"type":"string","title":"Field proto"},"group":{"type":"object","title":"Group","properties":${JSON.stringify(inner)}}}}`,
  ) as { properties: object }
  Object.assign(schema.properties, properties)
  const sent = await showForm(page, {
    name: 'names',
    schema,
    ui: Object.fromEntries(names.map((name) => [name, { description: `About ${name}` }])),
  })
  for (const name of names) await page.getByRole('textbox', { name: `Field ${name}` }).fill(`v ${name}`)
  await page.getByRole('textbox', { name: 'Inner constructor' }).fill('inner')
  await page.getByRole('textbox', { name: 'Field proto' }).fill('p')
  await save(page)
  await expect.poll(() => sent.length).toBe(1)
  expect(JSON.parse(JSON.stringify(sent[0]))).toEqual({
    ...Object.fromEntries(names.map((name) => [name, `v ${name}`])),
    group: { constructor: 'inner' },
    ['__proto__']: 'p',
  })
  expect(await page.evaluate(() => [Object.keys(Object.prototype), Object.keys(Object)])).toEqual([[], []])
})

test('emoji, marks of direction and joiners are sent as they are typed', async ({ page }) => {
  const sent = await showForm(page, {
    name: 'signs',
    schema: { type: 'object', properties: { name: { ...text('Name'), rules: 'max:20' }, story: { ...text('Story'), maxLength: 500 } } },
  })
  const signs = '👩‍👩‍👧 \u200fسلام\u200e می‌روم 🇮🇷 \u2067x\u2069'
  await page.getByRole('textbox', { name: 'Name' }).fill('\u200f👍🏽 نام\u200e')
  await page.getByRole('textbox', { name: 'Story' }).fill(signs)
  await save(page)
  await expect.poll(() => sent).toEqual([{ name: '\u200f👍🏽 نام\u200e', story: signs }])
})

test('a pattern that backtracks is answered while it is typed against', async ({ page }) => {
  const sent = await showForm(page, {
    name: 'slow',
    schema: {
      type: 'object',
      properties: {
        one: { ...text('One'), pattern: '^(a+)+$' },
        two: { ...text('Two'), rules: 'regex:^(a|aa)+$' },
        back: { ...text('Back'), pattern: '^(a+)+\\1$' },
      },
    },
  })
  const trap = `${'a'.repeat(40)}!`
  for (const label of ['One', 'Two', 'Back']) await page.getByRole('textbox', { name: label }).fill(trap)
  await save(page)
  for (const label of ['One', 'Two'])
    await expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(/does not have the right format/)
  for (const label of ['One', 'Two']) await page.getByRole('textbox', { name: label }).fill('a'.repeat(40))
  await save(page)
  await expect(page.getByRole('textbox', { name: 'Back' })).toHaveAccessibleDescription(/too long to check/)
  expect(sent).toEqual([])
})
