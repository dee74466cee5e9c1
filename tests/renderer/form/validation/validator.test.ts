import rjsfAjv from '@rjsf/validator-ajv8'
import { describe, expect, it } from 'vitest'
import { formValidator } from '#renderer/form/validation/validator.ts'

const root = {
  definitions: { name: { type: 'string', minLength: 2 } },
  type: 'object',
  properties: { a: { $ref: '#/definitions/name' }, b: { type: 'integer', minimum: 1 } },
  required: ['a'],
} as const

describe('the validator of the drawing library', () => {
  it.each([[{ a: 'xy', b: 1 }], [{ a: 'x' }], [{}], [{ a: 'xy', b: 0 }], [{ a: 'xy', b: 'no' }], [{ a: null }]])(
    'agrees with ajv on %j',
    (data) =>
      expect(formValidator.isValid(root as never, data as never, root as never)).toBe(rjsfAjv.isValid(root as never, data, root as never)),
  )
  it('resolves references of the root in a part of it', () =>
    expect(formValidator.isValid({ $ref: '#/definitions/name' }, 'x' as never, root as never)).toBe(false))
  it('places errors as the library expects them', () => {
    const { errors, errorSchema } = formValidator.validateFormData({ a: 'xy', b: 0 }, root as never)
    expect(errors).toMatchObject([{ property: '.b', name: 'minimum' }])
    expect(errorSchema).toMatchObject({ b: { __errors: ['minimum'] } })
  })
})
