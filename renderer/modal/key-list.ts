import { keysIn, pageKeys, type KeyCommand } from '#renderer/grid/table/table-keys.ts'
import { shortcuts } from '#renderer/ui/shortcuts.ts'

/** What keys do, by the key of its text. */
export interface KeyLine {
  does: string
  /** Keys that are pressed together, e.g. `Command+Shift+KeyZ`. */ chords: readonly string[]
}
export interface KeyGroup {
  name: 'everywhere' | 'lists' | 'cells' | 'moving' | 'forms'
  lines: readonly KeyLine[]
}

/** Descriptions of keys on a line; null for keys that work only in cells. A command without a description does not compile. */
const onLine: Readonly<Record<KeyCommand, string | null>> = {
  search: 'keys.search',
  next: 'keys.next',
  previous: 'keys.previous',
  'page-down': 'keys.page_down',
  'page-up': 'keys.page_up',
  first: 'keys.first',
  last: 'keys.last',
  forward: 'keys.forward',
  back: 'keys.back',
  open: 'keys.open',
  view: 'grid.quick.open',
  menu: 'keys.menu',
  select: 'keys.select',
  'select-all': 'grid.select_all',
  leave: 'grid.clear_selection',
  undo: 'toast.undo',
  enter: null,
  'row-start': null,
  'row-end': null,
}

/** Those of a cell, where they are others. */
const inCell: Partial<Record<KeyCommand, string>> = {
  'row-start': 'keys.row_start',
  'row-end': 'keys.row_end',
  first: 'keys.first_cell',
  last: 'keys.last_cell',
  enter: 'keys.edit',
}

const linesOf = (place: 'line' | 'cell', texts: Readonly<Partial<Record<KeyCommand, string | null>>>): KeyLine[] =>
  Object.entries(texts).flatMap(([command, does]) =>
    does === null ? [] : [{ does, chords: keysIn(place).flatMap(([chord, means]) => (means === command ? [chord] : [])) }],
  )

/** The keys that there are, where they hold. */
export const keyList: readonly KeyGroup[] = [
  {
    name: 'everywhere',
    lines: [
      { does: 'shell.search', chords: shortcuts.palette },
      { does: 'keys.title', chords: ['?'] },
      ...pageKeys.map(([chord, command]) => ({ does: onLine[command]!, chords: [chord] })),
      { does: 'toast.undo', chords: shortcuts.undo },
      { does: 'modal.close', chords: ['Escape'] },
      { does: 'shell.report_problem', chords: shortcuts.report },
    ],
  },
  {
    name: 'lists',
    lines: [
      ...linesOf('line', onLine),
      { does: 'keys.extend', chords: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
      { does: 'keys.resize', chords: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
      { does: 'keys.shift', chords: ['Control+ArrowLeft', 'Control+ArrowRight'] },
    ],
  },
  {
    name: 'cells',
    lines: [
      { does: 'keys.beside', chords: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] },
      ...linesOf('cell', inCell),
      { does: 'keys.erase', chords: ['Delete', 'Backspace'] },
      { does: 'keys.take', chords: ['Enter'] },
      { does: 'keys.take_on', chords: ['Tab', 'Shift+Tab'] },
      { does: 'keys.give_up', chords: ['Escape'] },
      { does: 'keys.copy', chords: ['Command+KeyC'] },
      { does: 'keys.paste', chords: ['Command+KeyV'] },
      { does: 'keys.save_cells', chords: shortcuts.save },
    ],
  },
  {
    name: 'moving',
    lines: [
      { does: 'keys.lift', chords: ['Space', 'Enter'] },
      { does: 'keys.carry', chords: ['ArrowUp', 'ArrowDown'] },
      { does: 'keys.put_back', chords: ['Escape'] },
    ],
  },
  {
    name: 'forms',
    lines: [
      { does: 'form.submit', chords: shortcuts.save },
      { does: 'form.undo.undo', chords: shortcuts.undo },
      { does: 'form.undo.redo', chords: shortcuts.redo },
      { does: 'keys.calendar', chords: ['Alt+ArrowDown'] },
    ],
  },
]

const signs: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Slash: '/' }

/**
 * Keys as they are written on the keyboard, e.g. `['Ctrl', 'K']`; `name` returns names that differ by language. Arrows
 * follow the reading direction.
 */
export function formatChord(chord: string, name: (key: string) => string, { isMac, isRtl }: { isMac: boolean; isRtl: boolean }): string[] {
  return chord.split('+').map((code) => {
    if (code === 'Command' && isMac) return '⌘'
    const key = { Command: 'Control', ...(isRtl && { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }) }[code] ?? code
    return signs[key] ?? (/^(Key.|F\d+|\?)$/.test(key) ? key.replace('Key', '') : name(key))
  })
}
