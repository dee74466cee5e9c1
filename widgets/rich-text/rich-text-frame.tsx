import { useRef, useState } from 'react'
import { Editor, Transforms } from 'slate'
import { Editable, ReactEditor, Slate } from 'slate-react'
import { panelConfig, useLocale, type FieldWidgetProps } from '#renderer'
import { isEmptiedHtml } from '#schemas/rules/html/html-content.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { sanitise } from '#widgets/rich-text/html/sanitise.ts'
import { pictureLimits } from '#renderer/uploads'
import { toggleMark, continueAfter } from '#widgets/rich-text/commands/block-commands.ts'
import { drawChunk, drawElement, drawLeaf } from './draw-element.tsx'
import { useEditorScope } from './editor-context.ts'
import { isHeavyHtml } from '#widgets/rich-text/html/heavy-html.ts'
import { pressKey } from '#widgets/rich-text/commands/keyboard.ts'
import { isTextBlock, type BlockElement, type MarkName } from './model.ts'
import { insertPictures, uploadsIn } from '#widgets/rich-text/commands/picture-commands.ts'
import { toolsOf, type Preset, type Tool } from '#widgets/rich-text/toolbar/presets.ts'
import { formatSource, SourceView } from './source-view.tsx'
import { TextCounter } from './text-counter.tsx'
import { Toolbar } from '#widgets/rich-text/toolbar/toolbar.tsx'
import type { OpenDocument } from './use-document.ts'

interface RichTextFrameProps {
  field: FieldWidgetProps<string | null>
  document: OpenDocument
  preset: Preset
  limit?: number
  counter: boolean
  isFullscreen: boolean
  setFullscreen: (on: boolean) => void
  /** Gives the document up for its HTML, which stays quick however long it is. */
  openPlain: () => void
}

/** Formatting commands of a phone's own menu. */
const nativeMarks: Record<string, MarkName | undefined> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
  formatStrikeThrough: 'strike',
  formatSubscript: 'sub',
  formatSuperscript: 'sup',
}

/** Toolbar, text or source, and counter of one open document. */
export function RichTextFrame({ field, document, preset, limit, counter, isFullscreen, setFullscreen, openPlain }: RichTextFrameProps) {
  const { editor, uploads, isLoading } = document
  const { say, readOnly } = useEditorScope()
  const { locale } = useLocale()
  const [dialog, setDialog] = useState<Tool | null>(null)
  const [source, setSource] = useState<string | null>(null)
  /** The HTML contains nothing that can be stored. */
  const [isEmptied, setEmptied] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  /** After Escape, Tab leaves the text instead of working in it. */
  const tabLeaves = useRef(false)
  const tools = toolsOf(preset)
  const isEditable = !field.readonly && !field.disabled
  const hasCounter = isEditable && (counter || limit !== undefined)
  const describedBy = [field.describedBy, hasCounter && `${field.id}-count`].filter(Boolean).join(' ') || undefined

  function onKeyDown(event: React.KeyboardEvent<HTMLDivElement>): boolean | void {
    if (ReactEditor.isComposing(editor) || (event.target as HTMLElement).closest('.rt-dialog')) return
    if (event.code === 'Tab' && tabLeaves.current) {
      tabLeaves.current = false
      return
    }
    if (event.code !== 'ShiftLeft' && event.code !== 'ShiftRight') tabLeaves.current = event.code === 'Escape'
    const done =
      !readOnly &&
      pressKey(editor, event.nativeEvent, {
        tools,
        openLink: () => setDialog('link'),
        focusToolbar: () => event.currentTarget.closest('.rt-frame')?.querySelector<HTMLElement>('.rt-button[tabindex="0"]')?.focus(),
        escape: () => {
          if (isFullscreen) setFullscreen(false)
          return isFullscreen
        },
      })
    if (!done) return
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  function takeSource(html: string): void {
    setEmptied(isEmptiedHtml(html, sanitise(html)))
    document.replace(html)
  }
  function reportChange(): void {
    if (source === null) setEmptied(false)
    document.report()
  }

  function toggleSource(): void {
    if (source !== null) return setSource(null)
    const html = formatSource(editor.children as BlockElement[])
    // A picture that is on its way has its place in this document only.
    if (isHeavyHtml(html) && uploadsIn(editor).length === 0) openPlain()
    else setSource(html)
  }

  /** A click under the last line goes on writing there. */
  function clickBelow(event: React.MouseEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || readOnly) return
    const last = editor.children.length - 1
    const block = editor.children[last] as BlockElement
    if (event.clientY < (event.currentTarget.lastElementChild?.getBoundingClientRect().bottom ?? 0)) return
    if (isTextBlock(block) && block.type !== 'code') Transforms.select(editor, Editor.end(editor, [last]))
    else continueAfter(editor, [last])
    ReactEditor.focus(editor)
    event.preventDefault()
  }

  return (
    <Slate editor={editor} initialValue={editor.children} onValueChange={reportChange}>
      {isEditable && (
        <Toolbar
          id={field.id}
          label={field.label}
          preset={preset}
          say={say}
          disabled={isLoading}
          isSource={source !== null}
          isFullscreen={isFullscreen}
          dialog={dialog}
          setDialog={setDialog}
          pickImages={uploads && (() => picker.current?.click())}
          toggleSource={toggleSource}
          toggleFullscreen={() => {
            setFullscreen(!isFullscreen)
            requestAnimationFrame(() => ReactEditor.focus(editor))
          }}
        />
      )}
      {uploads && isEditable && (
        <input
          ref={picker}
          type="file"
          hidden
          accept={pictureLimits(panelConfig.upload)
            .types.map((type) => `.${type}`)
            .join(',')}
          multiple
          aria-label={say('image')}
          onChange={(event) => {
            if (insertPictures(editor, event.target.files ?? [], uploads)) ReactEditor.focus(editor)
            event.target.value = ''
          }}
        />
      )}
      {source !== null ? (
        <SourceView field={field} text={source} readOnly={readOnly} describedBy={describedBy} say={say} onChange={takeSource} />
      ) : (
        // While the document is loading the text is not read-only: leaving that state would draw all of it again.
        <Editable
          id={field.id}
          className="rt-text"
          role="textbox"
          aria-multiline={preset !== 'inline'}
          aria-labelledby={`${field.id}-label`}
          aria-required={field.required || undefined}
          aria-invalid={field.invalid || undefined}
          aria-describedby={describedBy}
          aria-readonly={field.readonly || undefined}
          aria-disabled={field.disabled || undefined}
          aria-busy={isLoading || undefined}
          tabIndex={field.disabled ? -1 : 0}
          readOnly={!isEditable}
          inert={isLoading}
          spellCheck
          lang={locale}
          placeholder={field.placeholder}
          renderElement={drawElement}
          renderLeaf={drawLeaf}
          renderChunk={drawChunk}
          onKeyDown={onKeyDown}
          onMouseDown={clickBelow}
          onPaste={(event) => {
            event.preventDefault()
            if (!readOnly) ReactEditor.insertData(editor, event.clipboardData)
            return true
          }}
          onDOMBeforeInput={(event) => {
            const mark = nativeMarks[event.inputType]
            if (mark && !readOnly) {
              event.preventDefault()
              if (tools.has(mark)) toggleMark(editor, mark)
            }
          }}
        />
      )}
      {isEmptied && (
        <p className="pf-error rt-emptied" role="alert">
          {ruleMessage(locale, 'rules.html_emptied', { label: field.label })}
        </p>
      )}
      {hasCounter && <TextCounter id={`${field.id}-count`} limit={limit} />}
    </Slate>
  )
}
