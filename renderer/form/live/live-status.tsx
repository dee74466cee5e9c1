import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { amountText, currencyOf } from '#renderer/form/fields/cell-text.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { shownData } from '#renderer/form/data/form-store.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'

/** How long nothing has to change before a new value is said. */
const quietMs = 1000

/** Says computed values of the form that have changed, once typing pauses. */
export function LiveStatus() {
  const { store, form } = useFormScope()
  const formats = useLocale()
  const properties = (form.schema as FieldSchema).properties ?? {}
  const names = Object.keys(properties).filter(
    (name) => properties[name]!.computed !== undefined && properties[name]!.readOnly === true && form.ui?.[name]?.widget !== 'hidden',
  )
  const values = useStore(store, (state) => JSON.stringify(names.map((name) => toDecimal(shownData(state)[name]) ?? '')))
  const [said, setSaid] = useState('')
  const last = useRef(values)
  useEffect(() => {
    if (last.current === values) return
    const timer = setTimeout(() => {
      const [before, now] = [last.current, values].map((text) => JSON.parse(text) as string[]) as [string[], string[]]
      last.current = values
      setSaid(
        names
          .flatMap((name, at) => {
            const ui = form.ui?.[name] ?? {}
            const text = now[at] === '' ? '—' : amountText(now[at]!, currencyOf(properties[name]!, ui), formats)
            return before[at] === now[at] ? [] : `${ui.title ?? name}: ${text}`
          })
          .join(' · '),
      )
    }, quietMs)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a changed value is said
  }, [values])
  return names.length === 0 ? null : (
    <span className="pk-visually-hidden" role="status">
      {said}
    </span>
  )
}
