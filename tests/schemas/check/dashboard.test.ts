import { expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')

function problemsOf(more: object): string[] {
  const whole = { ...(JSON.parse(files['module.json']!) as object), ...more }
  return checkModule({ ...files, 'module.json': JSON.stringify(whole) }, { ...offlineContext(), locales: ['en', 'fa'] })
    .filter(({ severity }) => severity === 'error')
    .map(({ pointer, message }) => `${pointer} ${message}`)
}
const widget = (more: object) => problemsOf({ widgets: [{ name: 'one', title: '$books', icon: 'book', ...more }] })
const list = { entity: 'book', to: 'grid/library/book/books' }

it('a widget draws one thing that is there', () => {
  expect(widget({ list })).toEqual([])
  expect(widget({})).toEqual([expect.stringContaining('draws one thing')])
  expect(widget({ list, kind: 'note' })).toEqual([expect.stringContaining('draws one thing')])
  expect(widget({ metric: 'nothing' })).toEqual([expect.stringContaining('no metric "nothing"')])
  expect(widget({ kind: 'note', trend: 'nothing' })[0]).toContain('there is no "metric"')
  expect(widget({ list: { ...list, entity: 'boook' } })).toEqual([expect.stringContaining('no entity "boook"')])
  expect(widget({ list: { ...list, sort: '-nothing', fields: ['neither'] } })).toHaveLength(2)
  expect(widget({ list, roles: { nobody: 1 } })).toEqual([expect.stringContaining('no role "nobody"')])
})

it('names are taken once, and what is due has a day', () => {
  const due = { name: 'one', title: '$books', entity: 'book', field: 'published_at' }
  expect(problemsOf({ due: [due] })).toEqual([])
  expect(problemsOf({ due: [due, due] })).toEqual([expect.stringContaining('already taken')])
  expect(problemsOf({ due: [{ ...due, field: 'title' }] })).toEqual([expect.stringContaining('nothing is due')])
})
