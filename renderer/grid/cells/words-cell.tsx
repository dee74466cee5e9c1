import { useEffect, useState } from 'react'
import { currencyOnRow } from '#schemas/rules/conditions/column-case.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { useSiteSettings } from '#renderer/api/site-settings.ts'
import { inTime } from '#renderer/documents/load-in-time.ts'
import { none, typeMismatch, type Cell } from './plain-cell.tsx'

type InWords = typeof import('#schemas/rules/numbers/words/amount-in-words.ts').amountInWords

/** The words of ten languages, which come with the first amount that is written so. */
let arrived: InWords | undefined

function useWords(): InWords | undefined {
  const [words, setWords] = useState<InWords | undefined>(() => arrived)
  useEffect(() => {
    if (words) return
    let isOpen = true
    const arrive = ({ amountInWords }: { amountInWords: InWords }) => {
      arrived = amountInWords
      if (isOpen) setWords(() => amountInWords)
    }
    // Until the code can be fetched the amount stands in digits.
    inTime(import('#schemas/rules/numbers/words/amount-in-words.ts')).then(arrive, () => undefined)
    return () => {
      isOpen = false
    }
  }, [words])
  return words
}

/** An amount in words: in its currency, else in that of the site; a count and an amount without a currency as a number alone. */
export function WordsCell({ value, row, column, formats }: Cell) {
  const { currency: ofSite } = useSiteSettings()
  const words = useWords()
  if (value === null || value === undefined || value === '') return none
  if ((typeof value !== 'string' && typeof value !== 'number') || toDecimal(value) === undefined) return typeMismatch(value, formats)
  if (!words) return <span aria-busy="true">{formats.number(value)}</span>
  const named = currencyOnRow(column, row)
  const currency = named === undefined && column.kind !== 'integer' ? ofSite : named
  const text = words(value, currency ?? undefined, formats.locale)
  return text === undefined ? typeMismatch(value, formats) : <span className="grid-words">{text}</span>
}
