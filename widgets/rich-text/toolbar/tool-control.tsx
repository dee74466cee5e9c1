import { useRef, type ReactNode } from 'react'
import { ReactEditor } from 'slate-react'
import {
  clearFormatting,
  insertRule,
  setBlocks,
  setColor,
  setPlacement,
  toggleMark,
  toggleQuote,
  type BlockKind,
} from '#widgets/rich-text/commands/block-commands.ts'
import { indentItems, outdentItems, toggleList } from '#widgets/rich-text/commands/list-commands.ts'
import { LinkDialog } from './link-dialog.tsx'
import type { Align, Direction, MarkName, RichEditor } from '#widgets/rich-text/model.ts'
import { colors } from './palette.ts'
import type { Preset, Tool } from './presets.ts'
import { addColumn, addRow, deleteColumn, deleteRow, deleteTable, toggleHeadRow } from '#widgets/rich-text/commands/table-commands.ts'
import { TableDialog } from './table-dialog.tsx'
import { ToolbarButton, ToolbarMenu, type MenuItem } from './toolbar-button.tsx'
import type { Say } from '#widgets/rich-text/use-texts.ts'
import type { State } from './toolbar-state.ts'

const keysOf: Partial<Record<Tool, string>> = {
  bold: 'B',
  italic: 'I',
  underline: 'U',
  code: 'E',
  link: 'K',
  undo: 'Z',
  redo: 'Shift+Z',
  strike: 'Shift+X',
  numbers: 'Shift+7',
  bullets: 'Shift+8',
  quote: 'Shift+9',
  clear: '\\',
}
const apple = typeof navigator !== 'undefined' && /Mac|iP(?:hone|ad)/.test(navigator.platform)
const keysFor = (tool: Tool): string | undefined => keysOf[tool] && `${apple ? '⌘' : 'Ctrl'}+${keysOf[tool]}`
const marks: ReadonlySet<Tool> = new Set<Tool>(['bold', 'italic', 'underline', 'strike', 'code', 'sub', 'sup'])
const kinds: readonly BlockKind[] = ['paragraph', 'heading-1', 'heading-2', 'heading-3', 'heading-4', 'code']
export interface ToolbarProps {
  id: string
  preset: Preset
  say: Say
  disabled: boolean
  isSource: boolean
  isFullscreen: boolean
  /** The dialog that is open, under its button. */
  dialog: Tool | null
  setDialog: (tool: Tool | null) => void
  pickImages?: () => void
  toggleSource: () => void
  toggleFullscreen: () => void
  /** Who the toolbar is for, as people read it. */
  label: string
}
interface ToolControlProps {
  tool: Tool
  state: State
  editor: RichEditor
  toolbar: ToolbarProps
}

