import { useEffect, useRef, useState } from 'react'
import { boxAttributes, controlAttributes, DefaultNote, Popup, useLocale, useProblem, type FieldWidgetProps } from '#renderer'
import { completeColor, isHexColor, palette } from './hex-color.ts'
import './color.css'

interface ColorProps extends Record<string, unknown> {
  palette?: string[]
  /** The colour that applies while the field is empty. */
  default?: string
}

/** A colour typed as hex, or taken from a palette, or from the browser's own picker. */
export default function ColorField(field: FieldWidgetProps<string, ColorProps>) {
  const { label, value, onChange, onBlur, disabled, readonly, placeholder, props } = field
  const { t } = useLocale()
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const swatch = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const text = typeof value === 'string' ? value : ''
  const usual = text === '' && isHexColor(props.default ?? '') ? props.default : undefined
  const shown = isHexColor(text) ? text : usual
  const noteId = `${field.id}-default`
  const offered = (props.palette ?? palette).filter(isHexColor)
  useProblem(field, text !== '' && !isHexColor(completeColor(text)) ? t('form.color.invalid') : undefined)

  useEffect(() => {
    if (open)
      (list.current?.querySelector<HTMLElement>('[aria-checked=true]') ?? list.current?.querySelector<HTMLElement>('button'))?.focus()
  }, [open])

  function complete(): void {
    const completed = completeColor(text)
    if (completed !== text) onChange(completed)
  }
  function close(): void {
    setOpen(false)
    swatch.current?.focus()
  }
  function take(color: string): void {
    onChange(color)
    onBlur()
    close()
  }
  const box = (
    <div
      ref={frame}
      className="pf-input pf-box pf-color"
      {...boxAttributes({ disabled, readonly, invalid: field.invalid })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.preventDefault()
          event.stopPropagation()
          close()
        }
      }}
    >
      <button
        ref={swatch}
        type="button"
        className="pf-swatch"
        style={shown === undefined ? undefined : { backgroundColor: shown }}
        data-empty={!shown || undefined}
        disabled={disabled || readonly}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={t('form.color.pick', { label })}
        title={t('form.color.pick', { label })}
        onClick={() => setOpen(!open)}
      />
      <input
        {...controlAttributes(field)}
        aria-describedby={[field.describedBy, usual && noteId].filter(Boolean).join(' ') || undefined}
        type="text"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        readOnly={readonly}
        placeholder={placeholder ?? (usual ? undefined : '#027a79')}
        value={text}
        onChange={(event) => onChange(event.target.value.trim() === '' ? undefined : event.target.value)}
        onBlur={() => {
          complete()
          onBlur()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') complete()
        }}
      />
      {open && (
        <Popup anchor={frame} className="pf-palette">
          <div ref={list} role="radiogroup" aria-label={t('form.color.palette')} className="pf-swatches">
            {offered.map((color) => (
              <button
                key={color}
                type="button"
                role="radio"
                className="pf-swatch"
                style={{ backgroundColor: color }}
                aria-checked={color === text.toLowerCase()}
                aria-label={color}
                title={color}
                onClick={() => take(color)}
              />
            ))}
          </div>
          <label className="pf-any-color">
            <input type="color" value={shown ?? '#000000'} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} />
            {t('form.color.any')}
          </label>
        </Popup>
      )}
    </div>
  )
  return (
    <>
      {box}
      {usual && (
        <DefaultNote id={noteId}>
          <code dir="ltr">{usual}</code>
        </DefaultNote>
      )}
    </>
  )
}
