import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/cashbook')
const context = offlineContext({}, {})
const screen = JSON.parse(files['screens/cashbook-sheet.json']!) as { body: { columns: { body: Record<string, unknown>[] }[] }[] }
const grid = JSON.parse(files['grids/statement.json']!) as { columns: unknown[] }

/** What is said of the block of lines with some words changed, and with other files. */
function problemsOf(words: object, others: Record<string, string> = {}): string[] {
  const changed = structuredClone(screen)
  Object.assign(changed.body[0]!.columns[0]!.body[0]!, words)
  return said({ 'screens/cashbook-sheet.json': JSON.stringify(changed), ...others })
}
const said = (others: Record<string, string>): string[] =>
  checkModule({ ...files, ...others }, context)
    .filter(({ severity, pointer }) => severity === 'error' && !pointer.startsWith('/load/'))
    .map(({ pointer, message, suggestion }) => `${pointer} ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`)
const withEntity = (name: string, change: (document: { schema: { properties: Record<string, object> } }) => object) => ({
  [`entities/${name}.json`]: JSON.stringify(change(JSON.parse(files[`entities/${name}.json`]!) as never)),
})

it('the example is sound', () => {
  expect(problemsOf({})).toEqual([])
})

describe('a block of rows is refused with', () => {
  it.each<[string, object, RegExp]>([
    ['a sum that no column shows', { totals: ['cuont'] }, /totals\/0 no column shows "cuont".*\(count\)/],
    ['a sum of texts', { totals: ['text'] }, /totals\/0 "text" is a text, which has no sum/],
    ['an unknown form', { form: 'cash-lines' }, /form there is no form "cash-lines".*\(cash-line\)/],
    ['a form of another entity', { form: 'cash-sheet' }, /form the form "cash-sheet" is of "cash_sheet"/],
    ['a form that nothing opens', { create: undefined, actions: ['trash'], form: 'cash-line' }, /form is for adding and editing rows/],
    ['an unknown call', { save: 'cash-save' }, /save there is no endpoint "cash-save"/],
    ['an unknown action', { actions: ['verifi'] }, /actions\/0 "verifi" is neither.*\(verify\)/],
    ['a view of an unknown field', { view: ['acount'] }, /view\/0 there is no field "acount".*\(account\)/],
    ['a view by an unknown form', { view: 'cash-lin' }, /view there is no form "cash-lin"/],
    ['another way to add', { create: 'modla' }, /create "modla" is not one of modal, row \(modal\)/],
    [
      'a condition about no field',
      { actions: [{ type: 'refresh', when: { properties: { stat: { const: 1 } } } }] },
      /there is no field "stat"/,
    ],
  ])('%s', (_, words, problem) => {
    expect(problemsOf(words).join('\n')).toMatch(problem)
  })

  it('an order of rows that are not saved with their record', () => {
    const own = withEntity('cash_sheet', (document) => {
      document.schema.properties.lines = { ...document.schema.properties.lines, edit: 'own' }
      return document
    })
    expect(problemsOf({}, own).join('\n')).toMatch(/order "lines" is not saved with "cash_sheet"/)
  })

  it('rows that nothing saves or removes', () => {
    const read = withEntity('cash_line', (document) => ({ ...document, generic: 'read' }))
    const problems = problemsOf({}, read).join('\n')
    expect(problems).toMatch(/create nothing saves rows of "cash_line"/)
    expect(problems).toMatch(/actions\/2 nothing removes rows of "cash_line"/)
  })

  it('a wait for a record that no form of the page makes', () => {
    const file = 'screens/cashbook-sheet-create.json'
    const text = files[file]!.replace('"cash_sheet.lines"', '"cash_sheets.lines"')
    expect(said({ [file]: text }).join('\n')).toMatch(/rows nothing is loaded under the name "cash_sheets".*\(cash_sheet\)/)
  })
})

describe('a running sum is refused with', () => {
  const withColumn = (column: object, words: object = {}): string =>
    said({ 'grids/statement.json': JSON.stringify({ ...grid, ...words, columns: [...grid.columns.slice(0, -1), column] }) }).join('\n')
  it.each<[string, object, object, RegExp]>([
    ['an unknown field', { key: 'balance', running: 'debtor - creditr' }, {}, /running .*"creditr".*creditor/],
    ['a text', { key: 'balance', running: 'debtor - text' }, {}, /running .*"text" is a text/],
    ['the name of a field', { key: 'text', running: 'debtor' }, {}, /key "text" is a field/],
    ['sorting by it', { key: 'balance', running: 'debtor', sortable: true }, {}, /sortable a column with "running" has no "sortable"/],
    ['groups', { key: 'balance', running: 'debtor' }, { group_by: 'text' }, /running rows are summed up in one order/],
  ])('%s', (_, column, words, problem) => {
    expect(withColumn(column, words)).toMatch(problem)
  })
})