/** One control of the toolbar: a button, a menu, or a button with a dialog under it. */
export function ToolControl({ tool, state, editor, toolbar }: ToolControlProps): ReactNode {
  const { say, disabled } = toolbar
  const label = say(tool)
  const focusText = () => ReactEditor.focus(editor)
  const act = (run: () => void) => () => {
    run()
    focusText()
  }
  const button = (more: Partial<Parameters<typeof ToolbarButton>[0]> & { onClick: () => void }) => (
    <ToolbarButton label={label} keys={keysFor(tool)} icon={tool === 'block' ? undefined : tool} disabled={disabled} {...more} />
  )
  const menu = (items: MenuItem[], more: Partial<Parameters<typeof ToolbarMenu>[0]> = {}) => (
    <ToolbarMenu label={label} disabled={disabled} items={items} focusText={focusText} {...more} />
  )
  const active = JSON.parse(state.marks) as Record<string, unknown>

  if (marks.has(tool)) return button({ pressed: active[tool] === true, onClick: act(() => toggleMark(editor, tool as MarkName)) })
  switch (tool) {
    case 'undo':
      return button({ disabled: disabled || !state.undo, onClick: act(() => editor.undo()) })
    case 'redo':
      return button({ disabled: disabled || !state.redo, onClick: act(() => editor.redo()) })
    case 'block':
      return menu(
        kinds.map((kind) => ({
          label: say(`kind.${kind}`),
          checked: state.kind === kind,
          className: `rt-kind-${kind}`,
          run: () => setBlocks(editor, kind),
        })),
        { text: say(`kind.${state.kind}`) },
      )
    case 'color':
      return menu(
        [
          { label: say('color.none'), checked: active.color === undefined, run: () => setColor(editor, undefined) },
          ...colors.map(({ name, value }) => ({
            label: say(`color.${name}`),
            swatch: value,
            checked: active.color === value,
            run: () => setColor(editor, value),
          })),
        ],
        {
          icon: 'color',
          mark: <span className="rt-color-mark" style={{ background: typeof active.color === 'string' ? active.color : 'currentColor' }} />,
        },
      )
    case 'clear':
      return button({ onClick: act(() => clearFormatting(editor)) })
    case 'bullets':
      return button({ pressed: state.list === 'bullets', onClick: act(() => toggleList(editor, false)) })
    case 'numbers':
      return button({ pressed: state.list === 'numbers', onClick: act(() => toggleList(editor, true)) })
    case 'indent':
      return button({ disabled: disabled || state.list === '', onClick: act(() => indentItems(editor)) })
    case 'outdent':
      return button({ disabled: disabled || state.list === '', onClick: act(() => outdentItems(editor)) })
    case 'align':
      return menu(
        (['start', 'center', 'end', 'justify'] as const).map((align) => ({
          label: say(`align.${align}`),
          icon: `align-${align}` as const,
          checked: (state.align ?? 'start') === align,
          run: () => setPlacement(editor, { align: align === 'start' ? null : (align satisfies Align) }),
        })),
        { icon: 'align' },
      )
    case 'direction':
      return menu(
        (['auto', 'rtl', 'ltr'] as const).map((dir) => ({
          label: say(`direction.${dir}`),
          icon: dir === 'auto' ? undefined : dir,
          checked: (state.dir ?? 'auto') === dir,
          run: () => setPlacement(editor, { dir: dir === 'auto' ? null : (dir satisfies Direction) }),
        })),
        { icon: 'direction' },
      )
    case 'link':
      return (
        <DialogControl
          tool="link"
          label={label}
          keys={keysFor(tool)}
          pressed={state.link}
          disabled={disabled}
          dialog={toolbar.dialog}
          setDialog={toolbar.setDialog}
          draw={LinkDialog}
        />
      )
    case 'image':
      return button({ onClick: () => toolbar.pickImages?.() })
    case 'table':
      return state.table ? (
        menu(tableItems(editor, say, state.head), { icon: 'table' })
      ) : (
        <DialogControl
          tool="table"
          label={label}
          disabled={disabled}
          dialog={toolbar.dialog}
          setDialog={toolbar.setDialog}
          draw={TableDialog}
        />
      )
    case 'quote':
      return button({ pressed: state.quote, onClick: act(() => toggleQuote(editor)) })
    case 'rule':
      return button({ onClick: act(() => insertRule(editor)) })
    case 'source':
      return button({ pressed: toolbar.isSource, disabled: toolbar.disabled, onClick: toolbar.toggleSource })
    case 'fullscreen':
      return button({ pressed: toolbar.isFullscreen, disabled: false, onClick: toolbar.toggleFullscreen })
    default:
      return null
  }
}

interface DialogControlProps {
  tool: 'link' | 'table'
  label: string
  keys?: string
  pressed?: boolean
  disabled: boolean
  dialog: Tool | null
  setDialog: (tool: Tool | null) => void
  draw: typeof LinkDialog
}

/** A button with a dialog under it. */
function DialogControl({ tool, dialog, setDialog, draw: Dialog, ...rest }: DialogControlProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <ToolbarButton
        ref={anchor}
        icon={tool}
        popup="dialog"
        expanded={dialog === tool}
        onClick={() => setDialog(dialog === tool ? null : tool)}
        {...rest}
      />
      {dialog === tool && <Dialog anchor={anchor} close={() => setDialog(null)} />}
    </>
  )
}

const tableItems = (editor: RichEditor, say: Say, head: boolean): MenuItem[] => [
  { label: say('table.row_above'), run: () => addRow(editor, 'before') },
  { label: say('table.row_below'), run: () => addRow(editor, 'after') },
  { label: say('table.column_before'), run: () => addColumn(editor, 'before') },
  { label: say('table.column_after'), run: () => addColumn(editor, 'after') },
  { label: say('table.head'), checked: head, run: () => toggleHeadRow(editor) },
  { label: say('table.delete_row'), run: () => deleteRow(editor) },
  { label: say('table.delete_column'), run: () => deleteColumn(editor) },
  { label: say('table.delete'), run: () => deleteTable(editor) },
]
