import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'

const context: CheckContext = { modules: {}, locales: ['en'] }
const sound = {
  name: 'sales',
  title: '$sale',
  entity: 'sale',
  group: [{ field: 'sold_at', by: 'month' }, 'state'],
  values: { count: 'count(id)' },
  chart: 'bar',
  to: { name: 'shop-sales' },
}
const filesWith = (metric: object, more: Record<string, unknown> = {}): Record<string, string> => {
  const documents: Record<string, unknown> = {
    'module.json': { name: 'shop', title: '$shop', version: '1.0.0', permissions: ['shop.read'] },
    'entities/sale.json': {
      name: 'sale',
      title: '$sale',
      display: '{title}',
      schema: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          note: { type: 'object', properties: {} },
          state: { enum: ['open', 'paid'] },
          weight: { type: 'number' },
          sold_at: { type: 'string', format: 'date-time' },
        },
      },
      access: { read: 'shop.read' },
    },
    'grids/sales.json': { entity: 'sale', title: '$sale', columns: ['title'], filters: ['state', 'sold_at'] },
    'screens/shop-sales.json': { name: 'shop-sales', path: 'shop/sales', title: '$sale', access: 'shop.read', body: [{ grid: 'sales' }] },
    'metrics/sales.json': metric,
    'locales/en.json': {
      shop: 'Shop',
      sale: 'Sale',
      ...Object.fromEntries(['title', 'note', 'state', 'weight', 'sold_at'].map((name) => [`entities.sale.${name}`, name])),
    },
    ...more,
  }
  return Object.fromEntries(Object.entries(documents).map(([path, document]) => [path, JSON.stringify(document)]))
}
const saidOf = (metric: object, more: Record<string, unknown> = {}) =>
  checkModule(filesWith({ ...sound, ...metric }, more), context)
    .filter(({ severity }) => severity === 'error')
    .map(({ file, pointer, message }) => `${file} ${pointer} ${message}`)

