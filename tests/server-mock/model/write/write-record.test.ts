import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { ApiError } from '#server/errors.ts'
import { readRecord, writeRecord, trashRecord } from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

describe.each(databaseKinds)('saving on %s', (kind) => {
  let database: Database
  const registry = libraryRegistry()
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrate(database)
  })
  afterAll(() => database.close())

  let serial = 0
  const isbn = () => `978${String(++serial).padStart(10, '0')}`
  const save = (model: string, data: Record<string, unknown>, more: { id?: unknown; version?: unknown } = {}, as = caller()) =>
    run(database, registry, (context) => writeRecord(context, model, { ...more, data }), as)
  const read = (model: string, id: number, options = {}, as = caller()) =>
    run(database, registry, (context) => readRecord(context, model, id, options), as)

  it('stores texts of blanks alone as empty, and keeps the blanks at the ends of others', async () => {
    const blank = ' \u200c\u00a0\t'
    const keeper = caller({ permissions: new Set(['library.read', 'library.write', 'library.secret']) })
    const { id } = await save(
      'book',
      { title: ' A ', isbn: isbn(), secret: blank, tags: ['x', blank, ' y '], address: { city: 'B ' } },
      {},
      keeper,
    )
    expect(await read('book', id, { trusted: true })).toMatchObject({
      title: ' A ',
      secret: null,
      tags: ['x', '', ' y '],
      address: { city: 'B ' },
    })
    for (const data of [{ title: blank }, { address: { city: blank } }])
      expect((await refusal(save('book', data, { id }))).code).toBe('422')
    await save('author', { name_full: 'C' })
    expect((await refusal(save('author', { name_full: blank }))).errors).toEqual({ name_full: ['rules.required'] })
  })

  it('takes a stored text of blanks back as it was read', async () => {
    const keeper = caller({ permissions: new Set(['library.read', 'library.write', 'library.secret']) })
    const { id } = await save('book', { title: 'Old', isbn: isbn(), secret: 'x' }, {}, keeper)
    await database.transaction((trx) => sql`update data.book set secret = ${'  '} where id = ${id}`.execute(trx))
    await save('book', { secret: '  ', pages: 3 }, { id }, keeper)
    expect(await read('book', id, { trusted: true })).toMatchObject({ secret: '  ', pages: 3 })
  })

  it('creates a record with defaults and reads every type back as it was written', async () => {
    const author = await save('author', { name_full: 'سیمین دانشور', born: '1921-04-28' })
    const book = await save('book', {
      title: 'سووشون',
      isbn: isbn(),
      price: '120000.50',
      weight: 0.5,
      pages: 300,
      author: author.id,
      published_at: '2024-01-15T10:30:00+03:30',
      bought_on: '2024-02-29',
      tags: ['رمان'],
      address: { city: 'شیراز' },
    })
    expect(book).toMatchObject({
      version: 1,
      price: '120000.50',
      weight: 0.5,
      pages: 300,
      author_id: author.id,
      author: { id: author.id, title: 'سیمین دانشور' },
      status: 'draft',
      lent: false,
      published_at: '2024-01-15T07:00:00.000Z',
      bought_on: '2024-02-29',
      tags: ['رمان'],
      address: { city: 'شیراز' },
      created_by_id: 1,
      deleted_at: null,
    })
    expect(Object.keys(book).filter((key) => /_sort|_fold|search_text|secret/.test(key))).toEqual([])
  })

  it('compares with the other field of a rule as it is stored, and names it', async () => {
    const bounded = entities.map((entity) => {
      if (entity.name !== 'book') return entity
      const copy = structuredClone(entity)
      Object.assign((copy.schema.properties as Record<string, object>).pages!, { rules: 'max_value:price' })
      return copy
    })
    const changed = libraryRegistry(bounded)
    const write = (data: Record<string, unknown>, more = {}) =>
      run(database, changed, (context) => writeRecord(context, 'book', { ...more, data }), caller())
    const book = await write({ title: 'Bounded', isbn: isbn(), price: '300.00', pages: 300 })
    const refused = { errors: { pages: ['rules.max_value_of'] } }
    expect(await refusal(write({ pages: 301 }, { id: book.id, version: 1 }))).toMatchObject(refused)
    expect(await refusal(write({ price: '299.99' }, { id: book.id, version: 1 }))).toMatchObject(refused)
    expect(await write({ price: null, pages: 900 }, { id: book.id, version: 1 })).toMatchObject({ pages: 900 })
  })

  it('changes only what it is given, and null takes a value away', async () => {
    const book = await save('book', { title: 'One', isbn: isbn(), price: '5', pages: 3 })
    const changed = await save('book', { price: null }, { id: book.id, version: 1 })
    expect(changed).toMatchObject({ title: 'One', price: null, pages: 3, version: 2 })
  })

  it('takes the record back that it gave, with a reference as id, name or expanded object', async () => {
    const first = await save('author', { name_full: 'A' })
    const second = await save('author', { name_full: 'B' })
    const book = await save('book', { title: 'Round trip', isbn: isbn(), author: first.id })
    const again = await save('book', { ...book, author_id: second.id }, { id: book.id, version: 1 })
    expect(again.author_id).toBe(second.id)
    expect((await save('book', { author: { id: first.id, title: 'A' } }, { id: book.id })).author_id).toBe(first.id)
  })

  it('looks for no more unknown keys than are told', async () => {
    const sent = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`k${at}`, 1]))
    const refused = await save('book', sent).catch((fault: unknown) => fault as ApiError)
    expect(refused).toMatchObject({ code: '422', hasMore: true })
    expect(Object.keys((refused as ApiError).errors!)).toHaveLength(20)
  })

  it.each([
    ['an unknown key', { title: 'x', isbn: '9780000000999', colour: 'red' }, { colour: ['rules.unknown_field'] }],
    ['a computed column', { title: 'x', isbn: '9780000000999', search_text: 'x' }, { search_text: ['rules.unknown_field'] }],
    ['nothing', {}, { title: ['rules.required'], isbn: ['rules.required'] }],
    ['a text that is too long', { title: 'x'.repeat(201), isbn: '9780000000999' }, { title: ['rules.max'] }],
    ['a wrong pattern', { title: 'x', isbn: '123' }, { isbn: ['rules.regex'] }],
    ['a float for money', { title: 'x', isbn: '9780000000999', price: 1234567890.1234567 }, { price: ['rules.type_decimal'] }],
    ['words for money', { title: 'x', isbn: '9780000000999', price: 'ten' }, { price: ['rules.decimal'] }],
    ['a number beyond 2^53', { title: 'x', isbn: '9780000000999', pages: 1e300 }, { pages: ['errors.bad_value'] }],
    ['a value that is not listed', { title: 'x', isbn: '9780000000999', status: 'sold' }, { status: ['rules.included'] }],
    ['a day that does not exist', { title: 'x', isbn: '9780000000999', bought_on: '2023-02-29' }, { bought_on: ['rules.date'] }],
    [
      'an instant before our era',
      { title: 'x', isbn: '9780000000999', published_at: '0000-01-01T00:00:00Z' },
      { published_at: ['errors.bad_value'] },
    ],
    ['a NUL in a text', { title: 'a\0b', isbn: '9780000000999' }, { title: ['errors.unreadable_text'] }],
    ['half a surrogate pair in JSON', { title: 'x', isbn: '9780000000999', tags: ['\ud800'] }, { tags: ['errors.unreadable_text'] }],
    [
      'an unknown key inside an object',
      { title: 'x', isbn: '9780000000999', address: { city: 'x', zip: '1' } },
      { 'address.zip': ['rules.unknown_field'] },
    ],
    ['a reference to nothing', { title: 'x', isbn: '9780000000999', author: 999_999 }, { author: ['errors.unknown_reference'] }],
    [
      'a reference to nothing under its column',
      { title: 'x', isbn: '9780000000999', author_id: 999_999 },
      { author_id: ['errors.unknown_reference'] },
    ],
    [
      'a list of references with one to nothing',
      { title: 'x', isbn: '9780000000999', related: [999_999] },
      { related: ['errors.unknown_reference'] },
    ],
  ])('refuses %s and stores nothing', async (_, data, errors) => {
    expect(await refusal(save('book', data))).toMatchObject({ code: '422', errors })
    const { rows } = await run(database, registry, async ({ trx }) => ({
      rows: await trx.selectFrom('data.book').select('id').where('isbn', '=', '9780000000999').execute(),
    }))
    expect(rows).toEqual([])
  })

  it('refuses a key __proto__ by its name', async () => {
    const { errors } = await refusal(save('book', JSON.parse('{"title":"x","isbn":"9780000000998","__proto__":{"isAdmin":true}}')))
    expect(Object.keys(errors)).toEqual(['__proto__'])
  })

  it('names the field that is not unique', async () => {
    const taken = isbn()
    await save('book', { title: 'a', isbn: taken })
    expect(await refusal(save('book', { title: 'b', isbn: taken }))).toMatchObject({ code: '422', errors: { isbn: ['errors.not_unique'] } })
  })

  it('says when the record that holds a unique value lies in the trash', async () => {
    const taken = isbn()
    const book = await save('book', { title: 'a', isbn: taken })
    await run(database, registry, (context) => trashRecord(context, 'book', book.id))
    expect(await refusal(save('book', { title: 'b', isbn: taken }))).toMatchObject({
      code: '422',
      errors: { isbn: ['errors.not_unique_in_trash'] },
    })
    expect(await save('book', { isbn: isbn(), title: 'c' })).toMatchObject({ title: 'c' })
  })

  it('answers a stale save with both versions and overwrites nothing', async () => {
    const book = await save('book', { title: 'first', isbn: isbn(), pages: 1 })
    await save('book', { title: 'second' }, { id: book.id, version: 1 })
    await save('book', { pages: 2 }, { id: book.id, version: 2 })
    const stale = await refusal(save('book', { title: 'mine' }, { id: book.id, version: 1 }))
    expect(stale).toMatchObject({ metadata: { labels: { title: 'نام کتاب', pages: expect.any(String) } } })
    expect(stale).toMatchObject({
      code: 'stale-version',
      metadata: {
        current: { title: 'second', pages: 2, version: 3 },
        base: { title: 'first', pages: 1, version: 1, updated_at: book.updated_at },
      },
    })
    expect(await read('book', book.id)).toMatchObject({ title: 'second', version: 3 })
  })

  it('leaves a record alone, with its version and its history, when it is saved as it is', async () => {
    const author = await save('author', { name_full: 'A' })
    const book = await save('book', {
      title: 'same',
      isbn: isbn(),
      price: '120000.50',
      weight: 0.5,
      author: author.id,
      published_at: '2024-01-15T10:30:00+03:30',
      bought_on: '2024-02-29',
      tags: ['a', 'b'],
      address: { city: 'x' },
    })
    const later = caller({ user: { id: 7, username: 'x', name_full: 'X' } })
    expect(await save('book', book, { id: book.id, version: 1 }, later)).toEqual(book)
    expect(
      await save(
        'book',
        { title: 'same', price: '120000.500', weight: 0.5, published_at: '2024-01-15T07:00:00Z', pages: null },
        { id: book.id },
        later,
      ),
    ).toEqual(book)
    expect(await save('book', {}, { id: book.id }, later)).toEqual(book)
    expect(
      await run(database, registry, ({ trx }) =>
        trx.selectFrom('pishkhan.audit').select('action').where('entity', '=', 'book').where('record_id', '=', book.id).execute(),
      ),
    ).toEqual([{ action: 'create' }])
    expect(await save('book', { tags: ['b', 'a'] }, { id: book.id, version: 1 })).toMatchObject({ tags: ['b', 'a'], version: 2 })
  })

  it('answers a stale save as stale even where it would change nothing', async () => {
    const book = await save('book', { title: 'first', isbn: isbn() })
    await save('book', { title: 'second' }, { id: book.id, version: 1 })
    expect(await refusal(save('book', { title: 'second' }, { id: book.id, version: 1 }))).toMatchObject({
      code: 'stale-version',
      metadata: { current: { version: 2 } },
    })
  })

  it('lets exactly one of two saves of one version win', async () => {
    const book = await save('book', { title: 'race', isbn: isbn() })
    const outcomes = await Promise.allSettled(['left', 'right'].map((title) => save('book', { title }, { id: book.id, version: 1 })))
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({ reason: { code: 'stale-version' } })
    expect((await read('book', book.id)).version).toBe(2)
  })

  it('lets exactly one of two records take a unique value', async () => {
    const wanted = isbn()
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((title) => save('book', { title, isbn: wanted })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => (outcome.reason as { code: string }).code)).toEqual(
      ['422', '422'],
    )
  })

  it('audits who changed what, and that no version was sent', async () => {
    const book = await save('book', { title: 'audited', isbn: isbn() })
    await save('book', { title: 'changed' }, { id: book.id }, caller({ user: { id: 7, username: 'x', name_full: 'X' }, requestId: 'r7' }))
    const rows = await run(database, registry, ({ trx }) =>
      trx.selectFrom('pishkhan.audit').selectAll().where('entity', '=', 'book').where('record_id', '=', book.id).orderBy('id').execute(),
    )
    expect(rows).toMatchObject([
      { action: 'create', user_id: 1, version: 1, unconditional: false, before: null, after: { title: 'audited' } },
      {
        action: 'update',
        user_id: 7,
        request_id: 'r7',
        version: 2,
        unconditional: true,
        before: { title: 'audited' },
        after: { title: 'changed' },
      },
    ])
    expect(Object.keys(rows[1]!.after)).toEqual(['title'])
  })

  it('keeps a guarded field from those without its permission, and gives it to those with it', async () => {
    const trusted = caller({ permissions: new Set(['library.read', 'library.write', 'library.secret']) })
    const book = await save('book', { title: 'guarded', isbn: isbn(), secret: 'shelf 7' }, {}, trusted)
    expect(book.secret).toBe('shelf 7')
    expect(await read('book', book.id)).not.toHaveProperty('secret')
    expect(await refusal(save('book', { secret: 'mine' }, { id: book.id }))).toMatchObject({
      code: 'permission-denied',
      errors: { secret: ['errors.permission_denied'] },
    })
    expect(await read('book', book.id, {}, trusted)).toMatchObject({ secret: 'shelf 7' })
  })

  it('refuses callers without the permission, entities that a feature keeps, and unknown models and ids', async () => {
    const reader = caller({ permissions: new Set(['library.read']) })
    expect(await refusal(save('book', { title: 'x', isbn: isbn() }, {}, reader))).toMatchObject({ code: 'permission-denied' })
    expect(await refusal(save('ledger', { title: 'x' }))).toMatchObject({ code: 'permission-denied' })
    const kept = await run(database, registry, (context) => writeRecord(context, 'ledger', { data: { title: 'x' } }, { trusted: true }))
    expect(await read('ledger', kept.id)).toMatchObject({ title: 'x' })
    expect(await refusal(save('nothing', {}))).toMatchObject({ code: '422', errors: { model: ['errors.unknown_model'] } })
    expect(await refusal(save('constructor', {}))).toMatchObject({ code: '422' })
    expect(await refusal(read('book', 987_654))).toMatchObject({ code: 'not-found' })
    expect(await refusal(read('book', -1))).toMatchObject({ code: '422', errors: { id: ['errors.bad_value'] } })
    expect(await refusal(read('book', '1; drop table data.book' as unknown as number))).toMatchObject({ code: '422' })
    expect(await refusal(save('book', {}, { id: 1, version: 'x' }))).toMatchObject({
      code: '422',
      errors: { version: ['errors.bad_value'] },
    })
  })

  it('shows a user only what he created where the entity says so', async () => {
    const note = await save('note', { text: 'mine' })
    const other = caller({ user: { id: 2, username: 'b', name_full: 'B' } })
    expect(await refusal(read('note', note.id, {}, other))).toMatchObject({ code: 'not-found' })
    expect(await refusal(save('note', { text: 'yours' }, { id: note.id }, other))).toMatchObject({ code: 'not-found' })
    expect(await read('note', note.id, {}, caller({ user: { id: 3, username: 'c', name_full: 'C' }, isAdmin: true }))).toMatchObject({
      text: 'mine',
    })
  })

  it("reads translated fields in the caller's locale, falls back, and edits them as a map", async () => {
    const genre = await save('genre', { name: { fa: 'رمان', en: 'Novel' }, slug: { fa: 'roman' } })
    expect(genre.name).toBe('رمان')
    expect((await read('genre', genre.id, {}, caller({ locale: 'en' }))).name).toBe('Novel')
    expect((await read('genre', genre.id, {}, caller({ locale: 'de' }))).name).toBe('Novel')
    await save('genre', { name: 'Roman' }, { id: genre.id }, caller({ locale: 'fr' }))
    expect((await read('genre', genre.id, { edit: true })).name).toEqual({ fa: 'رمان', en: 'Novel', fr: 'Roman' })
    expect(await refusal(save('genre', { name: { fa: 'x'.repeat(21), en: 'ok' } }))).toMatchObject({ errors: { 'name.fa': ['rules.max'] } })
    expect(await refusal(save('genre', { name: { xx: 'y' } }))).toMatchObject({ errors: { 'name.xx': ['errors.unknown_locale'] } })
    expect(await refusal(save('genre', {}))).toMatchObject({ errors: { name: ['rules.required'] } })
    expect(await refusal(save('genre', { name: 'دیگر', slug: { fa: 'roman' } }))).toMatchObject({
      errors: { 'slug.fa': ['errors.not_unique'] },
    })
    expect(await save('genre', { name: 'Other', slug: { en: 'roman' } })).toMatchObject({ slug: 'roman' })
  })

  it('gives all texts of translated fields beside the localised ones, wherever one record is answered', async () => {
    const genre = await save('genre', { name: { fa: 'رمان', en: 'Novel' } })
    const both = { name: 'رمان', translations: { name: { fa: 'رمان', en: 'Novel' }, slug: {} } }
    expect(genre).toMatchObject(both)
    expect(await read('genre', genre.id)).toMatchObject(both)
    const changed = await save('genre', { ...genre, name: { fa: 'داستان', en: '' } }, { id: genre.id, version: 1 })
    expect(changed).toMatchObject({ name: 'داستان', translations: { name: { fa: 'داستان' } } })
    expect(await refusal(save('genre', { name: 'x' }, { id: genre.id, version: 1 }))).toMatchObject({
      metadata: { current: { name: 'داستان', translations: changed.translations }, base: both },
    })
    expect(await save('book', { title: 'plain', isbn: isbn() })).not.toHaveProperty('translations')
  })

  it('keeps the texts of a locale that the panel does not show', async () => {
    const genre = await save('genre', { name: { fa: 'رمان', en: 'Novel', de: 'Roman' } })
    const config = { defaultLocale: 'fa', locales: ['fa', 'en'] }
    const saved = await run(database, registry, (context) =>
      writeRecord({ ...context, config }, 'genre', { id: genre.id, data: { name: { fa: 'داستان' } } }),
    )
    expect(saved.translations).toMatchObject({ name: { fa: 'داستان', de: 'Roman' } })
    expect((saved.translations as { name: object }).name).not.toHaveProperty('en')
  })

  it('expands references with the fields that the caller may read, and only by their title without', async () => {
    const all = caller({ permissions: new Set(['library.read', 'library.write', 'persons.read', 'persons.write']) })
    const user = await run(
      database,
      registry,
      (context) => writeRecord(context, 'user', { data: { name_full: 'Simin' } }, { trusted: true }),
      all,
    )
    await expect(save('user', { name_full: 'By a document' }, {}, all)).rejects.toMatchObject({ code: 'permission-denied' })
    const given = { name_full: 'سیمین دانشور', born: '1921-04-28', user: user.id }
    // Who may neither read people nor find their names is told of none by guessing ids.
    expect((await refusal(save('author', given))).errors).toEqual({ user: ['errors.unknown_reference'] })
    const author = await save('author', given, {}, all)
    const book = await save('book', { title: 'expanded', isbn: isbn(), author: author.id })
    expect(book.author).toMatchObject({
      id: author.id,
      title: 'سیمین دانشور',
      name_full: 'سیمین دانشور',
      born: '1921-04-28',
      user: { id: user.id, title: 'Simin' },
    })
    expect((await read('author', author.id, {}, all)).user).toEqual({ id: user.id, title: 'Simin', name_full: 'Simin' })
    expect((await read('author', author.id)).user).toEqual({ id: user.id, title: 'Simin', name_full: 'Simin' })
  })

  it('links sister records, one a locale, with a slug unique in each', async () => {
    const page = await save('page', { title: 'درباره', slug: 'about' })
    expect(page).toMatchObject({ locale: 'fa', sister_group: page.id })
    const sister = await save('page', { title: 'About', slug: 'about', locale: 'en', sister_group: page.id })
    expect((await read('page', page.id, { edit: true })).sisters).toEqual([{ id: sister.id, locale: 'en', title: 'About' }])
    expect(await refusal(save('page', { title: 'x', slug: 'about' }))).toMatchObject({ errors: { slug: ['errors.not_unique'] } })
    expect(await refusal(save('page', { title: 'x', locale: 'en', sister_group: page.id }))).toMatchObject({
      errors: { locale: ['errors.not_unique'] },
    })
    expect(await refusal(save('page', { title: 'x', sister_group: 999_999 }))).toMatchObject({
      errors: { sister_group: ['errors.unknown_reference'] },
    })
    expect(await refusal(save('page', { title: 'x', locale: 'xx' }))).toMatchObject({ errors: { locale: ['errors.bad_value'] } })
  })

  it('refuses to change a record in the trash, and to refer to one', async () => {
    const author = await save('author', { name_full: 'gone' })
    const book = await save('book', { title: 'older', isbn: isbn(), author: author.id })
    await run(database, registry, (context) => trashRecord(context, 'author', author.id, 1))
    expect(await refusal(save('author', { name_full: 'x' }, { id: author.id }))).toMatchObject({ code: 'precondition-failed' })
    expect(await refusal(save('book', { title: 'x', isbn: isbn(), author: author.id }))).toMatchObject({
      errors: { author: ['errors.unknown_reference'] },
    })
    expect(await save('book', { title: 'still here', author_id: author.id }, { id: book.id, version: 1 })).toMatchObject({
      title: 'still here',
      author: { id: author.id },
    })
  })
})
