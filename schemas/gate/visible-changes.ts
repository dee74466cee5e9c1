import { treeOf, type ViewNode } from '#schemas/fixtures/page-state.ts'
import type { GateReportChange, GateReportThing } from '#schemas/types/contract.d.ts'

type VisibleThing = GateReportThing
export type VisibleChange = GateReportChange

/** In the order in which they are compared. */
const visibleThings = [
  'column',
  'button',
  'link',
  'field',
  'tab',
  'entry',
  'heading',
  'dialog',
  'picture',
  'option',
  'text',
] as const satisfies readonly VisibleThing[]

const thingOfRole: Readonly<Record<string, VisibleThing>> = {
  columnheader: 'column',
  button: 'button',
  link: 'link',
  textbox: 'field',
  searchbox: 'field',
  combobox: 'field',
  listbox: 'field',
  spinbutton: 'field',
  slider: 'field',
  checkbox: 'field',
  switch: 'field',
  radio: 'option',
  option: 'option',
  tab: 'tab',
  menuitem: 'entry',
  menuitemcheckbox: 'entry',
  menuitemradio: 'entry',
  heading: 'heading',
  dialog: 'dialog',
  alertdialog: 'dialog',
  img: 'picture',
  paragraph: 'text',
  text: 'text',
}

interface Seen {
  thing: VisibleThing
  name: string
  state: string
}

interface View {
  things: Seen[]
  /** What cells of tables show, row by row. */
  cells: string[]
}

const most = 60
const short = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** A line of the accessibility tree in its parts: `- button "Save" [disabled]: text`. */
function partsOf(line: string): { role: string; name: string; state: string; text: string } {
  const plain = /^- '(.*)'(:?)$/s.exec(line)
  const own = plain ? `- ${plain[1]!.replaceAll("''", "'")}${plain[2]!}` : line
  const [, role = '', quoted, marks = '', text = ''] =
    /^- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]+\])*)(?::(?: (.*))?)?$/s.exec(own) ?? []
  const state = marks
    .trim()
    .replace(/\[(?:level|active|cursor)[^\]]*\]/g, '')
    .replace(/[[\]]/g, '')
    .trim()
  return { role, name: quoted === undefined ? '' : unquoted(quoted), state, text: text.startsWith('"') ? unquoted(text) : text }
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    return text
  }
}

function viewOf(lines: readonly string[]): View {
  const view: View = { things: [], cells: [] }
  const walk = (nodes: readonly ViewNode[], isInCell: boolean): void => {
    for (const { line, children } of nodes) {
      const { role, name, state, text } = partsOf(line)
      const isCell = role === 'cell' || role === 'gridcell' || role === 'rowheader'
      if (isCell) view.cells.push(name || text || textIn(children))
      const thing = Object.hasOwn(thingOfRole, role) ? thingOfRole[role]! : undefined
      const shown = name || (thing === 'text' ? text : '')
      if (thing && shown !== '' && !(isInCell && thing === 'text'))
        view.things.push({ thing, name: short(shown), state: stateOf(state, text, thing) })
      walk(children, isInCell || isCell)
    }
  }
  walk(treeOf(lines), false)
  return view
}

const stateOf = (state: string, text: string, thing: VisibleThing): string =>
  [state, thing === 'field' ? short(text) : ''].filter((part) => part !== '').join(' ')

const textIn = (nodes: readonly ViewNode[]): string =>
  nodes
    .map(({ line, children }) => {
      const { name, text } = partsOf(line)
      return name || text || textIn(children)
    })
    .join(' ')

/** What is different between two accessibility trees, in the order in which it stands on the page. */
export function visibleChanges(before: readonly string[], after: readonly string[]): VisibleChange[] {
  const [left, right] = [viewOf(before), viewOf(after)]
  const changes: VisibleChange[] = []
  for (const thing of visibleThings) {
    const [was, is] = [left, right].map(({ things }) => things.filter((each) => each.thing === thing)) as [Seen[], Seen[]]
    const [gone, added] = [without(was, is), without(is, was)]
    if (gone.length === 1 && added.length === 1 && was.indexOf(gone[0]!) === is.indexOf(added[0]!))
      changes.push({ change: 'renamed', thing, name: gone[0]!.name, to: added[0]!.name })
    else changes.push(...counted('gone', thing, gone), ...counted('new', thing, added))
    changes.push(...otherStates(thing, was, is))
    if (gone.length + added.length === 0 && thing !== 'text') changes.push(...otherOrder(thing, was, is))
  }
  return [...changes, ...otherCells(left.cells, right.cells, changes)]
}

/** What one list has more often than the other. */
function without(things: readonly Seen[], others: readonly Seen[]): Seen[] {
  const rest = others.map(({ name }) => name)
  return things.filter(({ name }) => {
    const at = rest.indexOf(name)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

function counted(change: 'gone' | 'new', thing: VisibleThing, things: readonly Seen[]): VisibleChange[] {
  const counts = new Map<string, number>()
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ change, thing, name, ...(count > 1 && { count }) }))
}

function otherStates(thing: VisibleThing, before: readonly Seen[], after: readonly Seen[]): VisibleChange[] {
  const rest = [...after]
  const found = before.flatMap(({ name, state }): VisibleChange[] => {
    const at = rest.findIndex((each) => each.name === name)
    if (at < 0) return []
    const [now] = rest.splice(at, 1)
    return now!.state === state ? [] : [{ change: 'state', thing, name, from: state, to: now!.state }]
  })
  return [...new Map(found.map((change) => [JSON.stringify(change), change])).values()]
}

/** The first thing that stands elsewhere, where the same things are there in another order. */
function otherOrder(thing: VisibleThing, before: readonly Seen[], after: readonly Seen[]): VisibleChange[] {
  const at = before.findIndex(({ name }, place) => name !== after[place]?.name)
  return at < 0 ? [] : [{ change: 'order', thing, name: after[at]!.name }]
}

/** Cells are counted where the columns are the same; otherwise the columns say it. */
function otherCells(before: readonly string[], after: readonly string[], changes: readonly VisibleChange[]): VisibleChange[] {
  if (before.length !== after.length || changes.some((change) => 'thing' in change && change.thing === 'column')) return []
  const different = before.flatMap((text, at) => (text === after[at] ? [] : [at]))
  const [first] = different
  return first === undefined ? [] : [{ change: 'cells', count: different.length, name: short(before[first]!), to: short(after[first]!) }]
}

const stateText = (state: string): string => (state === '' ? 'as usual' : state)

/** In English, for terminals and reports: `Column "Price" is gone`. */
export function changeSentence(change: VisibleChange): string {
  const who = change.role === undefined ? '' : ` for role ${change.role}`
  if (change.change === 'cells')
    return `${change.count === 1 ? 'one cell shows' : `${change.count} cells show`} something else, e.g. "${change.to}" instead of "${change.name}"${who}`
  const what = `${change.thing[0]!.toUpperCase()}${change.thing.slice(1)} "${change.name}"`
  switch (change.change) {
    case 'renamed':
      return `${what} is called "${change.to}"${who}`
    case 'state':
      return `${what} is ${stateText(change.to)} instead of ${stateText(change.from)}${who}`
    case 'order':
      return `${what} stands elsewhere${who}`
    default:
      return `${what} is ${change.change}${change.count === undefined ? '' : ` (${change.count} times)`}${who}`
  }
}
