import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** As many rows as are drawn at once; more than a window holds. */
const firstRows = 40

/** The rows that are drawn: the first ones of many at once, so that they are seen early, the others when there is time, and for print. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && rows.length > firstRows
  useEffect(() => {
    if (!isCut) return
    startTransition(() => setWhole(true))
    const drawAll = () => flushSync(() => setWhole(true))
    window.addEventListener('beforeprint', drawAll)
    return () => window.removeEventListener('beforeprint', drawAll)
  }, [isCut])
  return isCut ? rows.slice(0, firstRows) : rows
}
