import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer'])

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
const text = (value: string) => JSON.stringify(value)

describe('deep JSON gets a 4xx', () => {
  it.each([
    ['a list', 'login', `{"username":${lists(10_000)}}`],
    ['an object', 'login', `{"username":"a","password":${objects(5000)}}`],
    ['the data of a save', 'save', `{"model":"post","data":${objects(20_000)}}`],
    ['documents', 'publish', `{"module":"deep","documents":{"module.json":${objects(20_000)}}}`],
    ['the text of documents', 'publish', `{"module":"deep","documents":{"module.json":${text(objects(100_000))}}}`],
    ['the text of documents within the limit', 'publish', `{"module":"deep","documents":{"module.json":${text(objects(190))}}}`],
    ['conditions of a bulk call', 'bulk', `{"call":{"name":"save","method":"POST","payload":${objects(20_000)}},"rows":[]}`],
  ])('in %s', async (_, name, body) => {
    const { status } = await server.post(name, body, { token: tokens.developer })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('is told as a problem of a document that is tried', async () => {
    const { status, body } = await server.post(
      'publish-try',
      { module: 'deep', path: 'screens/deep.json', text: objects(100_000) },
      { token: tokens.developer },
    )
    expect(status < 500 && (status >= 400 || body.results.problems.length > 0)).toBe(true)
  })

  it.each([
    ['where', { model: 'role', where: '('.repeat(1500) }],
    ['where', { model: 'role', where: `slug:is(${'('.repeat(3000)}` }],
    ['after', { model: 'role', after: Buffer.from(lists(2500)).toString('base64url') }],
    ['after', { model: 'role', after: Buffer.from(`[${lists(2000)},1]`).toString('base64url') }],
  ])('in the query, at %s', async (_, query) => {
    expect((await server.get('list', query, { token: tokens.developer })).status).toBe(422)
  })
})
