import type { ReactNode } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** Below an empty control: the value that applies without one, as `children` draw it, and that it is the default. */
export function DefaultNote({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useLocale()
  return (
    <p id={id} className="pf-default">
      {children}
      <span>{t('form.default')}</span>
    </p>
  )
}
