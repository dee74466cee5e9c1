import './rich-text.css'
import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { useLocale, type FieldWidgetProps } from '#renderer'
import { EditorScopeContext } from './editor-context.ts'
import { presets, type Preset } from './presets.ts'
import { RichTextFrame } from './rich-text-frame.tsx'
import { useDocument } from './use-document.ts'
import { useTexts } from './use-texts.ts'

interface RichTextProps extends Record<string, unknown> {
  preset?: Preset
  height?: number
  limit?: number
  counter?: boolean
  upload?: false | { params?: Record<string, unknown> }
}

/** @source specification, "Rich-text editor default height 500" */
const defaultHeight = 500

/** Formatted text, kept as HTML; an empty one is ''. */
export default function RichTextField(field: FieldWidgetProps<string | null, RichTextProps>) {
  const { props } = field
  const { formatNumber } = useLocale()
  const say = useTexts()
  const preset = props.preset && Object.hasOwn(presets, props.preset) ? props.preset : 'full'
  const document = useDocument(field, { preset, upload: props.upload, say })
  const { uploads } = document
  const readOnly = field.readonly || field.disabled || document.isLoading
  const scope = useMemo(() => ({ say, uploads, readOnly, formatNumber: (value: number) => formatNumber(value) }), [say, uploads, readOnly, formatNumber])
  const [isFullscreen, setFullscreen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)

  // In the top layer nothing of the page clips it.
  useEffect(() => {
    if (!isFullscreen || !frame.current) return
    const element = frame.current
    element.popover = 'manual'
    element.showPopover()
    return () => { element.hidePopover(); element.removeAttribute('popover') }
  }, [isFullscreen])

  return (
    <div
      ref={frame} className="rt-frame" data-preset={preset} data-fullscreen={isFullscreen || undefined} data-invalid={field.invalid || undefined} data-disabled={field.disabled || undefined}
      style={{ '--rt-height': `${props.height ?? defaultHeight}px` } as CSSProperties}
      onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) field.onBlur() }}
    >
      <EditorScopeContext value={scope}>
        <RichTextFrame key={document.generation} field={field} document={document} preset={preset} limit={props.limit} counter={props.counter === true} isFullscreen={isFullscreen} setFullscreen={setFullscreen} />
      </EditorScopeContext>
    </div>
  )
}
