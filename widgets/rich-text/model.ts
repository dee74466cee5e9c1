import type { BaseEditor } from 'slate'
import type { HistoryEditor } from 'slate-history'
import type { ReactEditor } from 'slate-react'

/** Further attributes of a tag in their order: preserved and written again. */
export type Attributes = Record<string, string>
export type Direction = 'rtl' | 'ltr'
export type Align = 'left' | 'right' | 'center' | 'justify' | 'start' | 'end'

export interface Marks {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  code?: true
  sub?: true
  sup?: true
  /** A CSS colour as it was written. */ color?: string
}
export type MarkName = Exclude<keyof Marks, 'color'>
export interface TextNode extends Marks {
  text: string
}

interface Kept {
  attributes?: Attributes
}
/** Content of a text block. */
interface Placed extends Kept {
  align?: Align
  dir?: Direction
}

export interface LinkElement extends Kept {
  type: 'link'
  href: string
  children: InlineNode[]
}
/** An inline tag that the editor has no control for, e.g. `abbr`; its text stays editable. */
export interface WrapperElement extends Kept {
  type: 'wrapper'
  tag: string
  children: InlineNode[]
}
/** A picture. While `upload` runs it has no `src` and is not part of the HTML. */
export interface ImageElement extends Kept {
  type: 'image'
  src?: string
  alt: string
  upload?: string
  children: [TextNode]
}
/** Other markup within a line, sanitised and untouched. */
export interface OpaqueInlineElement {
  type: 'opaque-inline'
  html: string
  children: [TextNode]
}
export type InlineElement = LinkElement | WrapperElement | ImageElement | OpaqueInlineElement
export type InlineNode = TextNode | InlineElement

/** `bare` is text in a list item or a cell without a tag; only its first block can be bare. */
export interface ParagraphElement extends Placed {
  type: 'paragraph'
  bare?: true
  children: InlineNode[]
}
export interface HeadingElement extends Placed {
  type: 'heading'
  level: HeadingLevel
  children: InlineNode[]
}
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6
/** `plain` is a `pre` without `code` in it. */
export interface CodeElement extends Placed {
  type: 'code'
  plain?: true
  language?: string
  children: InlineNode[]
}
/** A container of blocks: a quote, or a `div` or `section` from pasted or stored HTML. */
export interface ContainerElement extends Placed {
  type: 'container'
  tag: string
  children: BlockElement[]
}
export interface ListElement extends Placed {
  type: 'list'
  ordered: boolean
  start?: number
  children: ItemElement[]
}
export interface ItemElement extends Placed {
  type: 'item'
  children: BlockElement[]
}
/** `lead` is the HTML of a caption and column widths. */
export interface TableElement extends Placed {
  type: 'table'
  lead?: string
  children: RowElement[]
}
export interface RowElement extends Kept {
  type: 'row'
  head?: true
  children: CellElement[]
}
export interface CellElement extends Placed {
  type: 'cell'
  header?: true
  colspan?: number
  rowspan?: number
  children: BlockElement[]
}
export interface RuleElement extends Kept {
  type: 'rule'
  children: [TextNode]
}
/** Other markup, sanitised and untouched: it can be moved and deleted. */
export interface OpaqueElement {
  type: 'opaque'
  html: string
  children: [TextNode]
}

export type TextBlock = ParagraphElement | HeadingElement | CodeElement
export type BlockElement = TextBlock | ContainerElement | ListElement | TableElement | RuleElement | OpaqueElement
export type RichElement = BlockElement | ItemElement | RowElement | CellElement | InlineElement
export type ElementOf<Type extends RichElement['type']> = Extract<RichElement, { type: Type }>

export type RichEditor = BaseEditor & ReactEditor & HistoryEditor

declare module 'slate' {
  interface CustomTypes {
    Editor: RichEditor
    Element: RichElement
    Text: TextNode
  }
}

const inlineTypes: ReadonlySet<string> = new Set<InlineElement['type']>(['link', 'wrapper', 'image', 'opaque-inline'])
const voidTypes: ReadonlySet<string> = new Set<RichElement['type']>(['image', 'opaque-inline', 'rule', 'opaque'])
export const isInline = (node: { type: string }): boolean => inlineTypes.has(node.type)
export const isVoid = (node: { type: string }): boolean => voidTypes.has(node.type)
export const isTextBlock = (node: object): node is TextBlock =>
  'type' in node && (node.type === 'paragraph' || node.type === 'heading' || node.type === 'code')

export const emptyParagraph = (): ParagraphElement => ({ type: 'paragraph', children: [{ text: '' }] })
