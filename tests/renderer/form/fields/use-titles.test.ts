import { beforeAll, describe, expect, it } from 'vitest'
import { titleSource } from '#renderer/form/fields/use-titles.ts'
import { setWidgets } from '#renderer/registry/widgets.ts'
import { widgets } from '#widgets/index.ts'

const person = { type: 'integer', references: 'user' }
const listOfUsers = { endpoint: 'list', params: { model: 'user' } }

describe('the titles of references come', () => {
  beforeAll(() => setWidgets(widgets))

  it('from the list of the entity', () => {
    expect(titleSource(person, { widget: 'remote-select', ...listOfUsers })).toEqual(listOfUsers)
    expect(titleSource(person, {})).toEqual(listOfUsers)
  })
  it('from the call of the widget, without the parameters of the list', () =>
    expect(titleSource(person, { widget: 'user-search', ...listOfUsers })).toEqual({ endpoint: 'user-search', params: {} }))
  it('from the options of a combo', () =>
    expect(titleSource({ type: 'string' }, { combo: 'currencies' })).toEqual({ endpoint: 'combo-options', params: { name: 'currencies' } }))
  it('from nowhere, where the endpoint belongs to a widget that chooses no records', () =>
    expect(titleSource({ type: 'string' }, { widget: 'slug', endpoint: 'slug-suggest' })).toBeUndefined())
})
