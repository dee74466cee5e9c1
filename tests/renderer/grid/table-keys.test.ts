import { describe, expect, test } from 'vitest'
import { keyCommand } from '#renderer/grid/table-keys.ts'

const key = (code: string, rest: object = {}) => ({ code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...rest })
const line = { tagName: 'TR' }

describe('keys in the list', () => {
  test.each([['KeyJ', 'next'], ['ArrowDown', 'next'], ['KeyK', 'previous'], ['ArrowUp', 'previous'], ['Slash', 'search'], ['Enter', 'open'], ['Space', 'select'], ['Home', 'first'], ['End', 'last']])('%s on a line: %s', (code, command) => {
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
    expect([keyCommand(key('ContextMenu'), line), keyCommand(key('F10', { shiftKey: true }), line), keyCommand(key('F10'), line)]).toEqual(['menu', 'menu', null])
    expect(keyCommand(key('F10', { shiftKey: true }), { tagName: 'A' })).toBeNull()
  })
  test('an inherited name is no command', () => {
    expect(keyCommand(key('constructor'), line)).toBeNull()
  })
})
