import { describe, expect, it } from 'vitest'
import {
  conditionErrors,
  disabledTextAt,
  hiddenErrors,
  hiddenPaths,
  seenBy,
  setValues,
  withheldAt,
  withoutUnfilled,
  type ConditionalForm,
} from '#schemas/rules/conditions/form-conditions.ts'

const is = (field: string, value: unknown) => ({ properties: { [field]: { const: value } } })

describe('what is hidden', () => {
  const chain: ConditionalForm = { ui: { b: { visible: is('a', 1) }, c: { visible: is('b', 1) } } }
  it('counts as empty for further conditions', () => {
    expect([...hiddenPaths(chain, { a: 1, b: 1, c: 1 })]).toEqual([])
    expect([...hiddenPaths(chain, { a: 2, b: 1, c: 1 })].sort()).toEqual(['b', 'c'])
    expect(seenBy(chain, { a: 2, b: 1, c: 1 }).data).toEqual({ a: 2 })
  })
  it('is told row by row', () => {
    const form: ConditionalForm = { ui: { 'rows[].size': { visible: is('kind', 'box') } } }
    expect([
      ...hiddenPaths(form, {
        rows: [
          { kind: 'box', size: 1 },
          { kind: 'bag', size: 2 },
        ],
      }),
    ]).toEqual(['rows.1.size'])
  })
  it('is what stands in a hidden panel, too', () => {
    const form: ConditionalForm = {
      ui: { c: { visible: is('b', 1) } },
      layout: ['a', { panel: 'P', fields: ['b'], visible: is('a', 1) }, 'c'],
    }
    expect([...hiddenPaths(form, { a: 2, b: 1, c: 1 })].sort()).toEqual(['b', 'c'])
  })
  it('ends where conditions go in a circle, with what they go on about shown', () => {
    const form: ConditionalForm = { ui: { a: { visible: { not: is('b', 1) } }, b: { visible: is('a', 1) } } }
    expect([...hiddenPaths(form, { a: 1, b: 1 })]).toEqual([])
  })
})

describe('a value that a condition sets', () => {
  const form: ConditionalForm = {
    ui: {
      price: { value: [{ when: is('gift', true), set: 0 }] },
      total: { value: [{ set: '{form.price}' }] },
      'rows[].unit': { value: [{ when: is('kind', 'box'), set: '{item.kind}' }] },
    },
  }
  it('is put into the data, one after the other, and leaves data that has it as it is', () => {
    expect(setValues(form, { gift: true, price: 5, total: 5 })).toEqual({ gift: true, price: 0, total: 0 })
    const free = { gift: false, price: 5, total: 5 }
    expect(setValues(form, free)).toBe(free)
    expect(setValues(form, { total: null, rows: [{ kind: 'box' }, { kind: 'bag', unit: 'x' }] })).toEqual({
      total: null,
      rows: [
        { kind: 'box', unit: 'box' },
        { kind: 'bag', unit: 'x' },
      ],
    })
  })
  it('ends where values set each other off without end', () => {
    const circle: ConditionalForm = {
      ui: { a: { value: [{ when: is('b', 1), set: 2 }, { set: 1 }] }, b: { value: [{ when: is('a', 1), set: 1 }, { set: 2 }] } },
    }
    expect(Object.keys(setValues(circle, { a: 1, b: 2 }))).toEqual(['a', 'b'])
  })
  it('is not put into what is hidden', () => {
    const hiddenForm: ConditionalForm = { ui: { price: { visible: is('gift', false), value: [{ set: 0 }] } } }
    expect(setValues(hiddenForm, { gift: true, price: 5 })).toEqual({ gift: true, price: 5 })
  })
})

describe('what a form refuses by its conditions', () => {
  const form: ConditionalForm = {
    ui: {
      reason: { visible: is('state', 'refused'), required: is('state', 'refused') },
      way: { options: [{ value: 'post' }, { value: 'courier', title: 'Courier', when: is('city', 'tehran') }] },
      fee: { value: [{ when: is('way', 'post'), set: 0 }] },
    },
  }
  it('a choice that is not offered, a value other than the one set, and nothing in what is required', () => {
    expect(conditionErrors(form, { state: 'refused', city: 'rasht', way: 'courier' })).toEqual({
      reason: { key: 'rules.required' },
      way: { key: 'rules.included' },
    })
    expect(conditionErrors(form, { way: 'post', fee: 7 })).toEqual({ fee: { key: 'rules.fixed', values: { value: '0' } } })
    expect(conditionErrors(form, { state: 'open', reason: '', city: 'tehran', way: 'courier', fee: 7 })).toEqual({})
  })
  it('says what is not offered, by value', () => expect(withheldAt(form.ui!.way, { city: 'rasht' }, ['way'])).toEqual(['"courier"']))
})

