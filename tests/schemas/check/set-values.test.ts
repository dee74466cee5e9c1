import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const gift = { properties: { kind: { const: 'gift' } } }

/** Errors of a module whose parcel has these words. */
function problems(properties: object, more: object = {}): string[] {
  const entity = {
    name: 'parcel',
    title: 'Parcel',
    display: '{kind}',
    schema: { type: 'object', properties: { kind: { enum: ['gift', 'sale'] }, ...properties } },
    access: { read: 'library.read' },
    ...more,
  }
  const labels = Object.fromEntries(['kind', ...Object.keys(properties)].map((name) => [`entities.parcel.${name}`, name]))
  const files = {
    ...readModuleFolder('tests/fixtures/library'),
    'entities/parcel.json': JSON.stringify(entity),
    'locales/en.json': JSON.stringify(labels),
  }
  return checkModule(files, { ...offlineContext(), locales: ['en'] })
    .filter(({ file, severity }) => file === 'entities/parcel.json' && severity === 'error')
    .map(({ pointer, message }) => `${pointer} ${message}`)
}

describe('values that conditions set', () => {
  it('can be published', () => {
    expect(problems({ way: { enum: ['post', 'free'], value: [{ when: gift, set: 'free' }] } })).toEqual([])
  })
  it('are possible, under conditions on fields that there are', () => {
    expect(problems({ way: { enum: ['post'], value: [{ when: gift, set: 'free' }] } })[0]).toContain('"free" is no value of "way"')
    const odd = { properties: { knd: { const: 'gift' } } }
    expect(problems({ way: { enum: ['post'], value: [{ when: odd, set: 'post' }] } })[0]).toContain('there is no field "knd"')
  })
  it('are not those of fields that get them otherwise, and not inside of others', () => {
    expect(problems({ way: { type: 'integer', computed: '1 + 1', value: [{ when: gift, set: 1 }] } })[0]).toContain('has "computed"')
    const inside = { type: 'object', properties: { way: { enum: ['post'], value: [{ when: gift, set: 'post' }] } } }
    expect(problems({ details: inside }).join()).toContain('fields of the record itself')
  })
  it('do not go in a circle', () => {
    const byWay = { properties: { way: { const: 'free' } } }
    const byCost = { properties: { cost: { const: 'none' } } }
    const found = problems({
      way: { enum: ['free'], value: [{ when: byCost, set: 'free' }] },
      cost: { enum: ['none'], value: [{ when: byWay, set: 'none' }] },
    })
    expect(found[0]).toContain('way → cost → way')
  })
})
