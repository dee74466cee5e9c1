import { describe, expect, it } from 'vitest'
import { checkForm, isFatal } from '#renderer/form/validation/check-form.ts'
import { createFormStore } from '#renderer/form/data/form-store.ts'
import { structureOf, withdrawnFields } from '#renderer/form/use-form-change.ts'

const opened = {
  schema: {
    type: 'object',
    properties: { title: { type: 'string', title: 'Title' }, plate: { type: 'string' }, note: { type: 'string' } },
  },
}
const present = { schema: { type: 'object', properties: { title: { type: 'string', title: 'عنوان' }, note: { type: 'string' } } } }

describe('a form that a publication changes while it is open', () => {
  it('keeps what was typed into a withdrawn field and names it', () => {
    const store = createFormStore({ title: 'a', note: 'n' }, () => ({}))
    store.commit(['plate'], '12-345')
    store.commit(['title'], 'b')
    expect(withdrawnFields(opened, present, store.getState())).toEqual(['plate'])
    expect(store.getState().data.plate).toBe('12-345')
  })
  it('names nothing that was not filled in', () =>
    expect(withdrawnFields(opened, present, createFormStore({ title: 'a' }, () => ({})).getState())).toEqual([]))
  it('is another form by its structure, not by the language of its titles', () => {
    expect(structureOf(opened)).not.toBe(structureOf(present))
    expect(structureOf({ schema: { properties: { a: { title: 'A', type: 'string' } } } })).toBe(
      structureOf({ schema: { properties: { a: { title: 'الف', type: 'string' } } } }),
    )
    expect(structureOf({ schema: { properties: { title: { type: 'string' } } } })).not.toBe(structureOf({ schema: { properties: {} } }))
  })
})

describe('what a form document says in vain', () => {
  const sound = {
    schema: { type: 'object', properties: { plate: { type: 'string', rules: 'required|regex:^(a|b)$', pattern: '^[0-9]+$' } } },
  }
  const withField = (field: object) => ({ schema: { type: 'object', properties: { plate: field } } })
  it('is nothing in a sound one', () =>
    expect(
      checkForm({ ...sound, layout: ['plate'], ui: { plate: { visible: true, required: { properties: {} }, options: '{form.choices}' } } }),
    ).toEqual([]))
  it.each([
    [{ ...sound, layout: {} }, '/layout'],
    [{ ...sound, ui: 'x' }, '/ui'],
    [{ ...sound, ui: { plate: 'x' } }, '/ui/plate'],
    [{ ...sound, ui: { plate: { options: 'x' } } }, '/ui/plate/options'],
    [{ ...sound, ui: { plate: { visible: 'x' } } }, '/ui/plate/visible'],
    [{ ...sound, ui: { plate: { disabled: 5 } } }, '/ui/plate/disabled'],
    [withField({ type: 'bool' }), '/schema/properties/plate/type'],
    [withField({ type: 'string', pattern: '([' }), '/schema/properties/plate/pattern'],
    [withField({ rules: 'required|maxx:3' }), '/schema/properties/plate/rules'],
    [
      { schema: { type: 'object', properties: { rows: { type: 'array', items: { properties: { a: { type: 'bool' } } } } } } },
      '/schema/properties/rows/items/properties/a/type',
    ],
  ])('%j is told with its place, and the form is drawn', (form, pointer) => {
    const problems = checkForm(form)
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer])
    expect(problems.some(isFatal)).toBe(false)
  })
  it('offers the rule that was meant', () =>
    expect(checkForm(withField({ rules: 'maxx:3' }))).toMatchObject([{ values: { name: 'maxx', near: 'max' } }]))
  it('says of properties that they are a list', () =>
    expect(checkForm({ schema: { type: 'object', properties: [] } })).toEqual([
      { pointer: '/schema/properties', key: 'blocks.wrong_type', values: { expected: 'object', found: '[]' } },
    ]))
})
