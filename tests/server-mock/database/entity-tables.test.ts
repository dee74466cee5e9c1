import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { ensureTrigrams, hasTrigrams, maintainIndexes } from '#server/database/tables/index-upkeep.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

const shelf = (
  properties: Record<string, Record<string, unknown>>,
  more: Partial<EntityDocument> = {},
  required: string[] = [],
): EntityDocument => ({ name: 'shelf', title: 'Shelf', display: '{name}', schema: { type: 'object', required, properties }, ...more })

describe.each(databaseKinds)('entity tables on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  beforeEach(() => run('drop schema data cascade').then(() => run('create schema data')))
  afterAll(() => database.close())

  const migrate = (entities: EntityDocument[], grids: GridDocument[] = []) =>
    database.transaction((trx) => migrateEntities(trx, new Map(), new Map(entities.map((entity) => [entity.name, entity])), grids))
  const run = (statement: string) =>
    sql
      .raw<Record<string, unknown>>(statement)
      .execute(database.kysely)
      .then(({ rows }) => rows)
  const columns = async () =>
    Object.fromEntries(
      (
        await run(
          `select column_name, data_type, is_nullable from information_schema.columns where table_schema = 'data' and table_name = 'shelf'`,
        )
      ).map((row) => [row.column_name, `${row.data_type}${row.is_nullable === 'NO' ? ' not null' : ''}`]),
    )

  it('gives each field the column of its type', async () => {
    expect(
      await migrate([
        shelf(
          {
            name: { type: 'string' },
            count: { type: 'integer' },
            ratio: { type: 'number' },
            price: { type: 'string', format: 'decimal' },
            open: { type: 'boolean' },
            at: { type: ['string', 'null'], format: 'date-time' },
            day: { type: 'string', format: 'date' },
            parts: { type: 'array' },
            place: { type: 'object' },
            kind: { enum: ['a', 'b', null] },
            level: { enum: [1, 2] },
            above: { type: 'integer', references: 'shelf' },
            label: { type: 'string' },
          },
          { storage: { translate: ['label'], search: ['name'] } },
          ['name', 'at'],
        ),
      ]),
    ).toEqual([])
    expect(await columns()).toMatchObject({
      id: 'bigint not null',
      version: 'integer not null',
      created_at: 'timestamp with time zone not null',
      created_by: 'bigint',
      deleted_at: 'timestamp with time zone',
      name: 'text not null',
      count: 'bigint',
      ratio: 'double precision',
      price: 'numeric',
      open: 'boolean',
      at: 'timestamp with time zone',
      day: 'date',
      parts: 'jsonb',
      place: 'jsonb',
      kind: 'text',
      level: 'bigint',
      above_id: 'bigint',
      label: 'jsonb',
      search_text: 'text',
      name_sort: 'text',
    })
    await expect(run(`insert into data.shelf (name, kind) values ('x', 'c')`)).rejects.toMatchObject({ code: '23514' })
    await expect(run(`insert into data.shelf (name, above_id) values ('x', 5)`)).rejects.toMatchObject({ code: '23503' })
  })

  it('adds what a newer version adds and keeps every value', async () => {
    await migrate([shelf({ name: { type: 'string' }, kind: { enum: ['a', 'b'] }, old: { type: 'string' } }, {}, ['name', 'old'])])
    await run(`insert into data.shelf (name, kind, old) values ('كتابها', 'a', 'kept'), ('Room', 'b', 'kept too')`)
    const grid: GridDocument = { entity: 'shelf', columns: [{ key: 'name', sortable: true }], filters: ['name'] }
    expect(
      await migrate(
        [
          shelf(
            { name: { type: 'string' }, kind: { enum: ['b', 'c'] }, height: { type: 'integer', default: 3 } },
            { storage: { search: ['name'] } },
            ['height'],
          ),
        ],
        [grid],
      ),
    ).toEqual([])
    expect(await run('select name, kind, old, height, search_text, name_fold from data.shelf order by id')).toEqual([
      { name: 'كتابها', kind: 'a', old: 'kept', height: 3, search_text: 'کتابها', name_fold: 'کتابها' },
      { name: 'Room', kind: 'b', old: 'kept too', height: 3, search_text: 'room', name_fold: 'room' },
    ])
    expect(await columns()).toMatchObject({ height: 'bigint not null', old: 'text', name: 'text' })
    await run(`insert into data.shelf (name, kind, height) values ('new', 'c', 1)`)
  })

  it('computes search texts anew when the search fields change', async () => {
    const fields = { name: { type: 'string' }, note: { type: 'string' } }
    await migrate([shelf(fields, { storage: { search: ['name'] } })])
    await run(`insert into data.shelf (name, note, search_text) select 'n' || g, 'Note ' || g, 'n' || g from generate_series(1, 2500) g`)
    await migrate([shelf(fields, { storage: { search: ['name', 'note'] } })])
    expect(await run(`select count(*) as count from data.shelf where search_text = 'n' || id || E'\\n' || 'note ' || id`)).toEqual([
      { count: 2500 },
    ])
  })

  it('changes nothing when nothing changed', async () => {
    const documents = [
      shelf(
        { name: { type: 'string' }, kind: { enum: ['a'] }, above: { type: 'integer', references: 'shelf' } },
        { storage: { unique: [['name']], search: ['name'], index: [['kind', 'name']] } },
      ),
    ]
    const picture = () =>
      run(
        `select 'c', conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'data'::regnamespace union all select 'i', indexname, indexdef from pg_indexes where schemaname = 'data' order by 1, 2`,
      )
    await migrate(documents)
    const before = await picture()
    expect(await migrate(structuredClone(documents))).toEqual([])
    expect(await picture()).toEqual(before)
  })

  it('makes indexes for what grids sort, filter and search by, and drops those that nothing asks for any more', async () => {
    const document = shelf(
      { name: { type: 'string' }, kind: { enum: ['a'] }, price: { type: 'number' }, note: { type: 'string' } },
      { storage: { search: ['note'] } },
    )
    const grid: GridDocument = {
      entity: 'shelf',
      sort: '-price,name',
      columns: [{ key: 'name', sortable: true }],
      filters: ['kind', 'note'],
    }
    const names = async () =>
      (await run(`select indexname from pg_indexes where schemaname = 'data' order by 1`)).map((row) => row.indexname)
    await migrate([document], [grid])
    const all = await names()
    expect(all).toEqual(
      expect.arrayContaining([
        'shelf_kind_id_index',
        'shelf_note_fold_trgm',
        'shelf_search_text_trgm',
        'shelf_name_sort_id_desc',
        'shelf_price_desc_name_order',
      ]),
    )
    await run('create index by_hand on data.shelf (note)')
    await migrate([document], [{ entity: 'shelf', search: false, columns: ['name'] }])
    const fewer = await names()
    expect(fewer).toEqual(expect.arrayContaining(['by_hand', 'shelf_created_at_id_index', 'shelf_trash']))
    for (const gone of ['shelf_kind_id_index', 'shelf_note_fold_trgm', 'shelf_search_text_trgm', 'shelf_price_desc_name_order'])
      expect(fewer).not.toContain(gone)
    await migrate([document], [grid])
    expect((await names()).filter((name) => name !== 'by_hand')).toEqual(all)
  })

  it('makes in the background what is missing or was left unfinished', async () => {
    const document = shelf({ name: { type: 'string' }, kind: { enum: ['a'] } })
    const grid: GridDocument = { entity: 'shelf', columns: ['name'], filters: ['kind', 'name'] }
    await migrate([document], [grid])
    await run('drop index data.shelf_kind_id_index')
    await run(`update pg_index set indisvalid = false where indexrelid = 'data.shelf_name_fold_trgm'::regclass`)
    const tend = () => maintainIndexes(database, new Map([['shelf', document]]), [grid], () => {})
    expect((await tend()).sort()).toEqual(['shelf_kind_id_index', 'shelf_name_fold_trgm'])
    expect(await tend()).toEqual([])
    expect(await run(`select count(*) as count from pg_index where not indisvalid`)).toEqual([{ count: 0 }])
  })

  it('goes without trigrams where the database does not have them', async () => {
    await run('drop extension pg_trgm')
    const said: string[] = []
    try {
      await migrate(
        [shelf({ name: { type: 'string' } }, { storage: { search: ['name'] } })],
        [{ entity: 'shelf', columns: ['name'], filters: ['name'] }],
      )
      expect(
        (await run(`select indexname from pg_indexes where schemaname = 'data'`)).filter(({ indexname }) =>
          String(indexname).endsWith('_trgm'),
        ),
      ).toEqual([])
    } finally {
      await ensureTrigrams(database.kysely, (message) => said.push(message))
    }
    expect([said, await hasTrigrams(database.kysely)]).toEqual([[], true])
  })

  it('takes a former version back after a newer one', async () => {
    const first = shelf({ name: { type: 'string' }, old: { type: 'string' } }, {}, ['old'])
    await migrate([first])
    await run(`insert into data.shelf (name, old) values ('a', 'b')`)
    await migrate([shelf({ name: { type: 'string' } })])
    await run(`insert into data.shelf (name) values ('without old')`)
    expect(await migrate([first])).toEqual([])
    expect(await run('select name, old from data.shelf order by id')).toEqual([
      { name: 'a', old: 'b' },
      { name: 'without old', old: null },
    ])
  })

  it.each([
    ['another type', shelf({ name: { type: 'integer' } }), 'name', 'was a string and cannot become an integer', '/schema/properties/name'],
    [
      'a text that becomes translated',
      shelf({ name: { type: 'string' } }, { storage: { translate: ['name'] } }),
      'name',
      'cannot become a translated text',
      '/storage/translate',
    ],
    [
      'a reference to nothing',
      shelf({ room: { type: 'integer', references: 'room' } }),
      'room',
      '"room", which is not published',
      '/schema/properties/room/references',
    ],
    ['a field that every record has', shelf({ version: { type: 'integer' } }), 'version', 'by itself', '/schema/properties/version'],
    [
      'a field for the texts of translated fields',
      shelf({ label: { type: 'string' }, translations: { type: 'string' } }, { storage: { translate: ['label'] } }),
      'translations',
      'by itself',
      '/schema/properties/translations',
    ],
    [
      'a name of a computed column',
      shelf({ name: { type: 'string' }, name_sort: { type: 'string' } }),
      'name_sort',
      'kept for a column',
      '/schema/properties/name_sort',
    ],
    [
      'two fields for one column',
      shelf({ room: { type: 'integer', references: 'shelf' }, room_id: { type: 'integer' } }),
      'room_id',
      'stands for',
      '/schema/properties/room_id',
    ],
    [
      'a unique list of a field that is not there',
      shelf({ name: { type: 'string' } }, { storage: { unique: [['nam']] } }),
      'nam',
      'does not have',
      '/storage/unique/0/0',
    ],
    [
      'a unique list that stored records break',
      shelf({ name: { type: 'string' } }, { storage: { unique: [['name']] } }),
      'name',
      'share values',
      '/storage/unique/0',
    ],
  ])('refuses %s and does nothing', async (_, document, field, message, pointer) => {
    await migrate([shelf({ name: { type: 'string' } })])
    await run(`insert into data.shelf (name) values ('twice'), ('twice')`)
    const before = await columns()
    expect(
      await migrate([{ name: 'other', title: 'Other', schema: { type: 'object', properties: { a: { type: 'string' } } } }, document]),
    ).toEqual([{ entity: 'shelf', field, pointer, message: expect.stringContaining(message) }])
    expect(await columns()).toEqual(before)
    expect(await run(`select to_regclass('data.other') as there`)).toEqual([{ there: null }])
  })

  it('keeps long names apart that PostgreSQL would cut to one', async () => {
    const long = `field_${'x'.repeat(53)}`
    expect(
      await migrate([
        {
          name: 'entity_with_a_name_of_forty_characters__',
          title: 'x',
          schema: { type: 'object', properties: { [`${long}a`]: { enum: ['a'] }, [`${long}b`]: { enum: ['b'] } } },
          storage: { unique: [[`${long}a`], [`${long}b`]], index: [[`${long}a`, `${long}b`]] },
        },
      ]),
    ).toEqual([])
  })
})
