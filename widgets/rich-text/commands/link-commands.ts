import { Editor, Path, Range, Transforms, type NodeEntry } from 'slate'
import type { LinkElement, RichEditor } from '#widgets/rich-text/model.ts'
import { above, isType } from './queries.ts'

export const linkAt = (editor: RichEditor): NodeEntry<LinkElement> | undefined => above(editor, 'link')

const attributesOf = (link: LinkElement | undefined, newTab: boolean): LinkElement['attributes'] => {
  const { target: _target, rel: _rel, ...rest } = link?.attributes ?? {}
  const all = newTab ? { ...rest, target: '_blank', rel: 'noopener noreferrer' } : rest
  return Object.keys(all).length > 0 ? all : undefined
}

export const opensNewTab = (link: LinkElement): boolean => link.attributes?.target === '_blank'

/** Links the selection, changes the link at the caret, or puts a linked text there. */
export function setLink(editor: RichEditor, { href, text, newTab }: { href: string; text?: string; newTab: boolean }): void {
  const present = linkAt(editor)
  const attributes = attributesOf(present?.[0], newTab)
  Editor.withoutNormalizing(editor, () => {
    if (present) {
      Transforms.setNodes<LinkElement>(editor, { href }, { at: present[1] })
      if (attributes) Transforms.setNodes<LinkElement>(editor, { attributes }, { at: present[1] })
      else Transforms.unsetNodes(editor, 'attributes', { at: present[1] })
      return
    }
    const link: LinkElement = { type: 'link', href, ...(attributes && { attributes }), children: [] }
    if (editor.selection && Range.isExpanded(editor.selection)) {
      Transforms.unwrapNodes(editor, { match: isType('link'), split: true })
      Transforms.wrapNodes(editor, link, {
        split: true,
        match: (node) => (Editor.isEditor(node) ? false : 'text' in node || editor.isInline(node as never)),
      })
      Transforms.collapse(editor, { edge: 'end' })
    } else {
      Transforms.insertNodes(editor, { ...link, children: [{ text: text?.trim() || href }] })
    }
  })
  if (!present) leaveLink(editor)
}

/** Text typed next comes after the link. */
function leaveLink(editor: RichEditor): void {
  const link = linkAt(editor)
  const after = link && Path.next(link[1])
  if (after && Editor.hasPath(editor, after)) Transforms.select(editor, Editor.start(editor, after))
}

export function removeLink(editor: RichEditor, at?: Path): void {
  const path = at ?? linkAt(editor)?.[1]
  if (path) Transforms.unwrapNodes(editor, { at: path, match: isType('link') })
  else Transforms.unwrapNodes(editor, { match: isType('link'), split: true })
}
