import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useFormState } from '#renderer/form/form-context.ts'
import { shownData } from '#renderer/form/data/form-store.ts'
import { getAt, type PathList } from '#renderer/form/data/path.ts'
import { amountText, currencyOf } from '#renderer/form/fields/cell-text.ts'
import { sumRows } from './row-totals.ts'
import type { TableColumn } from './table-columns.ts'

export interface Total {
  name: string
  title: string
  text: string
  isNegative: boolean
}

/** How long nothing has to change before a new sum is said. */
const quietMs = 1000

/** The sums of some fields of a list of rows, as they are read. They follow every change. */
export function useTotals(path: PathList, columns: readonly TableColumn[]): Total[] {
  const formats = useLocale()
  const sum = useMemo(() => sumRows(columns.map(({ name }) => name)), [columns])
  const sums = useFormState((state) => (columns.length === 0 ? '' : sum(getAt(shownData(state), path)).join(' ')))
  return useMemo(
    () =>
      (sums === '' ? [] : sums.split(' ')).map((value, at) => ({
        name: columns[at]!.name,
        title: columns[at]!.title,
        text: amountText(value, currencyOf(columns[at]!.schema, columns[at]!.ui), formats),
        isNegative: value.startsWith('-'),
      })),
    [sums, columns, formats],
  )
}

/** What a live region says of sums: nothing at first, and after a change what they have become, once it is quiet. */
export function useSaidTotals(totals: readonly Total[]): string {
  const text = totals.map(({ title, text }) => `${title} ${text}`).join(' · ')
  const [said, setSaid] = useState('')
  const opened = useRef(text)
  useEffect(() => {
    if (text === opened.current) return
    opened.current = text
    const timer = setTimeout(setSaid, quietMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return said
}
