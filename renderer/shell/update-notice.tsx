import { useEffect, useState } from 'react'
import { watchBuild } from '#renderer/api/watch-build.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** Offers a new build of the panel; the page is reloaded only on request. */
export function UpdateNotice() {
  const { t } = useLocale()
  const [ready, setReady] = useState(false)
  useEffect(() => watchBuild(() => setReady(true)), [])
  if (!ready) return null
  return (
    <section className="pk-update" role="status">
      <span>{t('shell.update_ready')}</span>
      <button type="button" className="pk-button pk-button-primary pk-button-small" onClick={() => window.location.reload()}>
        {t('shell.update_now')}
      </button>
      <button type="button" className="pk-button pk-button-small" onClick={() => setReady(false)}>
        {t('shell.later')}
      </button>
    </section>
  )
}
