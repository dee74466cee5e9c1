import { expect, it } from 'vitest'
import { drawForm } from '#tests/helpers/draw-form.ts'

it('the values of a folded row are isolated from each other, in the order of the form', async () => {
  const row = { type: 'object', properties: { title: { type: 'string' }, text: { type: 'string' }, place: { enum: ['end', 'start'] } } }
  const html = await drawForm(
    {
      schema: { type: 'object', properties: { rows: { type: 'array', items: row } } },
      ui: { rows: { rows_as: 'cards', rows_folded: true }, 'rows[].place': { options: [{ value: 'end', title: 'At the end' }] } },
    },
    { rows: [{ place: 'end', text: 'تا ۳۰ درصد تخفیف', title: 'جشنواره' }] },
  )
  const values = /<span class="pf-row-values">.*?<\/p>/s.exec(html)![0]
  expect([...values.matchAll(/<bdi[^>]*>(.*?)<\/bdi>/g)].map(([, text]) => text)).toEqual(['جشنواره', 'تا ۳۰ درصد تخفیف', 'At the end'])
})
