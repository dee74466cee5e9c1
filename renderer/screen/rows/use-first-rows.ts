import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '#renderer/ui/when-idle.ts'

/** As many rows as are drawn at once; more than a window holds. */
const firstRows = 40

/** The rows that are drawn: the first ones of many at once, so that they are seen early, the others when there is time, and for print. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && rows.length > firstRows
  useEffect(() => {
    if (!isCut) return
    // What is in sight is painted first.
    const callOff = whenIdle(() => startTransition(() => setWhole(true)), 500)
    const drawAll = () => flushSync(() => setWhole(true))
    window.addEventListener('beforeprint', drawAll)
    return () => {
      callOff()
      window.removeEventListener('beforeprint', drawAll)
    }
  }, [isCut])
  return isCut ? rows.slice(0, firstRows) : rows
}
