import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyCommand, pageCommand } from '#renderer/grid/table/table-keys.ts'
import { formatChord, keyList } from '#renderer/modal/key-list.ts'
import { isQuestionMark, isShortcut, shortcuts } from '#renderer/ui/shortcuts.ts'

const pressed = (chord: string) => {
  const keys = chord.split('+')
  return {
    code: keys.at(-1)!,
    key: '',
    ctrlKey: keys.includes('Command'),
    metaKey: false,
    altKey: keys.includes('Alt'),
    shiftKey: keys.includes('Shift'),
    defaultPrevented: false,
  }
}
const linesOf = (name: string) => keyList.find((group) => group.name === name)!.lines
const chordsOf = (name: string) => linesOf(name).flatMap(({ chords }) => chords)

const messages = join(import.meta.dirname, '../../../renderer/locale/messages')
it.each(readdirSync(messages))('every key and what it does has a text in %s', (file) => {
  const texts = JSON.parse(readFileSync(join(messages, file), 'utf8')) as object
  const textOf = (key: string) =>
    key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], texts)
  const wanted: string[] = []
  for (const { name, lines } of keyList)
    wanted.push(
      `keys.groups.${name}`,
      ...lines.flatMap(({ does, chords }) => {
        for (const chord of chords)
          formatChord(
            chord,
            (key) => {
              wanted.push(`keys.names.${key}`)
              return key
            },
            { isMac: false, isRtl: false },
          )
        return [does]
      }),
    )
  expect(wanted.filter((key) => typeof textOf(key) !== 'string')).toEqual([])
})

it('no line of the list is without keys, and none is told twice in its group', () => {
  for (const { name, lines } of keyList) {
    expect(lines.filter(({ chords }) => chords.length === 0)).toEqual([])
    expect(new Set(lines.map(({ does }) => does)).size, name).toBe(lines.length)
  }
})

it('what a list hears is in the list of keys', () => {
  const codes = [
    'KeyA',
    'KeyJ',
    'KeyK',
    'KeyV',
    'KeyZ',
    'KeyQ',
    'Slash',
    'Enter',
    'Space',
    'Escape',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'ContextMenu',
    'Digit1',
  ]
  const heard = codes
    .flatMap((code) => [code, `Command+${code}`])
    .filter((chord) => {
      const command = keyCommand(pressed(chord), { tagName: 'TR' })
      return command !== null && command !== 'enter'
    })
  expect(heard.filter((chord) => !chordsOf('lists').includes(chord))).toEqual([])
  expect(codes.filter((code) => pageCommand(pressed(code)) !== null).filter((code) => !chordsOf('everywhere').includes(code))).toEqual([])
})

it('shortcuts need their very keys, and are not taken twice', () => {
  expect(isShortcut(pressed('Command+KeyS'), 'save')).toBe(true)
  expect(isShortcut({ ...pressed('KeyS'), metaKey: true }, 'save')).toBe(true)
  expect(['KeyS', 'Command+Shift+KeyS', 'Command+Alt+KeyS'].map((chord) => isShortcut(pressed(chord), 'save'))).toEqual([
    false,
    false,
    false,
  ])
  expect(isShortcut({ ...pressed('Command+KeyS'), defaultPrevented: true }, 'save')).toBe(false)
  expect([...shortcuts.redo, 'Command+Shift+KeyY', 'Command+KeyZ'].map((chord) => isShortcut(pressed(chord), 'redo'))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('the question mark is told by its sign, wherever it lies', () => {
  expect(['?', '؟', '？', '/', 'Shift'].map((key) => isQuestionMark({ ...pressed('Shift+Minus'), key }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(isQuestionMark({ ...pressed('Shift+Alt+Slash'), key: '?' })).toBe(false)
})

it('keys are written as they stand on the keyboard', () => {
  const write = (chord: string, options: object = {}) =>
    formatChord(chord, (key) => key.toUpperCase(), { isMac: false, isRtl: false, ...options })
  expect(write('Command+Shift+KeyZ')).toEqual(['CONTROL', 'SHIFT', 'Z'])
  expect([write('Command+KeyK', { isMac: true }), write('Control+ArrowLeft', { isMac: true })]).toEqual([
    ['⌘', 'K'],
    ['CONTROL', '←'],
  ])
  expect([write('ArrowRight'), write('ArrowRight', { isRtl: true })]).toEqual([['→'], ['←']])
  expect([write('Slash'), write('?'), write('Shift+F10')]).toEqual([['/'], ['?'], ['SHIFT', 'F10']])
})
