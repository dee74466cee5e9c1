import { useId, useState, type KeyboardEvent } from 'react'
import { asFailure, callNamed, Icon, isCancelled, showFailure, useCall, useLocale } from '#renderer'
import { parsePieceCode } from '#schemas/rules/values/piece-code.ts'
import { damage, holdsCode } from './change.ts'
import { useTexts } from './use-texts.ts'

interface CodesProps {
  ware: number
  kind: number | null
  codes: readonly string[]
  /** Codes that are still to be picked; below zero, how many are too many. */
  missing: number
  messages?: readonly string[]
  calls: { uniques?: string; find_unique?: string }
  onChange: (codes: readonly string[]) => void
  onFault: (messages: string[]) => void
}

/** What is wrong with so many codes missing, or too many of them below zero. */
export const countFault = (missing: number, say: ReturnType<typeof useTexts>, formatNumber: (count: number) => string): string =>
  say(missing > 0 ? 'codes_missing' : 'codes_too_many', { '0': formatNumber(Math.abs(missing)) })

interface Code {
  id: number
  code: string
  status: string
}

/** Unique codes: scanned or typed with Enter, of damages also picked from those that are free. A code is listed once. */
export function Codes({ ware, kind, codes, missing, messages, calls, onChange, onFault }: CodesProps) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const id = useId()
  const hasFault = messages !== undefined && messages.length > 0
  const [text, setText] = useState('')
  const free = useCall<Code[]>(calls.uniques ?? '', kind === damage && calls.uniques !== undefined ? { id: ware } : null, {
    keepPreviousData: true,
  })
  const add = (code: string) => {
    if (holdsCode(codes, code)) return onFault([say('code_twice', { code })])
    onFault([])
    onChange([...codes, code])
  }
  const scan = async () => {
    const code = parsePieceCode(text)
    if (code === '') return
    setText('')
    if (kind !== damage || calls.find_unique === undefined) return add(code)
    try {
      const { results } = await callNamed<Code[]>(calls.find_unique, { method: 'GET', params: { id: ware, code } })
      const [known] = results
      if (!known) onFault([say('code_unknown', { code })])
      else if (known.status === 'sold') onFault([say('items_sold')])
      else if (known.status === 'damaged') onFault([say('code_damaged', { code: known.code })])
      else add(known.code)
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault, calls.find_unique))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void scan()
  }
  const pickable = (kind === damage ? (free.data?.results ?? []) : []).filter(({ code }) => !holdsCode(codes, code))
  return (
    <fieldset className="wi-codes">
      <legend>{say('codes')}</legend>
      <label htmlFor={id}>{say('scan')}</label>
      <input
        id={id}
        className="pf-input"
        dir="ltr"
        autoComplete="off"
        value={text}
        aria-invalid={hasFault}
        aria-describedby={`${id}-state`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-state`} aria-live="polite" className="wi-state">
        {missing !== 0 && !hasFault ? countFault(missing, say, formatNumber) : say('codes_count', { count: formatNumber(codes.length) })}
      </p>
      {hasFault && (
        <p className="wi-fault" role="alert">
          {messages.join(' ')}
        </p>
      )}
      {codes.length > 0 && (
        <ul className="wi-chips" aria-label={say('codes')}>
          {codes.map((code) => (
            <li key={code}>
              <bdi dir="ltr">{code}</bdi>
              <button type="button" aria-label={say('remove', { code })} onClick={() => onChange(codes.filter((one) => one !== code))}>
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pickable.length > 0 && (
        <ul className="wi-chips wi-free" aria-label={say('free_codes')}>
          {pickable.slice(0, 40).map(({ id: key, code }) => (
            <li key={key}>
              <button type="button" onClick={() => add(code)}>
                <Icon name="plus" size={14} /> <bdi dir="ltr">{code}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
