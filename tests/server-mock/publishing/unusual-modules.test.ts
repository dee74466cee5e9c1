import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { library } from './library.ts'

describe('publishing documents that once ended in an error of the server', () => {
  const { server, tokens } = sharedServer(['developer'], { env: { LOCALES: 'fa,en' } })
  const publish = (documents: Record<string, unknown>) =>
    server.post('publish', { module: 'library', documents }, { token: tokens.developer })
  const withFields = (properties: object) => {
    const documents = library()
    const book = documents['entities/book.json'] as { schema: { properties: object } }
    const schema = { ...book.schema, properties: { ...book.schema.properties, ...properties } }
    return { ...documents, 'entities/book.json': { ...book, schema } }
  }

  it('takes an entity whose only searched field is guarded', async () => {
    const documents = library()
    const book = documents['entities/book.json'] as { access: object }
    const access = { ...book.access, fields: { title: 'library.write' } }
    const { status, body } = await publish({ ...documents, 'entities/book.json': { ...book, access } })
    expect(body.metadata?.problems ?? []).toEqual([])
    expect(status).toBe(200)
    const list = await server.get('grid', { module: 'library', class: 'book', part: 'books', q: 'x' }, { token: tokens.developer })
    expect(list.status).toBe(200)
  })

  it.each(['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid', 'oid', 'can_edit', 'can_fly'])(
    'names a field "%s" that the database or the answers have already',
    async (name) => {
      const { status, body } = await publish(withFields({ [name]: { type: 'string', title: 'Name' } }))
      expect(status).toBe(422)
      expect(body.metadata.problems).toContainEqual(
        expect.objectContaining({ file: 'entities/book.json', pointer: `/schema/properties/${name}`, severity: 'error' }),
      )
    },
  )

  it('reads documents that begin with a byte order mark as those without', async () => {
    const marked = Object.fromEntries(Object.entries(library()).map(([path, document]) => [path, `\uFEFF${JSON.stringify(document)}`]))
    expect((await publish(marked)).status).toBe(200)
    const payload = { module: 'library', path: 'grids/books.json', text: marked['grids/books.json'] }
    expect((await server.post('publish-try', payload, { token: tokens.developer })).status).toBe(200)
  })

  it('says that a module.json has no name', async () => {
    const { status, body } = await publish({ ...library(), 'module.json': { title: 'Library', version: '1.0.0' } })
    const messages = (body.metadata.problems as { file: string; message: string }[])
      .filter(({ file }) => file === 'module.json')
      .map(({ message }) => message)
    expect(status).toBe(422)
    expect(messages.join('\n')).toMatch(/name/)
    expect(JSON.stringify(body)).not.toContain('undefined')
  })
})
