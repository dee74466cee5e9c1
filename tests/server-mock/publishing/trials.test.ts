import { describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { features } from '#server/features/index.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { library } from './library.ts'

const titled = (title: string, changes: Record<string, unknown> = {}) =>
  library({ 'screens/desk.json': { name: 'library-desk', path: 'library/desk', title, body: [{ text: title }] }, ...changes })

describe.each(databaseKinds)('on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer', 'administrator', 'editor', 'staff'], { kind, env: { LOCALES: 'fa,en' } })

  const publish = (documents: Record<string, unknown>, more: Record<string, unknown> = {}, token = tokens.developer) =>
    server.post('publish', { module: 'library', documents, ...more }, { token, headers: { 'x-locale': 'en' } })
  const end = (how: 'finish' | 'end') => server.post(`publish-trial-${how}`, { module: 'library' }, { token: tokens.developer })
  const screen = (user: keyof typeof tokens, edition?: string) =>
    server.get('screen', { name: 'library-desk' }, { token: tokens[user], headers: edition === undefined ? {} : { 'x-edition': edition } })
  const titleFor = async (user: keyof typeof tokens, edition?: string) => (await screen(user, edition)).body.results.title as string
  const trials = async () => (await server.get('publish-trials', {}, { token: tokens.developer })).body.results
  const everybodySees = async (title: string) => {
    for (const user of ['editor', 'staff', 'administrator'] as const) expect(await titleFor(user)).toBe(title)
  }

  it('refuses a trial of a module that is not published', async () => {
    const { status, body } = await publish(titled('New'), { trial: { share: 10 } })
    expect(status).toBe(422)
    expect(body.userMessage).toContain('library has no current version')
  })

  it('shows a version to one role, and the current one to everybody else', async () => {
    expect((await publish(titled('Old'))).status).toBe(200)
    const { status, body } = await publish(titled('New'), { trial: { role: 'editor' }, note: 'a new desk' })
    expect(status).toBe(200)
    expect(body.results).toMatchObject({ version: 1, trial: { version: 2 } })
    expect(await titleFor('editor')).toBe('New')
    expect(await titleFor('staff')).toBe('Old')
    expect(await titleFor('administrator')).toBe('Old')
    expect(await trials()).toMatchObject([
      { module: 'library', status: 'running', version: 2, base_version: 1, role: 'editor', note: 'a new desk' },
    ])
  })

  it('says to each caller which documents are the newest for him', async () => {
    const edition = async (user: keyof typeof tokens) => (await screen(user)).body.metadata.edition as string
    const [inside, outside] = [await edition('editor'), await edition('staff')]
    expect(inside).toMatch(new RegExp(`^${outside}\\+\\d+$`))
    const refused = await server.get('screen', { name: 'no-such-screen' }, { token: tokens.editor })
    expect(refused).toMatchObject({ status: 404, body: { metadata: { edition: inside } } })
  })

  it('keeps the documents with which a page began', async () => {
    const outside = (await screen('staff')).body.metadata.edition as string
    const inside = (await screen('editor')).body.metadata.edition as string
    expect(await titleFor('editor', outside)).toBe('Old')
    expect(await titleFor('editor', inside)).toBe('New')
    // Nobody gets into a trial by asking for it.
    expect(await titleFor('staff', inside)).toBe('Old')
    expect(await titleFor('editor', 'nonsense')).toBe('New')
  })

  it.each([
    ['a second trial', { trial: { share: 20 } }, 'still being tried (role:editor)'],
    ['a publication for everybody', {}, 'still being tried'],
  ])('refuses %s while one runs, and says what to do', async (_, more, sentence) => {
    const { status, body } = await publish(titled('Newer'), more)
    expect(status).toBe(422)
    expect(body.userMessage).toContain(sentence)
  })

  it('refuses to take the module away, or back, under a trial', async () => {
    for (const name of ['publish-remove', 'publish-rollback'])
      expect((await server.post(name, { module: 'library' }, { token: tokens.developer })).status).not.toBe(200)
    expect(await titleFor('editor')).toBe('New')
  })

  it('counts the calls of both versions', async () => {
    const [before] = await trials()
    await screen('editor')
    await screen('staff')
    await server.get('grid', { module: 'library', class: 'none', part: 'none' }, { token: tokens.editor })
    const [after] = await trials()
    expect(after.tried.calls - before.tried.calls).toBe(2)
    expect(after.tried.client_errors - before.tried.client_errors).toBe(1)
    expect(after.current.calls - before.current.calls).toBe(1)
    expect(after.current.p95_ms).toBeGreaterThan(0)
    const report = await server.post('panel-fault', { module: 'library' }, { token: tokens.editor })
    expect(report.body.results).toEqual({ counted: true })
    expect((await server.post('panel-fault', { module: 'persons' }, { token: tokens.editor })).body.results).toEqual({ counted: false })
    expect((await trials())[0].tried.panel_errors - after.tried.panel_errors).toBe(1)
  })

  it('takes a version back, and a page that began with it may keep it until it is left', async () => {
    const inside = (await screen('editor')).body.metadata.edition as string
    expect((await end('end')).status).toBe(200)
    await everybodySees('Old')
    expect(await titleFor('editor', inside)).toBe('New')
    expect(await titleFor('staff', inside)).toBe('Old')
    expect((await trials())[0]).toMatchObject({ status: 'ended' })
    expect((await end('end')).body.errors.trial).toBeDefined()
  })

  it('publishes what was tried for everybody', async () => {
    await publish(titled('New'), { trial: { users: ['staff', 'staff'] } })
    expect(await titleFor('staff')).toBe('New')
    expect(await titleFor('editor')).toBe('Old')
    const inside = (await screen('staff')).body.metadata.edition as string
    const outside = (await screen('editor')).body.metadata.edition as string
    expect((await end('finish')).body.results).toMatchObject({ module: 'library', version: 3 })
    await everybodySees('New')
    expect((await screen('staff')).body.metadata.edition).toBe(inside)
    expect(await titleFor('editor', outside)).toBe('Old')
    const history = await server.get('publish-history', { module: 'library' }, { token: tokens.developer })
    expect(history.body.results.map(({ action, version }: { action: string; version: number }) => [action, version])).toEqual([
      ['trial-finish', 3],
      ['trial', 3],
      ['trial-end', 2],
      ['trial', 2],
      ['publish', 1],
    ])
    const diff = await server.get('publish-diff', { module: 'library', from: 1, to: 3 }, { token: tokens.developer })
    expect(diff.body.results.files).toEqual([{ path: 'screens/desk.json', change: 'changed' }])
    expect(diff.body.results.changes.length).toBeGreaterThan(0)
  })

  it('goes back to the version that was current before, not to one that was only tried', async () => {
    const { body } = await server.post('publish-rollback', { module: 'library' }, { token: tokens.developer })
    expect(body.results).toMatchObject({ version: 1 })
    await everybodySees('Old')
  })

  it('shows a version to all in a share of 100 percent', async () => {
    await publish(titled('New'), { trial: { share: 100 } })
    await everybodySees('New')
    await end('end')
  })

  const withGrants = {
    name: 'library',
    title: '$library',
    version: '1.0.0',
    permissions: ['library.read', 'library.write', 'library.lend'],
  }
  it.each([
    ['an unknown role', { trial: { role: 'emperor' } }, {}, 'There is no role “emperor”'],
    ['unknown users', { trial: { users: ['editor', 'nobody-at-all'] } }, {}, 'no such users: nobody-at-all'],
    ['a share of nobody', { trial: { share: 0 } }, {}, '0 is no share'],
    ['a share of more than all', { trial: { share: 101 } }, {}, '101 is no share'],
    ['half a percent', { trial: { share: 0.5 } }, {}, '0.5 is no share'],
    ['nobody', { trial: {} }, {}, 'Say for whom'],
    ['two audiences', { trial: { role: 'editor', share: 10 } }, {}, 'exactly one'],
    ['a change of rights', { trial: { share: 10 } }, { 'module.json': withGrants }, 'module.json /grants'],
    [
      'a change of an entity',
      { trial: { share: 10 } },
      { 'entities/book.json': { ...(library()['entities/book.json'] as object), display: '{lent_to}' } },
      'entities/book.json',
    ],
    ['the current documents', { trial: { share: 10 } }, { same: true }, 'what everybody sees already'],
  ])('refuses a trial for %s', async (_, more, { same, ...changes }: Record<string, unknown>, sentence) => {
    const { status, body } = await publish(titled(same ? 'Old' : 'New', changes), more)
    expect(status).toBe(422)
    expect(body.userMessage).toContain(sentence)
    expect((await trials())[0].status).not.toBe('running')
  })

  it('takes a developer', async () => {
    expect((await publish(titled('New'), { trial: { share: 10 } }, tokens.administrator)).status).toBe(403)
    expect((await publish(titled('New'), { trial: { share: 10 } }, tokens.editor)).status).toBe(403)
    expect((await server.get('publish-trials', {}, { token: tokens.administrator })).status).toBe(403)
    const transition = { model: 'publication_trial', id: 1, transition: 'finish' }
    expect((await server.post('transition', transition, { token: tokens.administrator })).status).toBe(403)
    expect((await server.post('transition', transition, { token: tokens.developer })).status).toBe(403)
  })

  it('ends the trial with a publication where that is asked for', async () => {
    await publish(titled('New'), { trial: { role: 'editor' } })
    expect((await publish(titled('Newest'), { end_trial: true })).status).toBe(200)
    await everybodySees('Newest')
    expect((await trials())[0]).toMatchObject({ status: 'ended' })
  })

  it('sorts by what only the tried list sorts by, also after others have written', async () => {
    const grid = { entity: 'book', columns: [{ key: 'title' }, { key: 'lent_to', sortable: true }], sort: 'lent_to' }
    await publish(titled('Newest', { 'grids/books.json': grid }), { trial: { role: 'administrator' } })
    for (const reader of ['zoe', 'ali'])
      await server.post('save', { model: 'book', data: { title: `for ${reader}`, lent_to: reader } }, { token: tokens.developer })
    const rows = await server.get(
      'grid',
      { module: 'library', class: 'book', part: 'books', sort: 'lent_to' },
      { token: tokens.administrator },
    )
    expect((rows.body.results as object[]).map((row) => JSON.stringify(row))).toEqual([
      expect.stringContaining('for ali'),
      expect.stringContaining('for zoe'),
    ])
    await end('end')
  })

  it('takes a version back by itself that fails more than its module allows, and tells who published it', async () => {
    const broken = { ...(library()['module.json'] as object), trial: { maxErrorRate: 0.2, minCalls: 4 } }
    await publish(titled('Broken', { 'module.json': broken }), { trial: { role: 'editor' } })
    for (let call = 0; call < 4; call++)
      await server.get('grid', { module: 'library', class: 'none', part: 'none' }, { token: tokens.editor })
    await trials()
    const [trial] = await trials()
    expect(trial).toMatchObject({ status: 'rolled_back', max_error_rate: 0.2, min_calls: 4, reason: '4 / 4' })
    await everybodySees('Newest')
    const told = await server.get('user-notification-list', {}, { token: tokens.developer, headers: { 'x-locale': 'en' } })
    expect(JSON.stringify(told.body.results)).toContain('The trial of library was taken back automatically')
    const audit = await server.database.read((trx) =>
      trx.selectFrom('pishkhan.audit').selectAll().where('entity', '=', 'publication_trial').where('action', '=', 'roll_back').execute(),
    )
    expect(audit).toHaveLength(1)
  })
  it('is followed by another process at once', async () => {
    const other = await buildApp({ config: server.config, database: server.database, features, strictAnswers: true })
    const titleThere = async (user: keyof typeof tokens) => {
      const response = await other.inject({
        url: `${server.config.apiBase}/v1/screen?name=library-desk`,
        headers: { authorization: `Bearer ${tokens[user]}` },
      })
      return response.json<{ results: { title: string } }>().results.title
    }
    expect(await titleThere('editor')).toBe('Newest')
    await publish(titled('Elsewhere'), { trial: { role: 'editor' } })
    expect([await titleThere('editor'), await titleThere('staff')]).toEqual(['Elsewhere', 'Newest'])
    await end('end')
    expect(await titleThere('editor')).toBe('Newest')
    await other.close()
  })
})
