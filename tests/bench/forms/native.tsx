import { useState } from 'react'
import { choices, kindAt } from './form-schema.ts'
import type { FormEngineUnderTest } from './main.tsx'

const types = { text: 'text', number: 'number', boolean: 'checkbox', date: 'date' } as const

/** A control of the browser whose value its own component holds: less than this nobody's form does. */
function Field({ index, initial }: { index: number; initial: unknown }) {
  const [value, setValue] = useState(initial)
  const kind = kindAt(index)
  const id = `native-${index}`
  return (
    <p>
      <label htmlFor={id}>Field {index + 1}</label>
      {kind === 'select' ? (
        <select id={id} value={value as string} onChange={(event) => setValue(event.target.value)}>
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : kind === 'boolean' ? (
        <input id={id} type="checkbox" checked={value as boolean} onChange={(event) => setValue(event.target.checked)} />
      ) : (
        <input id={id} type={types[kind]} value={value as string} onChange={(event) => setValue(event.target.value)} />
      )}
    </p>
  )
}

const native: FormEngineUnderTest = {
  prepare: () => Promise.resolve(),
  draw: ({ data }) => (
    <form>
      {Object.values(data).map((value, index) => (
        <Field key={index} index={index} initial={value} />
      ))}
    </form>
  ),
}
export default native
