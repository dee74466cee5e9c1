import { beforeAll, describe, expect, it, vi } from 'vitest'
import { askForDependentFields } from '#renderer/form/data/dependent-fields.ts'
import { subscribeField } from '#renderer/form/data/field-subscription.ts'
import { createFormStore, type Messages } from '#renderer/form/data/form-store.ts'
import { countMessages, messagesOf } from '#renderer/form/data/form-messages.ts'
import { initialData } from '#renderer/form/data/initial-data.ts'
import { isPlain } from '#renderer/form/schema/plain-schema.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { onReveal, revealField } from '#renderer/form/validation/reveal.ts'
import { fieldSelector } from '#renderer/form/fields/use-field-state.ts'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'

beforeAll(askForDependentFields)

const place = ({ ui = {}, ...over }: { ui?: FormDocumentFieldUi; deep?: boolean } = {}) => ({
  form: { schema: {}, ui: { title: ui } },
  schema: { type: 'string' },
  ui,
  path: ['title'],
  listed: false,
  deep: true,
  context: {},
  ...over,
})

describe('what a field reads of its form', () => {
  it('stays the same object while other fields change', () => {
    const store = createFormStore({ title: 'a', other: 1 }, () => ({}))
    const read = fieldSelector(place())
    const before = read(store.getState())
    store.commit(['other'], 2)
    expect(read(store.getState())).toBe(before)
    store.commit(['title'], 'b')
    expect(read(store.getState())).toMatchObject({ value: 'b' })
  })
  it('follows conditions about other fields', () => {
    const store = createFormStore({ kind: 'a' }, () => ({}))
    const read = fieldSelector(place({ ui: { visible: { properties: { kind: { const: 'b' } } }, disabled: true } }))
    expect(read(store.getState())).toMatchObject({ visible: false, disabled: true })
    store.commit(['kind'], 'b')
    expect(read(store.getState())).toMatchObject({ visible: true })
  })
  it('has its messages once it was touched, those beneath it by their way', () => {
    const store = createFormStore({}, () => ({ title: ['wrong'], 'title.fa': ['worse'], other: ['no'] }))
    const read = fieldSelector(place())
    expect(read(store.getState()).messages).toEqual([])
    store.touch('title')
    expect(read(store.getState())).toMatchObject({ messages: ['wrong', 'worse'], errors: { fa: ['worse'] } })
  })
  it('fills its properties in from the data', () => {
    const store = createFormStore({ country: 7, title: '' }, () => ({}))
    const read = fieldSelector(place({ ui: { params: { of: '{form.country}' } } }))
    const before = read(store.getState()).props
    expect(before).toEqual({ params: { of: 7 } })
    store.commit(['title'], 'x')
    expect(read(store.getState()).props).toBe(before)
    store.commit(['country'], 8)
    expect(read(store.getState()).props).toEqual({ params: { of: 8 } })
  })
})

describe('messages under a place', () => {
  const store = createFormStore({}, () => ({ 'rows.0.a': ['x'], 'rows.1.a': ['y'], rowsy: ['z'] }))
  it('are found by their path, not by its letters', () => {
    store.setState({ attempted: true })
    expect(messagesOf(store.getState(), 'rows', true)).toEqual(['x', 'y'])
    expect(messagesOf(store.getState(), 'rows.1', true)).toEqual(['y'])
  })
  it('are counted once each, as far as they are shown', () => {
    expect(countMessages(store.getState(), ['rows', 'rows.0', 'rowsy'])).toBe(3)
    store.setState({ attempted: false, touched: new Set(['rows.1']) })
    expect(countMessages(store.getState(), ['rows', 'rowsy'])).toBe(1)
  })
})

describe('a place of a schema', () => {
  it.each([
    [{ type: 'string' }, true],
    [{ type: 'object', properties: {} }, true],
    [{ type: 'object', additionalProperties: false }, true],
    [{}, false],
    [true, false],
    [{ $ref: '#/a' }, false],
    [{ type: 'object', oneOf: [] }, false],
    [{ type: 'object', if: {} }, false],
    [{ type: 'object', dependencies: {} }, false],
    [{ type: 'object', additionalProperties: { type: 'string' } }, false],
  ])('%j is drawn without asking the data: %s', (schema, plain) => expect(isPlain(schema)).toBe(plain))
})

describe('a list that may not be empty', () => {
  const form = {
    schema: {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          rules: 'required',
          items: { type: 'object', properties: { a: { type: 'string' }, n: { type: 'integer', default: 3 } } },
        },
      },
    },
  }
  it.each([[undefined], [{}], [{ rows: [] }], [{ rows: null }]])('opens with a row of its own on %j', (data) => {
    expect(initialData(form, normaliseSchema(form.schema), data as never).rows).toEqual([{ n: 3 }])
  })
})

describe('revealing a field', () => {
  it('asks those too that take part only once what holds them is open', () => {
    const inner = vi.fn()
    let stopInner: (() => void) | undefined
    const stop = onReveal('f', () => {
      stopInner ??= onReveal('f', inner)
    })
    revealField('f', 'rows.0')
    expect(inner).toHaveBeenCalledExactlyOnceWith('rows.0')
    stop()
    stopInner?.()
    revealField('f', 'rows.0')
    expect(inner).toHaveBeenCalledTimes(1)
  })
})

describe('the notice of a change', () => {
  it('reaches the fields that it is about, and those that depend on others', () => {
    const store = createFormStore({ a: 1, b: { c: 1 } }, (data): Messages => (data.a === 2 ? { 'b.c': ['wrong'] } : {}))
    const [a, b, wide] = [vi.fn(), vi.fn(), vi.fn()]
    subscribeField(store, 'a', false, a)
    const stop = subscribeField(store, 'b', false, b)
    subscribeField(store, 'd', true, wide)
    store.noteTyping()
    expect([a, b, wide].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    store.commit(['b', 'c'], 2)
    expect([a, b, wide].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
    store.commit(['a'], 2)
    expect([a, b, wide].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 2])
    store.touch('a')
    expect([a, b].map(({ mock }) => mock.calls.length)).toEqual([2, 3])
    stop()
    store.commit(['b', 'c'], 3)
    expect(b).toHaveBeenCalledTimes(3)
  })
})