describe('metrics', () => {
  it('lets a sound one through', () => expect(saidOf({})).toEqual([]))

  const trial = {
    group: 'state',
    days: { from: 'year', to: 'today' },
    order: 'title',
    totals: ['sum', 'rest'],
    chart: 'table',
    values: {
      sum: { of: 'sum(weight)', where: 'sold_at:between({params.from},{params.to})' },
      count: 'count(id)',
      mean: { formula: 'sum / count', scale: 2, title: '$sale' },
      rest: { formula: 'max(sum - mean, 0)', title: '$sale' },
    },
  }
  it('lets formulas of values, days and totals through', () => expect(saidOf(trial)).toEqual([]))
  it.each<[string, object, string]>([
    [
      'an unknown value',
      { values: { ...trial.values, rest: { formula: 'sum - maen', title: '$sale' } } },
      '/values/rest/formula there is no value "maen"; did you mean "mean"? (at character 7: maen)',
    ],
    [
      'a circle',
      { values: { ...trial.values, mean: { formula: 'rest + 1', title: '$sale' } } },
      '/values/mean/formula the value is computed from itself: mean → rest → mean',
    ],
    [
      'a quotient of any number of decimals',
      { values: { ...trial.values, mean: { formula: 'sum / count', title: '$sale' } } },
      '/values/mean to how many decimals is it rounded? Write "scale": 2',
    ],
    [
      'a day',
      { values: { ...trial.values, first: 'min(sold_at)', rest: { formula: 'first + 1', title: '$sale' } } },
      '/values/rest/formula "first" is a day or a time and no number',
    ],
    ['the total of nothing', { totals: ['summ'] }, '/totals/0 there is no value "summ"'],
    ['the total of a least value', { totals: ['m'], values: { m: 'min(weight)' }, days: undefined }, '/totals/0 "m" is no amount'],
    ['totals of a chart', { chart: 'bar' }, '/totals "totals" stand in the last line of a table'],
    [
      'days that choose nothing',
      { values: { sum: 'sum(weight)' }, totals: undefined },
      '/days the days that the reader chooses choose nothing',
    ],
    ['values of no hook', { values: { ...trial.values, flow: { kind: 'decimal', title: '$sale' } } }, '/values/flow what a hook answers'],
    [
      'functions beside a hook',
      { compute: 'shop/flow', values: { sum: 'sum(weight)' }, totals: undefined },
      '/values/sum "shop/flow" works the values out',
    ],
  ])('a formula or a total over %s is reported', (_, changes, message) =>
    expect(saidOf({ ...trial, ...changes })).toEqual(expect.arrayContaining([expect.stringContaining(message)])),
  )
  it('a hook that no feature has is reported', () => {
    const files = filesWith({ ...sound, group: 'state', compute: 'shop/flow', values: { flow: { kind: 'decimal', title: '$sale' } } })
    const said = checkModule(files, { ...context, hooks: { metrics: ['shop/flows'] } }).map(({ message }) => message)
    expect(said).toContain('nobody can compute "shop/flow": no feature of the server has it')
  })

  it.each([
    ['another name than its file', { name: 'sale' }, '/name the file must be called metrics/sale.json'],
    ['an entity that there is not', { entity: 'sail' }, '/entity there is no entity "sail"'],
    ['a field that there is not', { values: { count: 'count(idd)' } }, '/values/count there is no field "idd"'],
    ['a function that there is not', { values: { count: 'median(weight)' } }, '/values/count'],
    ['a sum of a text', { values: { sum: 'sum(title)' } }, '/values/sum sum cannot be worked out of "title": it is no number'],
    ['a moment without a period', { group: 'sold_at' }, '"sold_at" is a moment: say how long a period is'],
    ['periods of no moment', { group: [{ field: 'state', by: 'month' }] }, '/group/0/by "state" is no moment'],
    ['groups of objects', { group: 'note' }, 'records cannot be grouped by "note"'],
    ['a third group', { group: ['state', 'title', 'weight'] }, '/group'],
    ['a line without periods', { group: 'state', chart: 'line' }, '/chart "line" draws the periods of a moment'],
    ['a comparison of nothing', { compare: 'previous' }, '/compare compares a number with the period before'],
    [
      'a candle without its wick',
      { group: { field: 'sold_at', by: 'day' }, chart: 'candlestick', values: { a: 'first(weight)' } },
      'there is no last, max, min',
    ],
    ['a first one of no moment', { group: 'state', values: { a: 'first(weight)' } }, 'first goes by the moment of the group'],
    ['a list without its filter', { group: 'title' }, '/to the list behind it has no filter "title"'],
    ['a link to nowhere', { to: { name: 'shop-sails' } }, '/to/name there is no screen "shop-sails"'],
    ['a parameter of the call', { where: { title: '{params.name}' } }, 'the parameter "name" means something else'],
    ['a permission that there is not', { access: 'shop.figures' }, '/access no module defines the permission'],
    ['an insertion of nothing', { where: { title: '{row.title}' } }, '{row.title} inserts nothing'],
  ])('finds %s', (_, metric, message) => expect(saidOf(metric).join('\n')).toContain(message))

  it('is named by blocks and calls with the parameters that it takes', () => {
    const screen = (block: object) => ({
      'screens/shop-figures.json': { name: 'shop-figures', path: 'shop/figures', title: '$sale', body: [block] },
    })
    const group = { field: 'sold_at', by: '{params.period}' }
    const where = { state: '{params.state}' }
    expect(saidOf({}, screen({ metric: 'sales' }))).toEqual([])
    expect(saidOf({}, screen({ metric: 'sails' })).join()).toContain('there is no metric "sails"')
    expect(saidOf({ group, where }, screen({ metric: 'sales', params: { state: 'open' } }))).toEqual([])
    expect(saidOf({ group, where }, screen({ metric: 'sales' })).join()).toContain('needs the parameter "state"')
    expect(saidOf({ group }, screen({ metric: 'sales', params: { status: 'open' } })).join()).toContain('takes no parameter "status"')
    const endpoint = (metric: string) => ({
      'endpoints.json': { endpoints: [{ name: 'shop-sales-read', method: 'GET', access: 'shop.read', operation: 'metric', metric }] },
    })
    expect(saidOf({}, endpoint('sales'))).toEqual([])
    expect(saidOf({}, endpoint('sails')).join()).toContain('there is no metric "sails"')
  })

  it('is told of by diff: new ones add, gone ones break', () => {
    const { 'metrics/sales.json': _, ...without } = filesWith(sound)
    const [before, after] = [parseModule(without), parseModule(filesWith(sound))]
    expect(diffModules(before, after)).toMatchObject([{ level: 'additive', subject: 'metric sales' }])
    expect(diffModules(after, before)).toMatchObject([{ level: 'breaking', subject: 'metric sales' }])
  })
})
