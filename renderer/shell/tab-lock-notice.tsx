import { useEffect, useRef } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useTabLock } from '#renderer/session/tab-lock.ts'

/** Covers a tab whose user changed elsewhere; a native dialog, so that nothing behind it can be reached. */
export function TabLockNotice() {
  const { t } = useLocale()
  const locked = useTabLock((state) => state.locked)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (locked && !dialog.current?.open) dialog.current?.showModal()
  }, [locked])
  if (!locked) return null
  return (
    <dialog ref={dialog} className="pk-dialog pk-lock" aria-labelledby="pk-tab-lock" onCancel={(event) => event.preventDefault()}>
      <h2 id="pk-tab-lock">{t('shell.tab_locked_title')}</h2>
      <p>{t('shell.tab_locked_text')}</p>
      <button type="button" className="pk-button pk-button-primary" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </button>
    </dialog>
  )
}
