import { Node } from 'slate'
import type { BlockElement, InlineNode, Marks, ParagraphElement } from '#widgets/rich-text/model.ts'
import type { Tool } from '#widgets/rich-text/toolbar/presets.ts'

const markNames: readonly (keyof Marks)[] = ['bold', 'italic', 'underline', 'strike', 'code', 'sub', 'sup', 'color']

/**
 * Pasted blocks as a toolbar can make them: marks, links and pictures it has no button for become plain text or go, and so
 * do headings, lists, tables and boxes, whose text stays. A toolbar that shows the source takes everything.
 */
export function fitPaste(blocks: readonly BlockElement[], tools: ReadonlySet<Tool>): BlockElement[] {
  return tools.has('source') ? [...blocks] : blocks.flatMap(block)

  function block(node: BlockElement): BlockElement[] {
    switch (node.type) {
      case 'paragraph':
        return paragraph(node.children, node)
      case 'heading':
        return tools.has('block') ? [{ ...node, children: inline(node.children) }] : paragraph(node.children, node)
      case 'code':
        return tools.has('block')
          ? [node]
          : Node.string(node)
              .split('\n')
              .map((text) => ({ type: 'paragraph', children: [{ text }] }))
      case 'container':
        return node.tag === 'blockquote' && tools.has('quote')
          ? [{ ...node, children: node.children.flatMap(block) }]
          : node.children.flatMap(block)
      case 'list': {
        const kind = tools.has('bullets')
          ? node.ordered && tools.has('numbers')
            ? 'numbers'
            : 'bullets'
          : tools.has('numbers')
            ? 'numbers'
            : undefined
        if (kind === undefined)
          return node.children
            .flatMap((item) => item.children.flatMap(block))
            .map((one) => (one.type === 'paragraph' ? { ...one, bare: undefined } : one))
        const { start, ...rest } = node
        return [
          {
            ...rest,
            ...(kind === 'numbers' && start !== undefined && { start }),
            ordered: kind === 'numbers',
            children: node.children.map((item) => ({ ...item, children: item.children.flatMap(block) })),
          },
        ]
      }
      case 'table':
        return tools.has('table')
          ? [node]
          : node.children.map((row): ParagraphElement => ({
              type: 'paragraph',
              children: [{ text: row.children.map((cell) => Node.string(cell)).join(' ') }],
            }))
      case 'rule':
        return tools.has('rule') ? [node] : []
      case 'opaque':
        return []
    }
  }

  function paragraph(children: InlineNode[], { align, dir, bare }: Pick<ParagraphElement, 'align' | 'dir' | 'bare'>): ParagraphElement[] {
    const kept = inline(children)
    // A paragraph of a picture alone goes with it.
    if (kept.every((node) => 'text' in node && node.text === '') && children.some((node) => !('text' in node))) return []
    return [
      { type: 'paragraph', ...(align && tools.has('align') && { align }), ...(dir && { dir }), ...(bare && { bare }), children: kept },
    ]
  }

  function inline(nodes: readonly InlineNode[]): InlineNode[] {
    const kept = nodes.flatMap((node): InlineNode[] => {
      if ('text' in node)
        return [{ ...node, ...Object.fromEntries(markNames.filter((name) => !tools.has(name)).map((name) => [name, undefined])) }].map(
          withoutEmpty,
        )
      if (node.type === 'link') return tools.has('link') ? [{ ...node, children: inline(node.children) }] : inline(node.children)
      if (node.type === 'image') return tools.has('image') ? [node] : []
      return node.type === 'wrapper' ? inline(node.children) : []
    })
    return kept.length > 0 ? kept : [{ text: '' }]
  }
}

const withoutEmpty = <Value extends object>(node: Value): Value =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as Value
