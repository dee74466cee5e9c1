import { useEffect, useState } from 'react'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'

/** Counts down to 0 by the clock, so that a tab that slept is right again at once. */
export function useSecondsLeft(seconds: number): number {
  const [endsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}

/** `1:05`, in the digits of the locale. */
export const clockOf = (seconds: number, locale: string): string =>
  localiseDigits(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`, locale)
