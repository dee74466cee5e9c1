import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedAccountant } from '#server/features/accountant/seed.ts'
import { computeWhole } from '#server/model/compute/compute-records.ts'
import { findModel, systemCaller } from '#server/model/context.ts'
import { selectAnyRows } from '#server/model/read.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.database.transaction(async (trx) => seedAccountant(trx, await createRegistries(server.config).current(trx)))
})
afterAll(() => server.close())

test('the demo has 3,000 documents with about 20,000 postings, all but two of which balance', async () => {
  await server.database.read(async (trx) => {
    const { rows } = await sql<Record<string, string>>`select
      (select count(*) from data.accountant_document) as documents,
      (select count(*) from data.accountant_posting) as postings,
      (select count(*) from data.accountant_document where amount_difference <> 0) as unbalanced`.execute(trx)
    expect(rows[0]).toMatchObject({ documents: 3000, unbalanced: 2 })
    expect(Number(rows[0]!.postings)).toBeGreaterThan(18_000)
  })
})

test('what the demo stores of computed values is what the server computes', async () => {
  const registries = createRegistries(server.config)
  await server.database.transaction(async (trx) => {
    const registry = await registries.current(trx)
    const context = { trx, registry, now: new Date(), caller: systemCaller(), config: server.config }
    const entity = findModel(context, 'accountant_document')
    const rows = await selectAnyRows(context, entity, Array.from({ length: 60 }, (_, at) => at * 50 + 1).concat([2992, 2997]))
    for (const row of rows) {
      const values: Record<string, unknown> = {}
      const derived = await computeWhole(context, entity, row, values, true)
      for (const [name, value] of Object.entries(values)) expect([row.id, name, Number(row[name])]).toEqual([row.id, name, Number(value)])
      expect(derived.flatMap(({ values: own }) => Object.keys(own))).toEqual([])
    }
  })
})
