import { noValue } from '#schemas/rules/text/plain-text.ts'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { ComboboxProps } from './combobox-props.ts'
import { matchOptions } from './match-options.ts'
import { dotStyle, OptionList, type ComboboxOption, type ListAction } from './option-list.tsx'
import { Popup } from '#renderer/form/controls/popup.tsx'

export type { ComboboxOption } from './option-list.tsx'

const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && b !== null && a !== undefined && b !== undefined && typeof a !== 'object' && String(a) === String(b))

/** A text field with a list of options (ARIA combobox): type to search, arrows to move, Enter to take, Escape to close. */
export function Combobox(props: ComboboxProps) {
  const {
    id,
    label,
    options,
    chosen,
    multiple = false,
    clearable = false,
    disabled,
    chips = true,
    mostChips = Infinity,
    onSearch,
    onOpen,
    onClose,
    onMore,
    onExpand,
    busy,
    notice,
    actions = [],
    onChange,
    onBlur,
  } = props
  const { t, dir, formatNumber } = useLocale()
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [term, setTerm] = useState<string>()
  const [active, setActive] = useState(0)
  const [showsAll, setShowsAll] = useState(false)
  /** Enter was pressed before the options for the typed text were there. */
  const awaited = useRef(false)
  const shown = useMemo(() => (onSearch ? options : matchOptions(options, term ?? '')), [options, term, onSearch])
  const single = multiple ? undefined : chosen[0]
  const isChosen = (option: ComboboxOption): boolean => chosen.some((one) => sameValue(one.value, option.value))
  const drawn = busy || notice ? [] : shown
  const places = drawn.length + actions.length
  const at = Math.min(active, places - 1)

  // The keyboard can reach the end of the loaded options without scrolling.
  const readOn = useEffectEvent(() => {
    if (open && !busy && drawn.length > 0 && at >= drawn.length - 1) onMore?.()
  })
  useEffect(() => {
    if (at > 0) readOn()
  }, [at])

  const takeAwaited = useEffectEvent(() => {
    if (!awaited.current || busy) return
    awaited.current = false
    if (shown.length === 1) take(shown[0])
  })
  useEffect(() => takeAwaited(), [busy, shown])

  function show(): void {
    if (open || disabled) return
    setOpen(true)
    setActive(
      Math.max(
        0,
        options.findIndex((option) => isChosen(option)),
      ),
    )
    onOpen?.()
  }
  function close(): void {
    awaited.current = false
    setOpen(false)
    setTerm(undefined)
    if (onClose) onClose()
    else if (term) onSearch?.('')
  }
  function take(option: ComboboxOption | undefined): void {
    if (!option || option.disabled) return
    if (multiple && isChosen(option)) {
      showToast({ tone: 'warning', text: t('form.duplicate') })
      return
    }
    onChange(multiple ? [...chosen, option] : [option])
    if (multiple) {
      setTerm(undefined)
      if (term) onSearch?.('')
    } else close()
  }
  function act(action: ListAction | undefined): void {
    action?.run(term ?? '')
    if (action?.closes) close()
    else input.current?.focus()
  }
  function type(typed: string): void {
    // Text typed before, inside or after the name of the chosen option is a new search.
    const text = term === undefined && single && typed.length > single.title.length ? typed.replace(single.title, '') : typed
    awaited.current = false
    setTerm(text)
    setActive(0)
    if (!open) setOpen(true)
    onSearch?.(text)
  }
  /** Inwards opens a branch, then enters it; outwards closes it, then leaves for the one above. */
  function walkTree(inwards: boolean): void {
    const option = drawn[at]
    if (!option) return
    if (option.expanded === !inwards) onExpand?.(option, inwards)
    else if (inwards) {
      if (option.expanded) setActive(at + 1)
    } else
      setActive(
        Math.max(
          0,
          drawn.findLastIndex((one, index) => index < at && (one.level ?? 1) < (option.level ?? 1)),
          (option.level ?? 1) === 1 ? at : 0,
        ),
      )
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) {
        show()
        return
      }
      if (places > 0) setActive((at + (event.key === 'ArrowDown' ? 1 : places - 1)) % places)
    } else if (onExpand && open && term === undefined && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      walkTree((event.key === 'ArrowRight') === (dir === 'ltr'))
    } else if ((event.key === 'Home' || event.key === 'End') && open && !term) {
      event.preventDefault()
      setActive(event.key === 'Home' ? 0 : Math.max(0, drawn.length - 1))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (busy) awaited.current = true
      else if (at < drawn.length) take(drawn[at])
      else act(actions[at - drawn.length])
    } else if (event.key === 'Enter' && multiple) {
      event.preventDefault()
      show()
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Backspace' && multiple && chips && !term && chosen.length > 0) {
      onChange(chosen.slice(0, -1))
    }
  }
  function emptyText(): string {
    const none = props.empty ?? t('form.select.none')
    return term ? t('form.select.no_match', { none, term }) : none
  }
  function remove(option: ComboboxOption): void {
    onChange(chosen.filter((one) => one !== option))
    input.current?.focus()
  }

  return (
    <div
      ref={frame}
      className="pf-input pf-combobox"
      data-disabled={disabled || undefined}
      data-invalid={props.invalid || undefined}
      data-busy={busy || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) {
          close()
          onBlur()
        }
      }}
    >
      {multiple &&
        chips &&
        (showsAll ? chosen : chosen.slice(0, mostChips)).map((option) => (
          <span key={String(option.value)} className="pf-chip">
            {option.color && <i className="pf-dot" data-color={option.color} style={dotStyle(option.color)} />}
            <bdi title={option.title}>{option.title}</bdi>
            {!disabled && (
              <button type="button" aria-label={t('form.select.remove', { title: option.title })} onClick={() => remove(option)}>
                ×
              </button>
            )}
          </span>
        ))}
      {multiple && chips && chosen.length > mostChips && !showsAll && (
        <button
          type="button"
          className="pf-more-chips"
          onClick={() => {
            setShowsAll(true)
            input.current?.focus()
          }}
        >
          {t('form.unsaved.more', { number: formatNumber(chosen.length - mostChips) })}
        </button>
      )}
      <input
        ref={input}
        id={id}
        role="combobox"
        type="text"
        autoComplete="off"
        spellCheck={false}
        dir={(term ?? single?.title) ? 'auto' : undefined}
        disabled={disabled}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-haspopup={onExpand ? 'tree' : 'listbox'}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        aria-required={props.required || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        placeholder={chosen.length === 0 || !chips ? (props.placeholder ?? (disabled ? noValue : t('form.select.placeholder'))) : undefined}
        value={term ?? single?.title ?? ''}
        onChange={(event) => type(event.target.value)}
        onClick={show}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (single) event.target.select()
        }}
      />
      {clearable && !disabled && chosen.length > 0 && (
        <button
          type="button"
          className="pf-clear"
          aria-label={t('form.select.clear', { label })}
          onClick={() => {
            onChange([])
            input.current?.focus()
          }}
        >
          ×
        </button>
      )}
      <span
        className="pf-arrow"
        aria-hidden="true"
        onMouseDown={(event) => {
          event.preventDefault()
          input.current?.focus()
          if (open) close()
          else show()
        }}
      />
      {open && (
        <Popup anchor={frame} matchWidth>
          <OptionList
            id={listId}
            label={label}
            multiple={multiple}
            options={drawn}
            isChosen={isChosen}
            active={at}
            busy={busy}
            actions={actions}
            onExpand={onExpand}
            notice={busy ? t('form.select.loading') : (notice ?? (shown.length > 0 ? undefined : emptyText()))}
            onActive={setActive}
            onTake={take}
            onAct={act}
            onMore={onMore}
          />
        </Popup>
      )}
    </div>
  )
}
