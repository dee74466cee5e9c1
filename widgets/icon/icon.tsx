import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { iconNames } from '#schemas/rules/icon-names.ts'
import { boxAttributes, controlAttributes, Icon, Popup, useLocale, type FieldWidgetProps } from '#renderer'
import './icon.css'

const perLine = 6
const ways: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perLine, ArrowUp: -perLine }

/** An icon of the panel by its name: type to search, arrows to move over the pictures, Enter to take. */
export default function IconField(field: FieldWidgetProps<string>) {
  const { label, value, onChange, onBlur, disabled, readonly, placeholder } = field
  const { t, dir } = useLocale()
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [term, setTerm] = useState<string>()
  const [active, setActive] = useState(0)
  const off = disabled || readonly
  const name = typeof value === 'string' ? value : ''
  const isKnown = iconNames.includes(name)
  const found = useMemo(() => {
    const wanted = foldText(term ?? '')
    return wanted === '' ? iconNames : iconNames.filter((one) => one.includes(wanted))
  }, [term])
  const at = Math.min(active, found.length - 1)

  useEffect(() => {
    if (open) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [open, at, listId])

  function show(): void {
    if (off || open) return
    setOpen(true)
    setActive(Math.max(0, iconNames.indexOf(name)))
  }
  function close(): void {
    setOpen(false)
    setTerm(undefined)
  }
  function take(icon: string | undefined): void {
    if (icon === undefined) return
    onChange(icon)
    onBlur()
    close()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const way = ways[event.key]
    if (way !== undefined && (open || Math.abs(way) > 1)) {
      event.preventDefault()
      if (!open) {
        show()
        return
      }
      const step = Math.abs(way) === 1 && dir === 'rtl' ? -way : way
      setActive(Math.max(0, Math.min(found.length - 1, at + step)))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      take(found[at])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return (
    <div
      ref={frame}
      className="pf-input pf-box"
      {...boxAttributes({ disabled, readonly, invalid: field.invalid })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) {
          if (term === '') onChange(undefined)
          close()
          onBlur()
        }
      }}
    >
      <span className="pf-icon-shown">{isKnown && <Icon name={name} size={18} />}</span>
      <input
        {...controlAttributes(field)}
        ref={input}
        type="text"
        role="combobox"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readonly}
        placeholder={placeholder ?? t('form.icon.search')}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-activedescendant={open && found[at] ? `${listId}-${at}` : undefined}
        value={term ?? name}
        onClick={show}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTerm(event.target.value)
          setActive(0)
          setOpen(true)
        }}
      />
      {open && (
        <Popup anchor={frame}>
          <div id={listId} role="listbox" aria-label={label} className="pf-icons" onMouseDown={(event) => event.preventDefault()}>
            {found.map((icon, index) => (
              <div
                key={icon}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={icon === name}
                aria-label={icon}
                title={icon}
                data-active={index === at || undefined}
                onClick={() => take(icon)}
              >
                <Icon name={icon} size={20} />
              </div>
            ))}
            {found.length === 0 && (
              <div role="option" aria-disabled="true" aria-selected="false" className="pf-no-icons">
                {t('form.icon.none')}
              </div>
            )}
          </div>
        </Popup>
      )}
    </div>
  )
}
