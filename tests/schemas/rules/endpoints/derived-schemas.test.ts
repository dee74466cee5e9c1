import { describe, expect, it } from 'vitest'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'

const ware: EntityDocument = {
  name: 'ware',
  title: 'Ware',
  schema: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', rules: 'required|max:20', default: 'x' },
      state: { enum: ['new', 'sold'] },
      product: { type: 'integer', references: 'product' },
      cost: { type: 'string', format: 'decimal' },
    },
  },
  access: { fields: { cost: 'shop.cost' } },
}
const complete = (more: Partial<EndpointDocument>, entity = ware) =>
  completeEndpoint(
    { name: 'shop-ware', method: 'POST', entity: 'ware', ...more },
    { entity: (name) => (name === 'ware' ? entity : undefined) },
  )

describe('schemas that follow from the entity', () => {
  it('take the fields of a save in "data" or beside it, references by both names', () => {
    const { payload } = complete({ operation: 'save' })
    expect(payload).toMatchObject({
      additionalProperties: true,
      properties: {
        id: { type: ['integer', 'null'] },
        title: { type: ['string', 'null'] },
        state: { enum: ['new', 'sold', null] },
        product_id: { type: ['integer', 'null'] },
        product: { type: ['integer', 'object', 'null'] },
        data: { properties: { title: { type: ['string', 'null'] } } },
      },
    })
  })
  it('leave bounds, rules and defaults to the entity, which knows the stored record', () =>
    expect(JSON.stringify(complete({ operation: 'save' }).payload)).not.toMatch(/rules|default|maxLength/))
  it('name what a record holds, and require what everybody may read', () => {
    const { results } = complete({ operation: 'single', method: 'GET' })
    expect(results).toMatchObject({
      required: ['id', 'version', 'title', 'state', 'product_id', 'product'],
      properties: { title: { type: 'string' }, cost: { type: ['string', 'null'] }, created_by_id: {}, can_edit: { type: 'boolean' } },
    })
  })
  it('name only the fields that an endpoint answers', () =>
    expect(complete({ operation: 'single', method: 'GET', fields: ['state', 'product.title'] }).results).toMatchObject({
      required: ['id'],
      properties: { id: {}, version: {}, state: {}, product: {} },
    }))
  it('take the id in the query of a GET or DELETE, in the body of others, and what the document inserts', () => {
    expect(complete({ operation: 'destroy', method: 'DELETE' }).params).toMatchObject({ required: ['id'], additionalProperties: false })
    const { payload, params } = complete({ operation: 'set', values: { state: '{payload.status}' }, where: { title: '{params.title}' } })
    expect(payload).toMatchObject({ required: ['id', 'status'], properties: { status: { enum: ['new', 'sold', null] } } })
    expect(params).toMatchObject({ required: ['title'] })
  })
  it('take what "by" names in place of the id', () => {
    expect(complete({ operation: 'single', method: 'GET', by: 'title' }).params).toMatchObject({ required: ['title'] })
    const { params, payload } = complete({ operation: 'set', by: { 'product.slug': '{params.slug}' }, values: { state: 'sold' } })
    expect(params).toMatchObject({ required: ['slug'] })
    expect(payload).toEqual({ type: 'object', additionalProperties: false, properties: { version: expect.anything() } })
  })
  it('stand back behind what the document writes', () => {
    const own = { type: 'object', properties: { id: { type: 'integer' } } } as const
    expect(complete({ operation: 'trash', payload: own, results: true })).toMatchObject({ payload: own, results: true })
  })
  it('are the same object for the same documents, so that they are compiled once', () => {
    const endpoint: EndpointDocument = { name: 'shop-ware', method: 'GET', operation: 'list', entity: 'ware' }
    const of = (entity: EntityDocument) => completeEndpoint(endpoint, { entity: () => entity })
    expect(of(ware)).toBe(of(ware))
    expect(of({ ...ware })).not.toBe(of(ware))
  })
})
