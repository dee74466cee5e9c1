import { Editor } from 'slate'
import { isInQuote, kindOf, placementOf, type BlockKind } from '#widgets/rich-text/commands/block-commands.ts'
import { listAt } from '#widgets/rich-text/commands/list-commands.ts'
import { linkAt } from '#widgets/rich-text/commands/link-commands.ts'
import type { RichEditor } from '#widgets/rich-text/model.ts'
import { above, currentBlock } from '#widgets/rich-text/commands/queries.ts'
import { hasHeadRow } from '#widgets/rich-text/commands/table-commands.ts'

/** The state of the toolbar for the position of the caret. */
export function readState(editor: RichEditor) {
  const block = currentBlock(editor)
  const { align, dir } = placementOf(editor)
  const list = listAt(editor)?.[0]
  return {
    marks: JSON.stringify(editor.selection ? (Editor.marks(editor) ?? {}) : {}),
    kind: (block ? kindOf(block[0]) : 'paragraph') as BlockKind,
    align,
    dir,
    list: list === undefined ? '' : list.ordered ? 'numbers' : 'bullets',
    quote: isInQuote(editor),
    link: linkAt(editor) !== undefined,
    table: above(editor, 'table') !== undefined,
    head: hasHeadRow(editor),
    undo: editor.history.undos.length > 0,
    redo: editor.history.redos.length > 0,
  }
}
export type State = ReturnType<typeof readState>
/** Whether the toolbar looks the same. */
export const isSameState = (a: State | null, b: State): boolean =>
  a !== null && (Object.keys(b) as (keyof State)[]).every((key) => a[key] === b[key])
