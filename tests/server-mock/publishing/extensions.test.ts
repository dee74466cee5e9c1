import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { importForm } from '#tests/server-mock/panel/import-form.ts'
import { declared, systemCaller, trusted, type ModelOptions } from '#server/model/context.ts'
import { readRecord, writeRecord } from '#server/model/model.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { hiring } from './hiring.ts'
import { library } from './library.ts'

interface Named {
  key: string
  title?: string
  id?: string
}
interface Problem {
  severity: string
  file: string
  pointer: string
  message: string
  suggestion?: string
}

describe.each(databaseKinds)('extending a module of the product on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer', 'staff', 'operator'], { kind, seed: ['jobs'] })
  const as = (role: keyof typeof tokens) => ({ token: tokens[role], headers: { 'x-locale': 'en' } })
  const publish = (module: string, documents: Record<string, unknown>, more: object = {}) =>
    server.post('publish', { module, documents, ...more }, as('developer'))
  const seeker = async (role: keyof typeof tokens, id = 1) =>
    (await server.get('single', { model: 'job_seeker', id }, as(role))).body.results
  const save = async (role: keyof typeof tokens, data: object, id = 1) => {
    const { version } = await seeker(role, id)
    return server.post('save', { model: 'job_seeker', id, version, data }, as(role))
  }
  const list = (role: keyof typeof tokens, query: object = {}) =>
    server.get('grid', { module: 'jobs', class: 'job_seeker', part: 'list', page_size: 100, ...query }, as(role))
  const shape = async (role: keyof typeof tokens) => {
    const { columns, filters, tabs, row } = (await list(role)).body.metadata.grid as Record<string, Named[]>
    const keys = (named: Named[] | undefined) => named!.map(({ key, id }) => key ?? id)
    return { columns: keys(columns), filters: keys(filters), tabs: keys(tabs), row: keys(row) }
  }
  const stored = (id = 1) =>
    server.database.read(
      async (trx) =>
        (await sql<{ hiring__score: number | null }>`select hiring__score from data.job_seeker where id = ${id}`.execute(trx)).rows[0]!
          .hiring__score,
    )
  const jobs = async () =>
    Object.fromEntries(
      Object.entries(
        (await server.get('publish-fetch', { module: 'jobs' }, as('developer'))).body.results.documents as Record<string, string>,
      ).map(([path, text]) => [path, JSON.parse(text) as Record<string, unknown>]),
    )

  it('adds columns, filters, tabs and actions in their places', async () => {
    const before = await shape('staff')
    const { status, body } = await publish('hiring', hiring())
    expect([status, body.results?.problems ?? body]).toEqual([
      200,
      [expect.objectContaining({ message: expect.stringContaining('there are no texts for') as string })],
    ])
    const after = await shape('staff')
    expect(after.columns).toEqual(['name', 'status', 'hiring__score', ...before.columns.slice(2)])
    expect(after.filters).toEqual(['hiring__source', 'hiring__score', ...before.filters])
    expect(after.tabs).toEqual(['all', 'new', 'reviewing', 'interview', 'accepted', 'friends', 'rejected', 'trashed'])
    expect(after.row).toEqual(before.row.flatMap((id) => (id === 'trash' ? ['hiring-rate', 'trash'] : [id])))
    const { columns, filters, tabs } = (await list('staff')).body.metadata.grid as Record<string, (Named & { options?: object[] })[]>
    expect(columns!.find(({ key }) => key === 'hiring__score')!.title).toBe('Score')
    expect(tabs!.find(({ key }) => key === 'friends')!.title).toBe('By friends')
    expect(filters!.find(({ key }) => key === 'hiring__source')!.options).toEqual([
      { value: 'site', title: 'Our site' },
      { value: 'friend', title: 'A friend' },
    ])
  })

  it('adds blocks and forms to screens, and entries to the menu', async () => {
    const screen = JSON.stringify((await server.get('screen', { name: 'jobs-seeker-details' }, as('staff'))).body.results)
    expect(screen).toContain('"title":"Hiring"')
    expect(screen).toContain('"hiring__interviewer_id"')
    const menu = (await server.get('layout', {}, as('staff'))).body.results.sidebar as {
      id: string
      children?: { id: string; label: string }[]
    }[]
    expect(menu.find(({ id }) => id === 'jobs')!.children!.at(-1)).toMatchObject({ id: 'hiring-friends', label: 'By friends' })
  })

  it('saves and reads its properties as those of the record, under its rules and its version', async () => {
    const { version } = await seeker('staff')
    expect((await save('staff', { hiring__score: 101 })).body.errors).toHaveProperty('hiring__score')
    expect((await save('staff', { hiring__score: 88, hiring__source: 'friend', hiring__interviewer_id: 1 })).status).toBe(200)
    expect(await seeker('staff')).toMatchObject({
      version: version + 1,
      hiring__score: 88,
      hiring__source: 'friend',
      hiring__interviewer_id: 1,
    })
    expect(await stored()).toBe(88)
    expect((await list('staff', { where: 'hiring__score:between(80,90)' })).body.results).toMatchObject([{ id: 1, hiring__score: 88 }])
    expect((await list('staff', { tab: 'friends' })).body.results.map(({ id }: { id: number }) => id)).toEqual([1])
    expect((await list('staff', { sort: 'hiring__score', order: 'desc' })).body.results[0]).toMatchObject({ id: 1 })
  })

  it('lets who may only read them read them, and refuses the change', async () => {
    expect(await seeker('operator')).toMatchObject({ hiring__score: 88 })
    expect(await save('operator', { hiring__score: 1 })).toMatchObject({
      status: 403,
      body: { errors: { hiring__score: expect.anything() as unknown } },
    })
    expect((await save('operator', { city: 'Tabriz', hiring__score: 88 })).status).toBe(200)
    expect(await stored()).toBe(88)
  })

  it('tells their changes in the history', async () => {
    const changes = (await server.get('timeline', { model: 'job_seeker', id: 1 }, as('staff'))).body.results as {
      changes?: { field: string; label: string }[]
    }[]
    expect(changes.flatMap((entry) => entry.changes ?? [])).toContainEqual(
      expect.objectContaining({ field: 'hiring__score', label: 'Score' }),
    )
  })

  it('takes them along in exports', async () => {
    const { payload } = await server.app.inject({
      method: 'POST',
      url: '/api/v1/grid-export',
      headers: { authorization: `Bearer ${tokens.staff}`, 'x-locale': 'en', 'content-type': 'application/json' },
      payload: JSON.stringify({
        grid: 'jobs/job_seeker/list',
        format: 'csv',
        rows: 'all',
        query: { tab: 'friends' },
        columns: ['name', 'hiring__score'],
      }),
    })
    expect(payload).toMatch(/Score[^]*88/)
  })

  it('shows no trace of them to who may not read them', async () => {
    const module = hiring()['module.json'] as Record<string, unknown>
    const grants = { staff: ['hiring.read', 'hiring.write'] }
    expect((await publish('hiring', hiring({ 'module.json': { ...module, grants } }))).status).toBe(200)
    expect(JSON.stringify(await seeker('operator'))).not.toContain('hiring')
    const { body } = await list('operator')
    expect(JSON.stringify(body.results)).not.toContain('hiring')
    const { columns, filters, tabs, row } = body.metadata.grid as Record<string, Named[]>
    expect(JSON.stringify([columns, filters, row])).not.toContain('hiring')
    expect(tabs!.map(({ key }) => key)).not.toContain('friends')
    expect((await list('operator', { tab: 'friends' })).status).toBe(422)
    expect(JSON.stringify((await server.get('timeline', { model: 'job_seeker', id: 1 }, as('operator'))).body.results)).not.toContain(
      'hiring',
    )
    expect((await list('operator', { sort: 'hiring__score', order: 'desc' })).status).not.toBe(500)
    expect((await save('operator', { hiring__score: 5 })).status).toBe(403)
    expect((await save('operator', { city: 'Shiraz' })).status).toBe(200)
    expect(await stored()).toBe(88)
  })

  it('holds their permission in code of the extended module as well, which knows nothing of them', async () => {
    await server.database.transaction(async (trx) => {
      const registry = await createRegistries(server.config).current(trx)
      const context = { trx, registry, caller: systemCaller('en'), now: new Date(), config: server.config }
      expect(await readRecord(context, 'job_seeker', 1, trusted)).not.toHaveProperty('hiring__score')
      const write = (options: ModelOptions) => writeRecord(context, 'job_seeker', { id: 1, data: { hiring__score: 87 } }, options)
      await expect(write(trusted)).rejects.toMatchObject({ code: 'permission-denied' })
      expect(await write(declared)).not.toHaveProperty('hiring__score')
    })
    expect(await stored()).toBe(87)
    expect((await save('staff', { hiring__score: 88 })).status).toBe(200)
  })

  it('is shown by the live editor as part of the document that it extends', async () => {
    const list = hiring()['extensions/list.json'] as object
    const tried = await server.post(
      'publish-try',
      {
        module: 'hiring',
        path: 'extensions/list.json',
        text: JSON.stringify({ ...list, columns: [{ before: 'name', add: ['hiring__score'] }] }),
      },
      as('developer'),
    )
    expect(tried.body.results).toMatchObject({ kind: 'grid', problems: [] })
    expect(tried.body.results.answer.metadata.grid.columns[0].key).toBe('hiring__score')
    const wrong = await server.post(
      'publish-try',
      {
        module: 'hiring',
        path: 'extensions/list.json',
        text: JSON.stringify({ ...list, columns: [{ after: 'staus', add: ['hiring__score'] }] }),
      },
      as('developer'),
    )
    expect(wrong.body.results).toMatchObject({ answer: null, problems: [{ pointer: '/columns/0/after', suggestion: 'status' }] })
  })

  it('holds when the extended module is updated', async () => {
    const documents = await jobs()
    const grid = documents['grids/list.json']!
    const next = { ...documents, 'grids/list.json': { ...grid, page_size: 30 } }
    expect((await publish('jobs', next)).body.results.problems.filter(({ file }: Problem) => file.includes('extensions/'))).toEqual([])
    expect((await shape('staff')).columns[2]).toBe('hiring__score')
    expect(await seeker('staff')).toMatchObject({ hiring__score: 88 })
  })

  it('tells whoever takes an anchor away which extension loses what, and keeps the part at the end', async () => {
    const documents = await jobs()
    const grid = documents['grids/list.json'] as { columns: { key: string }[] }
    const next = { ...documents, 'grids/list.json': { ...grid, columns: grid.columns.filter(({ key }) => key !== 'status') } }
    const { body } = await publish('jobs', next)
    expect(body.results.problems.filter(({ file }: Problem) => file.includes('extensions/'))).toMatchObject([
      {
        severity: 'warning',
        file: 'hiring/extensions/list.json',
        pointer: '/columns/0/after',
        message: 'there is no column "status" to stand after: what is added stands at the end from now on',
        allowed: expect.arrayContaining(['name', 'education']) as string[],
      },
    ])
    expect((await shape('staff')).columns.at(-1)).toBe('hiring__score')
    expect((await server.post('publish-rollback', { module: 'jobs' }, as('developer'))).status).toBe(200)
    expect((await shape('staff')).columns[2]).toBe('hiring__score')
  })

  it('goes with its module, whose columns stay and are not shown, and comes back with it', async () => {
    expect((await server.post('publish-remove', { module: 'hiring' }, as('developer'))).status).toBe(200)
    const { columns, filters, tabs, row } = await shape('staff')
    expect(JSON.stringify([columns, filters, tabs, row, await seeker('staff')])).not.toContain('hiring')
    expect(JSON.stringify((await server.get('timeline', { model: 'job_seeker', id: 1 }, as('staff'))).body.results)).not.toContain('hiring')
    expect(await stored()).toBe(88)
    expect((await save('staff', { city: 'Yazd' })).status).toBe(200)
    expect((await save('staff', { hiring__score: 7 })).body.errors).toHaveProperty('hiring__score')
    expect((await publish('hiring', hiring())).status).toBe(200)
    expect(await seeker('staff')).toMatchObject({ hiring__score: 88, city: 'Yazd' })
  })

  it('does not let the extended module go', async () => {
    const { status, body } = await server.post('publish-remove', { module: 'jobs' }, as('developer'))
    expect(status).toBe(422)
    expect(body.metadata.problems.map(({ file }: Problem) => file)).toContain('hiring/module.json')
  })

  it('names a property whose type cannot change, in the file that says it', async () => {
    const seekers = hiring()['extensions/seeker.json'] as { properties: object }
    const changed = { ...seekers, properties: { ...seekers.properties, hiring__score: { type: 'string' } } }
    const { status, body } = await publish('hiring', hiring({ 'extensions/seeker.json': changed }))
    expect(status).toBe(422)
    expect(body.metadata.problems).toMatchObject([
      { severity: 'error', file: 'extensions/seeker.json', pointer: '/properties/hiring__score' },
    ])
    const converted = { ...changed, converted: ['hiring__score'] }
    expect((await publish('hiring', hiring({ 'extensions/seeker.json': converted }))).status).toBe(200)
    expect(await seeker('staff')).toMatchObject({ hiring__score: '88' })
  })
})

