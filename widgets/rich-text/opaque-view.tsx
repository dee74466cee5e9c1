import { useMemo, type ReactNode } from 'react'
import { Transforms } from 'slate'
import { ReactEditor, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react'
import { moveBlock } from '#widgets/rich-text/commands/block-commands.ts'
import { EditorIcon } from '#widgets/rich-text/toolbar/editor-icon.tsx'
import { useEditorScope } from './editor-context.ts'
import type { OpaqueElement, RichEditor } from './model.ts'
import { sanitise } from '#widgets/rich-text/html/sanitise.ts'

type Attributes = RenderElementProps['attributes']

export function RuleView({ attributes, children }: { attributes: Attributes; children: ReactNode }) {
  const selected = useSelected()
  return (
    <div {...attributes} dir={undefined} className="rt-rule" data-selected={selected || undefined}>
      <div contentEditable={false}>
        <hr />
      </div>
      {children}
    </div>
  )
}

/** The preview of unknown markup: never a frame, and nothing that leaves its box. */
function previewOf(html: string): string {
  const box = new DOMParser().parseFromString(sanitise(html), 'text/html').body
  for (const element of box.querySelectorAll('iframe,video,audio,object,embed'))
    element.replaceWith(box.ownerDocument.createTextNode(element.getAttribute('src') ?? element.localName))
  for (const element of box.querySelectorAll('*'))
    for (const name of ['style', 'id', 'name', 'class', 'href', 'target', 'tabindex', 'role', 'autofocus', 'accesskey'])
      element.removeAttribute(name)
  return box.innerHTML
}

/** Markup that the editor does not edit: it is shown, and can be moved and deleted. */
export function OpaqueView({ attributes, element, children }: { attributes: Attributes; element: OpaqueElement; children: ReactNode }) {
  const editor = useSlateStatic() as RichEditor
  const selected = useSelected()
  const { say, readOnly } = useEditorScope()
  const html = useMemo(() => previewOf(element.html), [element.html])
  const tag = /^<([\w-]+)/.exec(element.html)?.[1] ?? '…'
  const act = (run: (path: number[]) => void) => () => {
    run(ReactEditor.findPath(editor, element))
    ReactEditor.focus(editor)
  }
  const tool = (name: 'up' | 'down' | 'close', run: (path: number[]) => void) => (
    <button
      type="button"
      className="rt-button"
      aria-label={say(`opaque.${name}`)}
      title={say(`opaque.${name}`)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act(run)}
    >
      <EditorIcon name={name} size={14} />
    </button>
  )
  return (
    <div {...attributes} dir={undefined} className="rt-opaque" data-selected={selected || undefined}>
      <div contentEditable={false} role="group" aria-label={say('opaque', { tag })}>
        <div className="rt-opaque-head">
          <span>{say('opaque', { tag: `<${tag}>` })}</span>
          {!readOnly && (
            <span className="rt-opaque-tools">
              {tool('up', (path) => moveBlock(editor, -1, path))}
              {tool('down', (path) => moveBlock(editor, 1, path))}
              {tool('close', (path) => Transforms.removeNodes(editor, { at: path }))}
            </span>
          )}
        </div>
        <div className="rt-opaque-body" dir="auto" inert dangerouslySetInnerHTML={{ __html: html }} />
      </div>
      {children}
    </div>
  )
}
