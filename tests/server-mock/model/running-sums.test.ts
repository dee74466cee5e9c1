import { beforeAll, describe, expect, it } from 'vitest'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { addDecimal } from '#schemas/rules/numbers/decimal.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const documents = readModuleFolder('tests/fixtures/cashbook')
const { server, tokens } = sharedServer(['developer'])
const as = () => ({ token: tokens.developer, headers: { 'x-locale': 'en' } })

interface Row {
  id: number
  debtor: string
  creditor: string
  balance?: string
}
const statement = async (query: object = {}): Promise<Row[]> => {
  const { status, body } = await server.get('grid', { module: 'cashbook', class: 'cash_entry', part: 'statement', ...query }, as())
  expect(status).toBe(200)
  return body.results as Row[]
}

beforeAll(async () => {
  const { status, body } = await server.post('publish', { module: 'cashbook', documents }, as())
  expect([status, body.errors]).toEqual([200, undefined])
  for (let at = 0; at < 40; at += 1) {
    const data = {
      day: `2024-03-${String((at % 20) + 1).padStart(2, '0')}`,
      text: at % 3 === 0 ? 'rent' : 'sale',
      debtor: `${at}0000000000000000.1${at % 10}`,
      creditor: '0.20',
    }
    expect((await server.post('save', { model: 'cash_entry', data }, as())).status).toBe(200)
  }
})

/** The sums as they are worked out by hand from all rows in their order. */
const expected = (rows: readonly Row[]): string[] => {
  let sum = '0'
  return rows.map(({ debtor, creditor }) => (sum = addDecimal(addDecimal(sum, debtor), `-${creditor}`)))
}

describe('a running sum', () => {
  it('is exact up to each row, on later pages too', async () => {
    const all = await statement({ page_size: 100 })
    expect(all.map(({ balance }) => balance)).toEqual(expected(all))
    const third = await statement({ page: 3, page_size: 15 })
    expect(third.map(({ balance }) => balance)).toEqual(expected(all).slice(30))
  })

  it('counts the rows that match, and no others', async () => {
    const rows = await statement({ page_size: 100, text: 'rent' })
    expect(rows).toHaveLength(14)
    expect(rows.map(({ balance }) => balance)).toEqual(expected(rows))
  })

  it('follows the order of a date, also backwards', async () => {
    const rows = await statement({ page_size: 100, sort: 'day', order: 'desc' })
    expect(rows.map(({ balance }) => balance)).toEqual(expected(rows))
  })

  it('is left out in an order in which it means nothing', async () => {
    const rows = await statement({ sort: 'text', order: 'asc' })
    expect(rows.some((row) => Object.hasOwn(row, 'balance'))).toBe(false)
  })
})

describe('rows of a record', () => {
  it('say what may be done with them, and nothing of it while a state locks them', async () => {
    const lines = [{ account: 'Bank' }]
    const made = (await server.post('save', { model: 'cash_sheet', data: { subject: 'March', lines } }, as())).body.results
    expect(made.lines[0]).toMatchObject({ can_edit: true, can_destroy: true, can_verify: true })
    const closed = await server.post('transition', { model: 'cash_sheet', id: made.id, transition: 'close' }, as())
    expect(closed.body.results.lines[0]).toMatchObject({ can_edit: false, can_destroy: false })
  })
})
