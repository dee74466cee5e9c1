import { beforeAll, describe, expect, it } from 'vitest'
import { validateForm } from '#renderer/form/validation/validate-form.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'

beforeAll(() => loadRuleMessages('en', 'fa'))

describe('what is wrong with a form', () => {
  it('names the field by its title', () => {
    const form = {
      schema: { type: 'object', properties: { title: { type: 'string', rules: 'required' } } },
      ui: { title: { title: 'Heading' } },
    }
    expect(validateForm(form, {}, 'en')).toEqual({ title: ['Heading is required.'] })
  })
  it('names the other field of a rule by its title', () => {
    const count = { type: 'integer', rules: 'max_value:claimed' }
    const row = { type: 'object', properties: { count, claimed: { type: 'integer', title: 'Claimed' } } }
    const form = {
      schema: { type: 'object', properties: { count, claimed: { type: 'integer' }, rows: { type: 'array', items: row } } },
      ui: { count: { title: 'Count' }, claimed: { title: 'Claimed in all' } },
    }
    expect(validateForm(form, { count: 5, claimed: 4, rows: [{ count: 2, claimed: 1 }] }, 'en')).toEqual({
      count: ['Count may not exceed Claimed in all (4).'],
      'rows.0.count': ['Count may not exceed Claimed (1).'],
    })
  })
  it('speaks the language of the panel', () => {
    const form = { schema: { type: 'object', properties: { title: { type: 'string', title: 'عنوان', rules: 'required' } } } }
    expect(validateForm(form, {}, 'fa').title?.[0]).toContain('عنوان')
  })
  it('takes an empty text for a missing one', () =>
    expect(
      Object.keys(validateForm({ schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }, { a: '' }, 'en')),
    ).toEqual(['a']))
  it('takes an empty text that is stored for what it is, where the schema does', () => {
    const form = {
      schema: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'string', minLength: 1 } } },
    }
    expect(Object.keys(validateForm(form, { a: '', b: '' }, 'en', { a: '', b: '' }))).toEqual(['b'])
  })
  it('does not check a format where nothing is filled in', () =>
    expect(
      validateForm(
        { schema: { type: 'object', properties: { a: { type: 'string', format: 'date' }, b: { type: 'integer' } } } },
        { a: '', b: null },
        'en',
      ),
    ).toEqual({}))
  it('refuses what is not a date', () =>
    expect(
      Object.keys(
        validateForm({ schema: { type: 'object', properties: { a: { type: 'string', format: 'date' } } } }, { a: 'tomorrow' }, 'en'),
      ),
    ).toEqual(['a']))
  it('places errors inside rows', () => {
    const form = {
      schema: {
        type: 'object',
        properties: { rows: { type: 'array', items: { type: 'object', properties: { name: { type: 'string', rules: 'required' } } } } },
      },
    }
    expect(Object.keys(validateForm(form, { rows: [{ name: 'a' }, {}] }, 'en'))).toEqual(['rows.1.name'])
  })
  it('asks for a field only while its condition holds', () => {
    const form = {
      schema: { type: 'object', properties: { kind: { type: 'string' }, company: { type: 'string' } } },
      ui: { company: { required: { properties: { kind: { const: 'legal' } } } } },
    }
    expect(Object.keys(validateForm(form, { kind: 'legal' }, 'en'))).toEqual(['company'])
    expect(validateForm(form, { kind: 'real' }, 'en')).toEqual({})
  })
  it('does not check what is not shown', () => {
    const form = {
      schema: {
        type: 'object',
        required: ['company'],
        properties: { kind: { type: 'string' }, company: { type: 'string', rules: 'required' } },
      },
      ui: { company: { visible: { properties: { kind: { const: 'legal' } } } } },
    }
    expect(validateForm(form, { kind: 'real' }, 'en')).toEqual({})
  })
  it('takes no notice of what a loaded record has beside the form', () => {
    const form = { schema: { type: 'object', additionalProperties: false, properties: { title: { type: 'string' } } } }
    expect(validateForm(form, { id: 1, version: 2, title: 'a' }, 'en')).toEqual({})
  })
})
