import { useEffect } from 'react'
import { useCall, useLocale } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'

/** Backup codes that were used, each by its end, with when and from where; nothing as long as there are none. */
export function UsedCodes({ left }: { left: number }) {
  const say = useTexts()
  const { formatDateTime } = useLocale()
  const { data, mutate } = useCall<Endpoints['used-backup-codes']['results']>('used-backup-codes', {}, { keepPreviousData: true })
  useEffect(() => void mutate(), [left, mutate])
  const used = data?.results ?? []
  if (used.length === 0) return null
  return (
    <>
      <h3>{say('used')}</h3>
      <ul className="sf-used">
        {used.map(({ position, code, used_at: at, browser, os, ip }) => (
          <li key={position}>
            <code dir="ltr">{code}</code> <span>{formatDateTime(at)}</span> <bdi>{[browser, os, ip].filter(Boolean).join(', ')}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
