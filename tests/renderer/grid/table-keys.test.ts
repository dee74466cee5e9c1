import { describe, expect, test } from 'vitest'
import { eraseKey, saveKey, selectAllKey } from '#renderer/grid/edit/grid-edits.ts'
import { editKey, keyCommand, pageCommand, rowAfter } from '#renderer/grid/table/table-keys.ts'

const key = (code: string, rest: object = {}) => ({ code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...rest })
const line = { tagName: 'TR' }

describe('keys in the list', () => {
  test.each([
    ['KeyJ', 'next'],
    ['ArrowDown', 'next'],
    ['KeyK', 'previous'],
    ['ArrowUp', 'previous'],
    ['Slash', 'search'],
    ['Enter', 'open'],
    ['Space', 'select'],
    ['Home', 'first'],
    ['End', 'last'],
  ])('%s on a line: %s', (code, command) => {
    expect(keyCommand(key(code), line)).toBe(command)
  })
  test('Enter and Space stay with a link, a button and a box', () => {
    for (const tagName of ['A', 'BUTTON', 'INPUT']) expect(keyCommand(key('Enter'), { tagName, type: 'checkbox' })).toBeNull()
    expect(keyCommand(key('Space'), { tagName: 'BUTTON' })).toBeNull()
    expect(keyCommand(key('KeyJ'), { tagName: 'BUTTON' })).toBe('next')
  })
  test('nothing is ours while somebody types, or with a modifier', () => {
    expect(keyCommand(key('KeyJ'), { tagName: 'INPUT', type: 'search' })).toBeNull()
    expect(keyCommand(key('KeyJ'), { tagName: 'TEXTAREA' })).toBeNull()
    expect(keyCommand(key('KeyJ', { ctrlKey: true }), line)).toBeNull()
  })
  test('the menu key and Shift+F10 open the actions of a line, and nothing on what is inside it', () => {
    expect([keyCommand(key('ContextMenu'), line), keyCommand(key('F10', { shiftKey: true }), line), keyCommand(key('F10'), line)]).toEqual([
      'menu',
      'menu',
      null,
    ])
    expect(keyCommand(key('F10', { shiftKey: true }), { tagName: 'A' })).toBeNull()
  })
  test.each([
    ['Enter', 'enter'],
    ['F2', 'enter'],
    ['Space', 'select'],
    ['Home', 'row-start'],
    ['End', 'row-end'],
    ['Escape', 'leave'],
    ['PageDown', 'page-down'],
    ['PageUp', 'page-up'],
  ])('%s in a cell: %s', (code, command) => {
    expect(keyCommand(key(code), { tagName: 'TD' })).toBe(command)
  })
  test('arrows to the side follow the reading direction', () => {
    expect([keyCommand(key('ArrowRight'), line), keyCommand(key('ArrowLeft'), line)]).toEqual(['forward', 'back'])
    expect([keyCommand(key('ArrowRight'), line, true), keyCommand(key('ArrowLeft'), line, true)]).toEqual(['back', 'forward'])
  })
  test('with control: the ends of the list, and all of its rows', () => {
    expect(['Home', 'End', 'KeyA', 'KeyJ'].map((code) => keyCommand(key(code, { ctrlKey: true }), { tagName: 'TD' }))).toEqual([
      'first',
      'last',
      'select-all',
      null,
    ])
  })
  test('with Shift the stroke is a question mark, and Z is another key', () => {
    expect([
      keyCommand(key('Slash', { shiftKey: true }), line),
      keyCommand(key('KeyZ', { shiftKey: true, ctrlKey: true }), line),
      keyCommand(key('KeyZ', { ctrlKey: true }), line),
    ]).toEqual([null, null, 'undo'])
  })
  test('Escape leads out of what is typed into', () => {
    expect(keyCommand(key('Escape'), { tagName: 'INPUT', type: 'text' })).toBe('leave')
  })
  test('an inherited name is no command', () => {
    expect(keyCommand(key('constructor'), line)).toBeNull()
  })
})

test('into the list of a page lead three keys, without any other', () => {
  expect(['Slash', 'KeyJ', 'KeyK', 'ArrowDown', 'toString'].map((code) => pageCommand(key(code)))).toEqual([
    'search',
    'first',
    'last',
    null,
    null,
  ])
  expect(['shiftKey', 'ctrlKey', 'altKey', 'metaKey'].map((name) => pageCommand(key('Slash', { [name]: true })))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a page of rows on, and never past the ends', () => {
  expect([
    rowAfter('page-down', 3, 40, 10),
    rowAfter('page-down', 35, 40, 10),
    rowAfter('page-up', 4, 40, 10),
    rowAfter('previous', 0, 40, 10),
    rowAfter('next', 39, 40, 10),
    rowAfter('next', -1, 40, 10),
  ]).toEqual([13, 39, 0, null, null, 0])
})

describe('keys that open an editor', () => {
  const pressed = (name: string, rest: object = {}) => ({ ...key(name.length === 1 ? `Key${name.toUpperCase()}` : name, rest), key: name })
  test.each([
    ['Enter', {}],
    ['F2', { text: '' }],
    ['j', { text: 'j' }],
    ['/', { text: '/' }],
    ['۵', { text: '۵' }],
    ['Delete', { text: eraseKey }],
    ['Backspace', { text: eraseKey }],
    ['Tab', null],
    ['ArrowDown', null],
    [' ', null],
    ['Escape', null],
  ])('%s', (name, expected) => {
    expect(editKey(pressed(name))).toEqual(expected)
  })
  test('commands of the browser stay with it', () => expect(editKey(pressed('c', { ctrlKey: true }))).toBeNull())
  test('while it opens, blanks are letters and what goes on from it waits', () =>
    expect([' ', 'Enter', 'Tab'].map((name) => editKey(pressed(name), true))).toEqual([{ text: ' ' }, { text: '\n' }, { text: '\t' }]))
  test('while it opens, no key is a command of the list', () => {
    expect(editKey(pressed('a', { ctrlKey: true }), true)).toEqual({ text: selectAllKey })
    expect(editKey(pressed('Escape'), true)).toEqual({ text: '\u001b' })
    for (const name of ['ArrowDown', 'Home', 'PageDown']) expect(editKey(pressed(name), true)).toEqual({})
    expect(editKey(pressed('v', { ctrlKey: true }), true)).toBeNull()
    expect([
      editKey(pressed('s', { ctrlKey: true }), true),
      editKey(pressed('s', { metaKey: true }), true),
      editKey(pressed('s', { ctrlKey: true })),
    ]).toEqual([{ text: saveKey }, { text: saveKey }, null])
  })
})
