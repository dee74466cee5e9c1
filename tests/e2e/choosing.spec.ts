import { answerCall, expect, test } from './panel.ts'
import { openForm } from './trial-form.ts'

const colours = { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] }
const place = { type: 'integer', title: 'Place' }
const texts = {
  type: 'object',
  title: 'Name',
  properties: { en: { type: 'string' }, fa: { type: 'string', rules: 'max:3' }, de: { type: 'string' } },
}

test('typing after a choice by Home and Enter searches for what is typed alone', async ({ page }) => {
  await openForm(
    page,
    { colour: colours },
    {
      colour: {
        widget: 'select',
        options: [
          { value: 'red', title: 'Red' },
          { value: 'green', title: 'Green' },
          { value: 'blue', title: 'Blue' },
        ],
      },
    },
  )
  const select = page.getByRole('combobox', { name: 'Colour' })
  await select.click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Red')
  await page.keyboard.type('bl')
  await expect(select).toHaveValue('bl')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Blue')
})

test('Enter before the answer of a search waits for it and takes the only match', async ({ page }) => {
  await answerCall(page, 'places', { results: [{ id: 7, title: 'Isfahan' }], metadata: {} })
  await openForm(page, { place }, { place: { widget: 'remote-select', endpoint: 'places' } })
  const select = page.getByRole('combobox', { name: 'Place' })
  await select.pressSequentially('Isf')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Isfahan')
})

test('what is wrong with one language stands beside it, in sight', async ({ page }) => {
  await openForm(page, { name: texts }, { name: { widget: 'locale-map' } })
  await page.locator('.pf-locale-map summary').click()
  await page.locator('input[lang=fa]').fill('خیلی بلند')
  await page.locator('.pf-locale-map summary').click()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(
    page
      .locator('.pf-locale')
      .filter({ has: page.locator('input[lang=fa]') })
      .locator('.pf-error'),
  ).toBeVisible()
  await expect(page.locator('input[lang=fa]')).toBeFocused()
})

test('ten thousand options open at once, and the last of them is reached by typing and by keys', async ({ page }) => {
  const options = Array.from({ length: 10_000 }, (_, index) => ({ value: index, title: `Number ${index}` }))
  await openForm(page, { number: { type: 'integer', title: 'Number' } }, { number: { widget: 'select', options } })
  const select = page.getByRole('combobox', { name: 'Number' })
  await select.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(100)
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(200)
  await select.fill('9999')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Number 9999')
  await select.fill('nothing of the kind')
  await expect(page.getByRole('option', { name: 'No options: nothing found for' })).toBeVisible()
})

test('a part of several shapes that may be left out shows none until one is chosen, and none again when it is cleared', async ({
  page,
}) => {
  const shape = (title: string, name: string) => ({ title, required: [name], properties: { [name]: { type: 'string', title: name } } })
  await openForm(page, { contact: { title: 'Contact', type: 'object', oneOf: [shape('By mail', 'Email'), shape('By phone', 'Number')] } })
  const dialog = page.getByRole('dialog')
  const which = dialog.getByRole('combobox')
  await expect(which).toHaveValue('')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await which.click()
  await page.getByRole('option', { name: 'By phone' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Number' })).toBeVisible()
  await dialog.getByRole('button', { name: /^Clear/ }).click()
  await expect(which).toHaveValue('')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
})
