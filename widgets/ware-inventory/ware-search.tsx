import { useId, useState, type FormEvent } from 'react'
import { asFailure, callNamed, isCancelled, showFailure } from '#renderer'
import { useTexts } from './use-texts.ts'

/** Finds a ware by what is typed or scanned; a scanner ends with Enter. */
export function WareSearch({ call, onFound }: { call: string; onFound: (id: number) => void }) {
  const say = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const find = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    try {
      onFound((await callNamed<{ id: number }>(call, { method: 'GET', params: { slug: text.trim() } })).results.id)
    } catch (error) {
      if (isCancelled(error)) return
      const failure = asFailure(error, call)
      if (failure.status === 404) setFault(say('not_found'))
      else showFailure(failure)
    }
  }
  return (
    <form className="wi-search" onSubmit={(event) => void find(event)}>
      <label htmlFor={id}>{say('find')}</label>
      <input
        id={id}
        className="pf-input"
        value={text}
        dir="auto"
        aria-invalid={fault !== undefined}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
        }}
      />
      {fault !== undefined && <p role="alert">{fault}</p>}
    </form>
  )
}
