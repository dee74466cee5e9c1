import { Editor, Node, Range, Transforms } from 'slate'
import { HistoryEditor } from 'slate-history'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { insertBlocks, setBlock, toggleQuote } from './block-commands.ts'
import { toggleList } from './list-commands.ts'
import type { HeadingLevel, ListElement, RichEditor, TextBlock } from '#widgets/rich-text/model.ts'
import type { Tool } from '#widgets/rich-text/toolbar/presets.ts'
import { above, currentBlock } from './queries.ts'

interface Shortcut {
  tool: Tool
  run: (editor: RichEditor, found: RegExpExecArray) => void
}

/** The formats for characters typed at the start of a line, applied on a space. */
const shortcuts: readonly [pattern: RegExp, shortcut: Shortcut][] = [
  [
    /^(#{1,6})$/,
    {
      tool: 'block',
      run: (editor, found) => {
        const entry = currentBlock(editor)
        if (entry) setBlock(editor, `heading-${found[1]!.length as HeadingLevel}`, entry[1])
      },
    },
  ],
  [/^[-*]$/, { tool: 'bullets', run: (editor) => toggleList(editor, false) }],
  [/^(\p{Nd}{1,4})[.)]$/u, { tool: 'numbers', run: startNumbers }],
  [/^>$/, { tool: 'quote', run: toggleQuote }],
  [
    /^```$/,
    {
      tool: 'block',
      run: (editor) => {
        const entry = currentBlock(editor)
        if (entry) setBlock(editor, 'code', entry[1])
      },
    },
  ],
  [
    /^---$/,
    {
      tool: 'rule',
      run: (editor) =>
        insertBlocks(editor, [
          { type: 'rule', children: [{ text: '' }] },
          { type: 'paragraph', children: [{ text: '' }] },
        ]),
    },
  ],
]

function startNumbers(editor: RichEditor, found: RegExpExecArray): void {
  toggleList(editor, true)
  const start = Number(toLatinDigits(found[1]!))
  const list = above(editor, 'list')
  if (list && start !== 1 && list[0].children.length === 1) Transforms.setNodes<ListElement>(editor, { start }, { at: list[1] })
}

/** Applies the Markdown characters at the start of a paragraph, as a separate undo step. */
export function withShortcuts(editor: RichEditor, tools: ReadonlySet<Tool>): RichEditor {
  const { insertText } = editor
  editor.insertText = (text, options) => {
    insertText(text, options)
    if (text !== ' ' || !editor.selection || Range.isExpanded(editor.selection)) return
    const entry = currentBlock(editor)
    if (!entry || entry[0].type !== 'paragraph' || Node.get(editor, editor.selection.anchor.path) !== entry[0].children[0]) return
    const typed = (entry[0] as TextBlock).children[0] as { text: string }
    const before = typed.text.slice(0, editor.selection.anchor.offset)
    for (const [pattern, { tool, run }] of shortcuts) {
      const found = tools.has(tool) && before.endsWith(' ') ? pattern.exec(before.slice(0, -1)) : null
      if (!found || ((tool === 'bullets' || tool === 'numbers') && above(editor, 'item'))) continue
      const start = Editor.start(editor, entry[1])
      HistoryEditor.withNewBatch(editor, () =>
        Editor.withoutNormalizing(editor, () => {
          Transforms.delete(editor, { at: { anchor: start, focus: { path: start.path, offset: before.length } } })
          run(editor, found)
        }),
      )
      return
    }
  }
  return editor
}
