import type { RenderChunkProps, RenderElementProps, RenderLeafProps } from 'slate-react'
import type { CSSProperties } from 'react'
import { ImageView } from '#widgets/rich-text/pictures/image-view.tsx'
import { OpaqueView, RuleView } from './opaque-view.tsx'
import { directionOf } from './direction.ts'
import type { Align, Direction, RichElement } from './model.ts'
import { safeWrapperTag } from '#widgets/rich-text/html/wrapper-tag.ts'

const placed = (element: RichElement & { dir?: Direction; align?: Align }): { dir?: string; style?: CSSProperties } => ({
  dir: directionOf(element),
  ...(element.align && { style: { textAlign: element.align } }),
})

export function drawElement({ attributes, children, element }: RenderElementProps) {
  const node: RichElement = element
  switch (node.type) {
    // Text without a tag has the direction of the item or cell that contains it.
    case 'paragraph':
      return node.bare ? (
        <div {...attributes} dir={undefined} className="rt-bare">
          {children}
        </div>
      ) : (
        <p {...attributes} {...placed(node)}>
          {children}
        </p>
      )
    case 'heading': {
      const Tag = `h${node.level}` as const
      return (
        <Tag {...attributes} {...placed(node)}>
          {children}
        </Tag>
      )
    }
    case 'code':
      return (
        <pre {...attributes} {...placed(node)} dir={node.dir ?? 'ltr'}>
          <code>{children}</code>
        </pre>
      )
    case 'container':
      return node.tag === 'blockquote' ? (
        <blockquote {...attributes} {...placed(node)}>
          {children}
        </blockquote>
      ) : (
        <div {...attributes} {...placed(node)} className="rt-box">
          {children}
        </div>
      )
    case 'list':
      return node.ordered ? (
        <ol {...attributes} {...placed(node)} start={node.start}>
          {children}
        </ol>
      ) : (
        <ul {...attributes} {...placed(node)}>
          {children}
        </ul>
      )
    case 'item':
      return (
        <li {...attributes} {...placed(node)} dir={node.dir}>
          {children}
        </li>
      )
    case 'table':
      return (
        <div className="rt-table" {...attributes} dir={undefined}>
          <table {...placed(node)}>
            <tbody>{children}</tbody>
          </table>
        </div>
      )
    case 'row':
      return (
        <tr {...attributes} dir={undefined}>
          {children}
        </tr>
      )
    case 'cell':
      return node.header ? (
        <th {...attributes} {...placed(node)} scope="col" colSpan={node.colspan} rowSpan={node.rowspan}>
          {children}
        </th>
      ) : (
        <td {...attributes} {...placed(node)} colSpan={node.colspan} rowSpan={node.rowspan}>
          {children}
        </td>
      )
    case 'rule':
      return <RuleView attributes={attributes}>{children}</RuleView>
    case 'opaque':
      return (
        <OpaqueView attributes={attributes} element={node}>
          {children}
        </OpaqueView>
      )
    case 'link':
      return (
        <a {...attributes} dir={undefined} className="rt-link" title={node.href}>
          {children}
        </a>
      )
    case 'image':
      return (
        <ImageView attributes={attributes} element={node}>
          {children}
        </ImageView>
      )
    case 'opaque-inline':
      return (
        <span {...attributes} dir={undefined} className="rt-inline-opaque">
          <span contentEditable={false}>{`<${/^<([\w-]+)/.exec(node.html)?.[1] ?? '…'}>`}</span>
          {children}
        </span>
      )
    case 'wrapper': {
      const Tag = safeWrapperTag(node.tag)
      return (
        <Tag {...attributes} dir={undefined} className="rt-wrapper">
          {children}
        </Tag>
      )
    }
  }
}

export function drawLeaf({ attributes, children, leaf }: RenderLeafProps) {
  let text = children as React.ReactNode
  if (leaf.code) text = <code>{text}</code>
  if (leaf.sup) text = <sup>{text}</sup>
  if (leaf.sub) text = <sub>{text}</sub>
  if (leaf.strike) text = <s>{text}</s>
  if (leaf.underline) text = <u>{text}</u>
  if (leaf.italic) text = <em>{text}</em>
  if (leaf.bold) text = <strong>{text}</strong>
  return (
    <span {...attributes} style={leaf.color ? { color: leaf.color } : undefined}>
      {text}
    </span>
  )
}

/** Blocks far from view are laid out when they come near. */
export const drawChunk = ({ attributes, children, lowest }: RenderChunkProps) => (
  <div {...attributes} className={lowest ? 'rt-chunk' : undefined}>
    {children}
  </div>
)
