import { Decoration, EditorView, MatchDecorator, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'

/** Stands before a line end that is not the text's own; no character of any text. */
const mark = '\ufdd0'
const softEnd = `${mark}\n`
const longestLine = 2000
const pieceLength = 1000

/** A text whose lines are none too long to be drawn: an editor draws whole lines, however much of one is in view. */
export function breakLines(text: string): string {
  if (text.length <= longestLine) return text
  return text
    .split('\n')
    .map((line) => (line.length > longestLine ? piecesOf(line).join(softEnd) : line))
    .join('\n')
}

/** Pieces that end behind a space where there is one, and never within a character. */
function piecesOf(line: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (line.length - from > longestLine) {
    const space = line.lastIndexOf(' ', from + pieceLength)
    let to = space > from ? space + 1 : from + pieceLength
    if (/^\p{M}|^[\udc00-\udfff]|^\u200d/u.test(line.slice(to, to + 2)) || line[to - 1] === '\u200d') to += 1
    pieces.push(line.slice(from, to))
    from = to
  }
  return [...pieces, line.slice(from)]
}

/** The text itself, without the line ends that were put into it. */
export const joinLines = (shown: string): string => (shown.includes(mark) ? shown.replaceAll(softEnd, '').replaceAll(mark, '') : shown)

const matcher = new MatchDecorator({ regexp: new RegExp(mark, 'g'), decoration: Decoration.replace({}) })

/** Marks are not seen; a caret passes over them, and a key that deletes takes them whole. */
const hiddenMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet
    constructor(view: EditorView) {
      this.marks = matcher.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.marks = matcher.updateDeco(update, this.marks)
    }
  },
  { decorations: ({ marks }) => marks, provide: (plugin) => EditorView.atomicRanges.of((view) => withEnds(view.plugin(plugin)?.marks)) },
)

function withEnds(marks: DecorationSet | undefined): DecorationSet {
  const ranges = []
  for (let at = marks?.iter(); at?.value; at.next()) ranges.push(Decoration.replace({}).range(at.from, at.to + 1))
  return Decoration.set(ranges)
}

/** Draws long lines in pieces; copied and pasted text keeps its own lines. */
export const softLines = [
  hiddenMarks,
  EditorView.clipboardOutputFilter.of(joinLines),
  EditorView.clipboardInputFilter.of((text) => breakLines(text)),
]