describe('what is sent for hidden places', () => {
  const form: ConditionalForm = {
    ui: {
      note: { visible: is('kind', 'gift') },
      box: { visible: is('kind', 'gift') },
      'box.size': { visible: is('kind', 'gift') },
      'rows[].size': { visible: is('kind', 'box') },
      'rows[].inner.colour': { visible: is('kind', 'box') },
    },
  }
  it('is refused at every depth, once', () => {
    const sent = {
      kind: 'bag',
      note: 'x',
      box: { size: 1 },
      rows: [
        { kind: 'box', size: 1 },
        { kind: 'bag', size: 2, inner: { colour: 'red' } },
      ],
    }
    expect(Object.keys(hiddenErrors(form, sent, sent))).toEqual(['note', 'box', 'rows.1.size', 'rows.1.inner.colour'])
  })
  it('is let be where it holds nothing, and left out', () => {
    const sent = { kind: 'bag', note: '', box: { size: '' }, rows: [{ kind: 'bag', size: '', inner: { colour: null } }] }
    expect(hiddenErrors(form, sent, sent)).toEqual({})
    expect(withoutUnfilled(form, sent, sent)).toEqual({ kind: 'bag', note: null, box: null, rows: [{ kind: 'bag', inner: {} }] })
    const whole = { kind: 'gift', note: '' }
    expect(withoutUnfilled(form, whole, whole)).toBe(whole)
  })
})

describe('a chain of conditions', () => {
  const chainOf = (length: number, reversed: boolean): ConditionalForm => {
    const fields = Array.from({ length }, (_, index) => [`f${index + 1}`, { visible: is(`f${index}`, 1) }] as const)
    return { ui: Object.fromEntries(reversed ? fields.reverse() : fields) }
  }
  const filled = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, 1]))

  it.each([false, true])('of 200 fields is followed to its end (written backwards: %s)', (reversed) => {
    const chain = chainOf(200, reversed)
    expect(hiddenPaths(chain, filled).size).toBe(0)
    expect(hiddenPaths(chain, { ...filled, f0: 2 }).size).toBe(200)
    expect(seenBy(chain, { ...filled, f100: 2 }).data).toEqual(
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, index === 100 ? 2 : 1])),
    )
  })
  it('may go through a definition, a row and a panel', () => {
    const form: ConditionalForm = {
      ui: {
        'rows[].c': { visible: is('b', 1) },
        'rows[].b': { visible: is('a', 1) },
        last: { visible: { $ref: '#/definitions/shown', definitions: { shown: is('middle', 1) } } },
      },
      layout: [{ panel: 'P', fields: ['middle'], visible: is('first', 1) }],
    }
    expect([...hiddenPaths(form, { first: 2, middle: 1, last: 1, rows: [{ a: 2, b: 1, c: 1 }] })].sort()).toEqual([
      'last',
      'middle',
      'rows.0.b',
      'rows.0.c',
    ])
  })
  it('that is longer than it may be in a circle still has the answer that the circle leaves', () => {
    const chain = chainOf(12, true)
    const form: ConditionalForm = { ui: { ...chain.ui, a: { visible: { not: is('b', 1) } }, b: { visible: is('a', 1) } } }
    expect([...hiddenPaths(form, { ...filled, f0: 2, a: 1, b: 1 })].length).toBe(12)
  })
})

describe('why a field is disabled', () => {
  const ui = { disabled: { not: is('currency', 'IRR') }, disabled_text: 'First the currency', value: [{ when: is('kind', 'box'), set: 1 }] }
  it('is said by its text where its own condition holds, and not where its value is set', () => {
    expect(disabledTextAt({}, ui, { currency: 'EUR' }, ['size'])).toBe('First the currency')
    expect(disabledTextAt({}, ui, { currency: 'IRR', kind: 'box' }, ['size'])).toBeUndefined()
  })
  it('is said by the text alone where a document gives no condition', () => {
    expect(disabledTextAt({}, { disabled_text: 'Locked' }, {}, ['size'])).toBe('Locked')
  })
})
