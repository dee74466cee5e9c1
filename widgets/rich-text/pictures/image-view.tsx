import { useRef, useState, type ReactNode } from 'react'
import { Transforms } from 'slate'
import { ReactEditor, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Popup } from '#renderer'
import { useEditorScope } from '#widgets/rich-text/editor-context.ts'
import type { ImageElement, RichEditor } from '#widgets/rich-text/model.ts'
import { isSafeImage } from '#widgets/rich-text/html/safe-address.ts'
import type { Upload } from './uploads.ts'
import { useFocusInside } from '#widgets/rich-text/use-focus-inside.ts'

const nothing = createStore<Record<string, Upload>>(() => ({}))

interface ImageViewProps {
  attributes: RenderElementProps['attributes']
  element: ImageElement
  children: ReactNode
}

/** A picture, or an upload with its progress or error and a button to retry. */
export function ImageView({ attributes, element, children }: ImageViewProps) {
  const editor = useSlateStatic() as RichEditor
  const selected = useSelected()
  const { say, uploads, readOnly, formatNumber } = useEditorScope()
  const upload = useStore(uploads?.store ?? nothing, (all) => (element.upload ? all[element.upload] : undefined))
  const [editing, setEditing] = useState(false)
  const [broken, setBroken] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const src = element.src && isSafeImage(element.src) ? element.src : upload?.preview
  const remove = () => {
    if (element.upload) uploads?.cancel(element.upload)
    Transforms.removeNodes(editor, { at: ReactEditor.findPath(editor, element) })
    ReactEditor.focus(editor)
  }
  const size = (name: 'width' | 'height') => {
    const value = element.attributes?.[name]
    return value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : undefined
  }

  return (
    <span
      {...attributes}
      dir={undefined}
      className="rt-image"
      data-selected={selected || undefined}
      data-status={element.upload ? (upload?.status ?? 'failed') : undefined}
    >
      <span contentEditable={false} ref={anchor} className="rt-image-box">
        {src && !broken ? (
          <img
            src={src}
            alt={element.alt}
            width={size('width')}
            height={size('height')}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setBroken(true)}
            onDoubleClick={() => {
              if (!readOnly && !element.upload) setEditing(true)
            }}
          />
        ) : (
          <span className="rt-image-missing" dir="auto">
            {element.alt || say('image.missing')}
          </span>
        )}
        {element.upload && upload?.status === 'running' && (
          <span className="rt-image-note">
            <progress aria-label={say('image.uploading', { name: upload.file.name })} value={upload.progress} max={1} />{' '}
            <span>{say('image.progress', { percent: formatNumber(Math.round(upload.progress * 100)) })}</span>
            <button type="button" className="rt-text-button" onClick={remove}>
              {say('cancel')}
            </button>
          </span>
        )}
        {element.upload && upload?.status !== 'running' && upload?.status !== 'done' && (
          <span className="rt-image-note" data-tone="danger" role="alert">
            <span dir="auto">{upload?.message || say('image.failed')}</span>
            {upload && (
              <button type="button" className="rt-text-button" onClick={() => uploads?.retry(element.upload!)}>
                {say('retry')}
              </button>
            )}
            <button type="button" className="rt-text-button" onClick={remove}>
              {say('image.remove')}
            </button>
          </span>
        )}
        {selected && !readOnly && !element.upload && (
          <span className="rt-image-tools">
            <button
              type="button"
              className="rt-text-button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setEditing(true)}
            >
              {say(element.alt ? 'image.edit_alt' : 'image.add_alt')}
            </button>
            <button type="button" className="rt-text-button" onMouseDown={(event) => event.preventDefault()} onClick={remove}>
              {say('image.remove')}
            </button>
          </span>
        )}
        {editing && (
          <Popup anchor={anchor}>
            <AltForm
              alt={element.alt}
              close={() => {
                setEditing(false)
                ReactEditor.focus(editor)
              }}
              save={(alt) => Transforms.setNodes<ImageElement>(editor, { alt }, { at: ReactEditor.findPath(editor, element), voids: true })}
            />
          </Popup>
        )}
      </span>
      {children}
    </span>
  )
}

function AltForm({ alt, close, save }: { alt: string; close: () => void; save: (alt: string) => void }) {
  const { say } = useEditorScope()
  const [text, setText] = useState(alt)
  const box = useFocusInside<HTMLDivElement>('input')
  const finish = () => {
    save(text.trim())
    close()
  }
  return (
    <div
      ref={box}
      className="rt-dialog"
      role="dialog"
      aria-label={say('image.alt')}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') close()
        if (event.key === 'Enter') {
          event.preventDefault()
          finish()
        }
      }}
    >
      <label className="rt-row">
        {say('image.alt')}
        <input className="pf-input" dir="auto" value={text} maxLength={500} onChange={(event) => setText(event.target.value)} />
      </label>
      <p className="rt-hint">{say('image.alt_hint')}</p>
      <div className="rt-actions">
        <button type="button" className="rt-action" data-primary onClick={finish}>
          {say('apply')}
        </button>
        <button type="button" className="rt-action" onClick={close}>
          {say('cancel')}
        </button>
      </div>
    </div>
  )
}
