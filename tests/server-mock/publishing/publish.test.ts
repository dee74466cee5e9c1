import gateReport from '#schemas/responses/gate-report.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { features } from '#server/features/index.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { library } from './library.ts'

describe.each(databaseKinds)('on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer', 'administrator'], { kind, env: { LOCALES: 'fa,en' } })

  const publish = (documents: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    server.post('publish', { module: 'library', documents, ...more }, { token: tokens.developer })
  const publication = async () => (await server.get('login-configs')).body.metadata.publication as number
  const tables = () =>
    server.database.read(async (trx) =>
      (
        await trx
          .selectFrom('information_schema.tables')
          .select('table_name')
          .where('table_schema', '=', 'data')
          .orderBy('table_name')
          .execute()
      ).map((row) => row.table_name as string),
    )

  it('takes a developer: an administrator is refused', async () => {
    expect((await server.post('publish', { module: 'library', documents: library() }, { token: tokens.administrator })).status).toBe(403)
    expect((await server.get('publish-versions', {}, { token: tokens.administrator })).status).toBe(403)
    expect((await server.post('publish', { module: 'library', documents: library() })).status).toBe(401)
  })

  it('only tries with dry_run', async () => {
    const before = [await publication(), await tables()]
    expect((await publish(library(), { dry_run: true })).body.results).toMatchObject({
      module: 'library',
      version: null,
      changed: true,
      dry_run: true,
    })
    expect([await publication(), await tables()]).toEqual(before)
  })

  it('knows the roles that this server has, and says the nearest of one that it has not', async () => {
    await server.database.transaction((trx) =>
      trx
        .insertInto('data.role')
        .values({ slug: 'librarian', title: JSON.stringify({ en: 'Librarian' }) })
        .execute(),
    )
    const granted = async (role: string) => {
      const documents = library()
      const { body } = await publish(
        { ...documents, 'module.json': { ...(documents['module.json'] as object), grants: { [role]: [] } } },
        { dry_run: true },
      )
      return ((body.results ?? body.metadata).problems as { message: string; suggestion?: string }[]).filter(({ message }) =>
        message.includes('role'),
      )
    }
    expect(await granted('librarian')).toEqual([])
    expect(await granted('libarian')).toMatchObject([{ severity: 'error', suggestion: 'librarian' }])
  })

  it.each([
    ['an enum', { enum: ['1.0', 'x'] }, '/enum/1'],
    ['a const', { const: 'x' }, '/const'],
    ['a default', { default: 'x' }, '/default'],
    ['a bound', { formatMinimum: 'x' }, '/formatMinimum'],
  ])('names the place of %s that is no decimal number', async (_, more, place) => {
    const documents = library()
    const book = documents['entities/book.json'] as { schema: { properties: object } }
    const properties = { ...book.schema.properties, price: { type: 'string', format: 'decimal', title: 'Price', ...more } }
    const { status, body } = await publish({ ...documents, 'entities/book.json': { ...book, schema: { ...book.schema, properties } } })
    expect(status).toBe(422)
    expect(body.metadata.problems).toContainEqual(
      expect.objectContaining({ severity: 'error', file: 'entities/book.json', pointer: `/schema/properties/price${place}` }),
    )
  })

  it('makes what is published serve at the next call, without a restart', async () => {
    expect((await server.get('library-shelf', {}, { token: tokens.administrator })).status).toBe(404)
    const before = await publication()
    const { status, body } = await publish(library(), { note: 'first' })
    expect(body.results).toMatchObject({ module: 'library', version: 1, changed: true })
    expect(status).toBe(200)
    expect(body.metadata.publication).toBe(before + 1)
    expect(await server.get('library-shelf', {}, { token: tokens.administrator })).toMatchObject({ status: 200, body: { results: [] } })
    expect(await publication()).toBe(before + 1)
  })

  it('does nothing when the documents are current already', async () => {
    const before = await publication()
    expect((await publish(library())).body.results).toMatchObject({ version: 1, changed: false })
    expect(await publication()).toBe(before)
  })

  it('changes nothing when one document is wrong, and says where', async () => {
    const before = [await publication(), await tables()]
    const grid = '{\n  "entity": "book",\n  "columns": ["title", "pages"]\n}\n'
    const { status, body } = await publish(
      library({
        'grids/books.json': grid,
        'entities/shelf.json': { name: 'shelf', title: 'Shelf', schema: { type: 'object', properties: { name: { type: 'string' } } } },
      }),
    )
    expect(status).toBe(422)
    expect(body.metadata.problems).toContainEqual(
      expect.objectContaining({ severity: 'error', file: 'grids/books.json', line: 3, pointer: '/columns/1' }),
    )
    expect(body.errors['grids/books.json']).toBeDefined()
    expect([await publication(), await tables()]).toEqual(before)
  })

  it.each([
    ['no JSON', { 'grids/books.json': '{' }],
    ['an unknown property', { 'module.json': { name: 'library', title: 'Library', version: '1.0.0', colour: 'red' } }],
    ['another name', { 'module.json': { name: 'books', title: 'Library', version: '1.0.0' } }],
    ['a name that is taken', { 'screens/login.json': { name: 'auth-login', path: 'library/login', body: [] } }],
    ['a path outside', { '../x.json': {} }],
    ['no module.json', { 'module.json': undefined }],
    ['an endpoint nobody executes', { 'endpoints.json': { endpoints: [{ name: 'library-magic', method: 'POST' }] } }],
  ])('refuses %s', async (_, change) => {
    const before = await publication()
    const { status, body } = await publish(library(change))
    expect(status).toBe(422)
    expect(body.metadata.problems.length).toBeGreaterThan(0)
    expect(await publication()).toBe(before)
  })

  it('keeps records, and adds the column of a newer version', async () => {
    const { body } = await server.post('save', { model: 'book', data: { title: 'Divan' } }, { token: tokens.administrator })
    const entity = library()['entities/book.json'] as { schema: { properties: object } }
    const wider = {
      ...entity,
      schema: { ...entity.schema, properties: { ...entity.schema.properties, pages: { type: ['integer', 'null'] } } },
    }
    const messages = (locale: string, label: string) => ({
      ...(library()[`locales/${locale}.json`] as object),
      'entities.book.pages': label,
    })
    expect(
      (
        await publish(
          library({ 'entities/book.json': wider, 'locales/fa.json': messages('fa', 'صفحه'), 'locales/en.json': messages('en', 'Pages') }),
        )
      ).body.results,
    ).toMatchObject({ version: 2 })
    const saved = await server.post(
      'save',
      { model: 'book', id: body.results.id, version: body.results.version, data: { pages: 120 } },
      { token: tokens.administrator },
    )
    expect(saved.body.results).toMatchObject({ title: 'Divan', pages: 120 })
  })

  it('says where the documents do not fit what is stored, in their own words', async () => {
    const ids = []
    for (const title of ['Twice', 'Twice'])
      ids.push((await server.post('save', { model: 'book', data: { title } }, { token: tokens.administrator })).body.results.id as number)
    const entity = (title: object, storage: object) =>
      JSON.stringify(
        {
          ...(library()['entities/book.json'] as object),
          schema: { type: 'object', required: ['title'], properties: { title, lent_to: { type: ['string', 'null'] } } },
          storage,
        },
        null,
        2,
      )
    const retyped = entity({ type: 'integer' }, {})
    const line = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length
    expect((await publish(library({ 'entities/book.json': retyped }))).body.metadata.problems).toEqual([
      expect.objectContaining({
        file: 'entities/book.json',
        line: line(retyped, '"title": {'),
        column: 7,
        pointer: '/schema/properties/title',
        message: expect.stringContaining('title: was a string and cannot become an integer'),
      }),
    ])
    const unique = entity({ type: 'string' }, { search: ['title'], unique: [['title']] })
    expect((await publish(library({ 'entities/book.json': unique }))).body.metadata.problems).toEqual([
      expect.objectContaining({
        line: line(unique, '"unique"') + 1,
        pointer: '/storage/unique/0',
        message: expect.stringContaining('title: stored records share values'),
      }),
    ])
    for (const id of ids) await server.delete('trash', { model: 'book', id }, { token: tokens.administrator })
  })

  it('rolls back to the version before as a new publication, and forward again', async () => {
    const before = await publication()
    const back = await server.post('publish-rollback', { module: 'library', note: 'too wide' }, { token: tokens.developer })
    expect(back.body.results).toMatchObject({ version: 1, publication: before + 1, changed: true })
    expect((await server.get('single', { model: 'book', id: 1 }, { token: tokens.administrator })).body.results).toMatchObject({
      title: 'Divan',
    })
    expect(
      (await server.post('publish-rollback', { module: 'library', version: 2 }, { token: tokens.developer })).body.results.version,
    ).toBe(2)
    expect((await server.get('single', { model: 'book', id: 1 }, { token: tokens.administrator })).body.results.pages).toBe(120)
    expect((await server.post('publish-rollback', { module: 'library', version: 9 }, { token: tokens.developer })).status).toBe(404)
    expect((await server.post('publish-rollback', { module: 'nothing' }, { token: tokens.developer })).status).toBe(404)
  })

  it('lists versions, newest first, and gives their documents back', async () => {
    const { body } = await server.get('publish-versions', { module: 'library' }, { token: tokens.developer })
    expect(
      body.results.map(({ version, is_current, author, note }: Record<string, unknown>) => [version, is_current, author, note]),
    ).toEqual([
      [2, true, 'developer', ''],
      [1, false, 'developer', 'first'],
    ])
    const fetched = await server.get('publish-fetch', { module: 'library', version: 1 }, { token: tokens.developer })
    expect(JSON.parse(fetched.body.results.documents['module.json'])).toEqual(library()['module.json'])
  })

  it('serves an operation under the permission that its endpoint names, with its precondition', async () => {
    const staff = await server.signIn('staff')
    const lend = (reader: string) => server.post('library-lend', { id: 1, reader }, { token: staff })
    expect((await server.get('library-shelf', {}, { token: staff })).status).toBe(403)
    expect((await lend('Hafez')).body.results).toMatchObject({ lent_to: 'Hafez' })
    expect(await lend('Saadi')).toMatchObject({ status: 409, body: { errorCode: 'precondition-failed' } })
    expect((await server.post('library-lend', { id: 999, reader: 'x' }, { token: staff })).status).toBe(404)
    const grid = await server.get('library-books', { page: 1, page_size: 5 }, { token: tokens.administrator })
    expect(grid.body.results).toMatchObject([{ title: 'Divan', lent_to: 'Hafez' }])
    expect((await server.get('library-books', { colour: 'red' }, { token: tokens.administrator })).status).toBe(422)
  })

  it('lets two publications at once follow each other', async () => {
    const titled = (title: string) => library({ 'module.json': { ...(library()['module.json'] as object), title } })
    const before = await publication()
    const replies = await Promise.all(['One', 'Two', 'Three'].map((title) => publish(titled(title))))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.results.version)).size).toBe(3)
    expect(await publication()).toBe(before + 3)
    expect(
      (await server.get('publish-versions', { module: 'library' }, { token: tokens.developer })).body.results.filter(
        (version: { is_current: boolean }) => version.is_current,
      ),
    ).toHaveLength(1)
  })

  it('publishes nothing over a version that came meanwhile, for one who names what he went on from', async () => {
    const titled = (title: string) => library({ 'module.json': { ...(library()['module.json'] as object), title } })
    const base = (await publish(titled('Base'))).body.results.version as number
    const replies = await Promise.all(['Left', 'Right'].map((title) => publish(titled(title), { based_on: base })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [first, second] = [replies.find(({ status }) => status === 200)!, replies.find(({ status }) => status === 409)!]
    expect(second.body).toMatchObject({
      errorCode: 'stale-version',
      metadata: { current: { version: base + 1, author: 'developer' }, base },
    })
    expect(second.body.userMessage).toContain('developer')
    const title = replies[0] === first ? 'Left' : 'Right'
    expect((await publish(titled(title), { based_on: base })).body.results).toMatchObject({ version: base + 1, changed: false })
    expect((await publish(titled('Mine'), { based_on: null })).status).toBe(409)
    expect((await publish(titled('Mine'), { based_on: base, dry_run: true })).status).toBe(409)
    expect((await publish(titled('Mine'), { based_on: base + 1 })).status).toBe(200)
  })

  it('keeps what the gate found with the publication that it was asked for', async () => {
    const documents = library()
    const gated = { ...documents, 'module.json': { ...(documents['module.json'] as object), version: '1.0.1' } }
    const report = gateReport.examples[0]!
    const refused = await publish(gated, { gate: { ...report, surfaces: [{ id: 'library-books' }] } })
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, expect.arrayContaining(['gate.surfaces.0.kind'])])
    const number = (await publish(gated, { gate: report })).body.results.publication as number
    const read = (name: string, params: object) => server.get(name, params as Record<string, string>, { token: tokens.developer })
    const [newest, older] = (await read('publish-history', { module: 'library' })).body.results as { gate: object | null }[]
    expect([newest!.gate, older!.gate]).toEqual([{ differences: 2, failures: 0 }, null])
    expect((await read('publish-gate', { publication: number })).body.results).toEqual(report)
    expect((await read('publish-gate', { publication: number - 1 })).status).toBe(404)
    expect((await server.get('publish-gate', { publication: number }, { token: tokens.administrator })).status).toBe(403)
  })

  it('is noticed by another process at its next call', async () => {
    const other = await buildApp({ config: server.config, database: server.database, features })
    const seen = async () =>
      (JSON.parse((await other.inject('/api/v1/login-configs')).body) as { metadata: { publication: number } }).metadata.publication
    const before = await seen()
    await publish(library({ 'module.json': { ...(library()['module.json'] as object), version: '2.0.0' } }))
    expect(await seen()).toBe(before + 1)
    await other.close()
  })

  it('takes a module away without its data, unless another one needs it', async () => {
    const remove = (module: string) => server.post('publish-remove', { module, note: 'no longer lent' }, { token: tokens.developer })
    expect((await server.post('publish-remove', { module: 'library' }, { token: tokens.administrator })).status).toBe(403)
    expect((await remove('nonesuch')).status).toBe(404)
    expect((await remove('library')).body.results).toMatchObject({ version: null, changed: true })
    expect((await server.get('library-shelf', {}, { token: tokens.administrator })).status).toBe(404)
    expect((await server.get('publish-versions', { module: 'library' }, { token: tokens.developer })).body.results).not.toContainEqual(
      expect.objectContaining({ is_current: true }),
    )
    expect(
      await server.database.read((trx) =>
        trx.selectFrom('pishkhan.publications').select(['module', 'action', 'author', 'note']).orderBy('number', 'desc').limit(1).execute(),
      ),
    ).toEqual([{ module: 'library', action: 'remove', author: 'developer', note: 'no longer lent' }])
    expect(await tables()).toContain('book')
    await publish(library())
    expect((await server.get('single', { model: 'book', id: 1 }, { token: tokens.administrator })).body.results).toMatchObject({
      title: 'Divan',
    })
  })

  it('brings a module that was taken away back by rollback, at its last version', async () => {
    const last = (
      (await server.get('publish-versions', { module: 'library' }, { token: tokens.developer })).body.results as { version: number }[]
    )[0]!
    await server.post('publish-remove', { module: 'library' }, { token: tokens.developer })
    expect((await server.post('publish-rollback', { module: 'library' }, { token: tokens.developer })).body.results).toMatchObject({
      version: last.version,
      changed: true,
    })
    expect((await server.get('single', { model: 'book', id: 1 }, { token: tokens.administrator })).body.results).toMatchObject({
      title: 'Divan',
    })
  })

  it.each([
    ['persons', 'module.json', 'the panel cannot do without "persons"'],
    ['uploads', 'commenting/', 'without "uploads"'],
  ])('does not take %s away, which others use', async (module, file, message) => {
    const { status, body } = await server.post('publish-remove', { module }, { token: tokens.developer })
    expect(status).toBe(422)
    const [problem] = body.metadata.problems as { file: string; message: string }[]
    expect(problem).toMatchObject({ file: expect.stringContaining(file) as string, message: expect.stringContaining(message) as string })
  })

  it('does not take a module away that another one requires', async () => {
    const documents = library()
    const reading = { 'module.json': { name: 'reading', title: 'Reading', version: '1.0.0', requires: ['library'] } }
    await publish(documents)
    expect((await server.post('publish', { module: 'reading', documents: reading }, { token: tokens.developer })).status).toBe(200)
    const { status, body } = await server.post('publish-remove', { module: 'library' }, { token: tokens.developer })
    expect(status).toBe(422)
    expect(body.metadata.problems).toContainEqual(
      expect.objectContaining({
        file: 'reading/module.json',
        pointer: '/requires/0',
        message: expect.stringContaining('"library"') as string,
      }),
    )
    await server.post('publish-remove', { module: 'reading' }, { token: tokens.developer })
    expect((await server.post('publish-remove', { module: 'library' }, { token: tokens.developer })).status).toBe(200)
  })

  it('refuses 3,000 fields in the documents, and takes 500', async () => {
    const wide = (count: number) =>
      library({
        'entities/wide.json': {
          name: 'wide',
          title: 'Wide',
          display: '{f0}',
          schema: {
            type: 'object',
            properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string', title: 'F' }])),
          },
          access: { read: 'library.read', write: 'library.write' },
        },
        'locales/en.json': {
          ...(library()['locales/en.json'] as object),
          ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`entities.wide.f${index}`, 'F'])),
        },
        'locales/fa.json': {
          ...(library()['locales/fa.json'] as object),
          ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`entities.wide.f${index}`, 'ف'])),
        },
      })
    const refused = await publish(wide(3000))
    expect(refused.status).toBe(422)
    expect(refused.body.metadata.problems).toMatchObject([{ file: 'entities/wide.json', pointer: '/schema/properties' }])
    expect((await publish(wide(500))).status).toBe(200)
    const made = await server.post('save', { model: 'wide', data: { f0: 'a', f499: 'z' } }, { token: tokens.administrator })
    expect(made.body.results).toMatchObject({ f0: 'a', f499: 'z' })
    expect((await server.get('list', { model: 'wide' }, { token: tokens.administrator })).body.results).toHaveLength(1)
  })
})
