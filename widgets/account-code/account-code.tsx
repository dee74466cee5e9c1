import { useEffect, useRef, useState } from 'react'
import { callNamed, Combobox, controlAttributes, useCall, type FieldWidgetProps } from '#renderer'
import { accountOf, codeHint, isClosed, type Account } from './account-state.ts'
import { useTexts } from './use-texts.ts'
import './account-code.css'

interface AccountCodeProps extends Record<string, unknown> {
  endpoint: string
  params?: Record<string, unknown>
  kind?: 'group' | 'detail'
}

/** An account by its code, as accountants type it, or by its name. */
export default function AccountCodeField(field: FieldWidgetProps<number, AccountCodeProps>) {
  const { id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, props, setFault, hold } = field
  const { endpoint, params, kind = 'group' } = props
  const say = useTexts()
  const hasGroup = kind === 'group' || Object.values(params ?? {}).some((one) => one !== undefined && one !== null && one !== '')
  const { data } = useCall<Account[]>(endpoint, hasGroup ? (params ?? {}) : null)
  const accounts = hasGroup ? data?.results : undefined
  const chosen = accounts?.find((account) => account.value === value)
  const [typed, setTyped] = useState<string>()
  // Emptied from outside, a code that is known goes too.
  const isEmptied = typed !== undefined && !chosen && accountOf(accounts, typed) !== undefined
  const text = (isEmptied ? undefined : typed) ?? chosen?.code ?? ''
  const hint = codeHint({ kind, hasGroup, accounts, typed: text })
  const isFixed = disabled || readonly || isClosed(hint)
  const tooltip = hint && say(hint)

  // A detail code that was chosen in another group does not belong to this one.
  const narrowing = JSON.stringify(params ?? {})
  const before = useRef(narrowing)
  const latest = useRef({ onChange, onBlur, setFault })
  useEffect(() => {
    latest.current = { onChange, onBlur, setFault }
  })
  useEffect(() => {
    if (before.current === narrowing) return
    before.current = narrowing
    setTyped(undefined)
    latest.current.onChange(undefined)
    latest.current.onBlur()
  }, [narrowing])
  const fault = hint === 'unknown_detail' || hint === 'unknown_group' ? tooltip : undefined
  useEffect(() => latest.current.setFault(fault), [fault])

  /** What is typed now, for choices that come later. */
  const wanted = useRef('')
  function type(code: string): void {
    wanted.current = code
    setTyped(code)
    if (accounts || !hasGroup) onChange(accountOf(accounts, code)?.value)
    // Nothing is sent before it is known whether there is such an account.
    else hold(takeLater(code))
  }
  async function takeLater(code: string): Promise<void> {
    const { results } = await callNamed<Account[]>(endpoint, { params })
    if (wanted.current !== code) return
    latest.current.onChange(accountOf(results, code)?.value)
    latest.current.onBlur()
  }
  function leave(): void {
    if (chosen) setTyped(undefined)
    onBlur()
  }

  return (
    <div className="pw-account" title={tooltip}>
      <input
        {...controlAttributes({ ...field, disabled: isFixed })}
        className="pf-input pw-account-code"
        type="text"
        dir="ltr"
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        title={tooltip}
        aria-invalid={invalid || fault !== undefined || undefined}
        aria-describedby={[describedBy, tooltip && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        placeholder={say('code')}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <label className="pf-unseen" htmlFor={`${id}-name`}>
        {`${label} · ${say('name')}`}
      </label>
      <Combobox
        id={`${id}-name`}
        label={`${label} · ${say('name')}`}
        options={accounts ?? []}
        chosen={chosen ? [{ value: chosen.value, title: nameOf(chosen) }] : []}
        clearable={!required}
        disabled={isFixed}
        required={required}
        invalid={invalid}
        placeholder={say('name')}
        onChange={([option]) => {
          setTyped(undefined)
          onChange(option?.value as number | undefined)
          onBlur()
        }}
        onBlur={onBlur}
      />
      {tooltip && (
        <span id={`${id}-hint`} role="tooltip" className="pw-account-hint">
          {tooltip}
        </span>
      )}
    </div>
  )
}

/** The name without the code that stands beside it. */
const nameOf = ({ title, code }: Account): string => (title.startsWith(`${code} `) ? title.slice(code.length + 1) : title)
