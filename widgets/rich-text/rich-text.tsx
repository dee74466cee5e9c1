import './rich-text.css'
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { useLocale, type FieldWidgetProps } from '#renderer'
import { EditorScopeContext } from './editor-context.ts'
import { isHeavyHtml } from '#widgets/rich-text/html/heavy-html.ts'
import { PlainHtml } from '#widgets/rich-text/html/plain-html.tsx'
import { presets, type Preset } from '#widgets/rich-text/toolbar/presets.ts'
import { RichTextFrame } from './rich-text-frame.tsx'
import { useDocument } from './use-document.ts'
import { useTexts, type Say } from './use-texts.ts'

interface RichTextProps extends Record<string, unknown> {
  preset?: Preset
  height?: number
  limit?: number
  counter?: boolean
  upload?: false | { params?: Record<string, unknown> }
}

/** @source specification, "Rich-text editor default height 500" */
const defaultHeight = 500

/** Formatted text, stored as HTML; an empty text is ''. Text that is too long to be drawn opens as HTML source. */
export default function RichTextField(field: FieldWidgetProps<string | null, RichTextProps>) {
  const say = useTexts()
  const { value, onChange } = field
  const [seen, setSeen] = useState({ value, isPlain: isHeavyHtml(value) })
  // Typing does not change the view; a value from elsewhere opens in the view that suits it.
  if (seen.value !== value) setSeen({ value, isPlain: isHeavyHtml(value) })
  const report = useCallback(
    (next: string | null | undefined) => {
      setSeen((present) => ({ ...present, value: next as string | null }))
      onChange(next)
    },
    [onChange],
  )
  const open = (isPlain: boolean) => () => setSeen({ value, isPlain })
  const own = { ...field, onChange: report }
  if (!seen.isPlain) return <FormattedText field={own} say={say} openPlain={open(true)} />
  return (
    <div
      className="rt-frame"
      data-invalid={field.invalid || undefined}
      data-disabled={field.disabled || undefined}
      style={heightOf(field.props)}
    >
      <PlainHtml field={own} say={say} openFormatted={open(false)} />
    </div>
  )
}

const heightOf = ({ height }: RichTextProps): CSSProperties => ({ '--rt-height': `${height ?? defaultHeight}px` }) as CSSProperties

interface FormattedTextProps {
  field: FieldWidgetProps<string | null, RichTextProps>
  say: Say
  openPlain: () => void
}

function FormattedText({ field, say, openPlain }: FormattedTextProps) {
  const { props } = field
  const { formatNumber } = useLocale()
  const preset = props.preset && Object.hasOwn(presets, props.preset) ? props.preset : 'full'
  const document = useDocument(field, { preset, upload: props.upload, say })
  const { uploads } = document
  const readOnly = field.readonly || field.disabled || document.isLoading
  const scope = useMemo(
    () => ({ say, uploads, readOnly, formatNumber: (value: number) => formatNumber(value) }),
    [say, uploads, readOnly, formatNumber],
  )
  const [isFullscreen, setFullscreen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)

  // In the top layer nothing of the page clips it.
  useEffect(() => {
    if (!isFullscreen || !frame.current) return
    const element = frame.current
    element.popover = 'manual'
    element.showPopover()
    return () => {
      element.hidePopover()
      element.removeAttribute('popover')
    }
  }, [isFullscreen])

  return (
    <div
      ref={frame}
      className="rt-frame"
      data-preset={preset}
      data-fullscreen={isFullscreen || undefined}
      data-invalid={field.invalid || undefined}
      data-disabled={field.disabled || undefined}
      style={heightOf(props)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.onBlur()
      }}
    >
      <EditorScopeContext value={scope}>
        <RichTextFrame
          key={document.generation}
          field={field}
          document={document}
          preset={preset}
          limit={props.limit}
          counter={props.counter === true}
          isFullscreen={isFullscreen}
          setFullscreen={setFullscreen}
          openPlain={openPlain}
        />
      </EditorScopeContext>
    </div>
  )
}
