import { expect, it } from 'vitest'
import { shapeOf } from '#server/database/entity-shape.ts'
import type { ApiError } from '#server/errors.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { refusalFor } from '#server/model/database-errors.ts'

const document: ModelEntity['document'] = {
  name: 'book',
  title: 'Book',
  schema: { type: 'object', properties: { title: { type: 'string' } } },
}
const entity = { name: 'book', document, shape: shapeOf(document) } as ModelEntity

it.each([
  { code: '22021' },
  { code: '54000' },
  { code: '23502' },
  { code: '23505', constraint: 'unknown' },
  { code: '23514', constraint: 'unknown' },
])('names no field that the caller does not have for %j', (error) => {
  const refusal = refusalFor(error, entity, 'write') as ApiError
  expect(['bad-request', 'precondition-failed']).toContain(refusal.code)
  expect(refusal.errors).toBeUndefined()
})

it('names the field where the database does', () => {
  expect(refusalFor({ code: '23502', column: 'title' }, entity, 'write')).toMatchObject({
    code: '422',
    errors: { title: [{ key: 'rules.required' }] },
  })
})
