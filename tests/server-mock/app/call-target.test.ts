import { describe, expect, it } from 'vitest'
import { modelTargetOf, savedFields, targetOf } from '#server/call-target.ts'
import { ApiError } from '#server/errors.ts'

const refused = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return (error as ApiError).errors
  }
}

describe('the record that a call is about', () => {
  it('stands in the query or in the body, and the body wins', () => {
    expect(targetOf({ params: { id: 1, version: 2 }, payload: {} })).toEqual({ id: 1, version: 2 })
    expect(targetOf({ params: { id: 1, version: 2 }, payload: { id: 3 } })).toEqual({ id: 3, version: 2 })
    expect(modelTargetOf({ params: { model: 'a', id: 1 }, payload: { model: 'b', id: null } })).toMatchObject({ model: 'b', id: 1 })
  })
  it('is asked for by name where it is missing', () => {
    const required = [{ key: 'rules.required' }]
    expect(refused(() => targetOf({ params: {}, payload: { id: null } }))).toEqual({ id: required })
    expect(refused(() => modelTargetOf({ params: {}, payload: {} }))).toEqual({ model: required, id: required })
    expect(refused(() => modelTargetOf({ params: { model: 'a' }, payload: {} }))).toEqual({ id: required })
  })
})

it('the fields of a save stand in `data`, or beside id and version', () => {
  expect(savedFields({ id: 1, version: 2, title: 'x' })).toEqual({ id: 1, version: 2, fields: { title: 'x' } })
  expect(savedFields({ id: 1, data: { title: 'x' }, title: 'y' })).toEqual({ id: 1, version: undefined, fields: { title: 'x' } })
})