describe.each(databaseKinds)('extending a module of somebody else on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer'], { kind, env: { LOCALES: 'en,fa' } })
  const as = () => ({ token: tokens.developer, headers: { 'x-locale': 'en' } })
  const publish = (module: string, documents: Record<string, unknown>, more: object = {}) =>
    server.post('publish', { module, documents, ...more }, as())
  const book = library()['entities/book.json'] as { schema: { properties: Record<string, object> } }
  const base = (changes: Record<string, unknown> = {}) =>
    library({
      'grids/books.json': {
        entity: 'book',
        columns: ['title', 'lent_to'],
        tabs: [{ key: 'all' }],
        import: { fields: ['title'], key: 'title' },
      },
      ...changes,
    })
  const club = (changes: Record<string, unknown> = {}) => ({
    'module.json': { name: 'club', title: 'Club', version: '1.0.0', requires: ['library'], permissions: ['club.use'] },
    'extensions/book.json': {
      extends: 'library/entities/book',
      access: { read: 'club.use' },
      properties: { club__stars: { type: ['integer', 'null'], title: 'Stars' } },
    },
    'extensions/books.json': {
      extends: 'library/grids/books',
      columns: [{ after: 'title', add: ['club__stars'] }],
      tabs: [{ add: [{ key: 'mine', title: 'Mine', where: { lent_to: 'me' } }] }],
      import: ['club__stars'],
    },
    'locales/en.json': { 'entities.book.club__stars': 'Stars' },
    'locales/fa.json': { 'entities.book.club__stars': 'ستاره' },
    ...changes,
  })
  const extensionProblems = (body: { results?: { problems: Problem[] }; metadata?: { problems: Problem[] } }): Problem[] =>
    (body.results ?? body.metadata)!.problems.filter(({ file }) => file.startsWith('club/'))

  it('imports its properties into a list that names its fields', async () => {
    expect((await publish('library', base())).status).toBe(200)
    expect((await publish('club', club())).body).toMatchObject({ results: { version: 1 } })
    const form = importForm('Title,Stars\nEmma,4\n', 'library/book/books')
    const opened = await server.inject({
      method: 'POST',
      url: '/api/v1/grid-import-open',
      ...form,
      headers: { authorization: `Bearer ${tokens.developer}`, 'x-locale': 'en', ...form.headers },
    })
    const run = { import: opened.body.results.import as string, mapping: { title: 0, club__stars: 1 }, mode: 'create' }
    expect((await server.post('grid-import-run', run, as())).status).toBe(200)
    await expect
      .poll(async () => (await server.get('list', { model: 'book' }, as())).body.results as unknown[], { timeout: 20_000 })
      .toMatchObject([{ title: 'Emma' }])
    expect((await server.get('single', { model: 'book', id: 1 }, as())).body.results).toMatchObject({ title: 'Emma', club__stars: 4 })
  })

  it('refuses a version of the extended module that leaves an extension nothing to stand on', async () => {
    const { 'grids/books.json': _, ...withoutGrid } = base({ 'endpoints.json': { endpoints: [] } })
    const gone = await publish('library', withoutGrid)
    expect(gone.status).toBe(422)
    expect(extensionProblems(gone.body)).toMatchObject([
      { severity: 'error', file: 'club/extensions/books.json', pointer: '/extends', message: 'the module "library" has no grid "books"' },
    ])
    const { lent_to: __, ...properties } = book.schema.properties
    const field = await publish(
      'library',
      base({
        'entities/book.json': { ...book, schema: { ...book.schema, properties } },
        'grids/books.json': { entity: 'book', columns: ['title'], tabs: [{ key: 'all' }], import: { fields: ['title'], key: 'title' } },
        'endpoints.json': { endpoints: [] },
      }),
    )
    expect(field.status).toBe(422)
    expect(extensionProblems(field.body)).toMatchObject([
      { severity: 'error', file: 'club/extensions/books.json', pointer: '/tabs/0/add/0/where/lent_to' },
    ])
  })

  it('leaves out what the extended module now has itself, and says so', async () => {
    const grid = { ...(base()['grids/books.json'] as object), tabs: [{ key: 'all' }, { key: 'mine', title: 'All mine' }] }
    const { status, body } = await publish('library', base({ 'grids/books.json': grid }), { dry_run: true })
    expect(status).toBe(200)
    expect(extensionProblems(body)).toMatchObject([
      {
        severity: 'warning',
        pointer: '/tabs/0/add/0',
        message: 'the tab "mine" is there already: that of the extension is left out from now on',
      },
    ])
  })
})
