import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { continueAt } from '#renderer/account/change-user.ts'
import { leaveImpersonation } from '#renderer/account/sign-out.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import { Icon } from '#renderer/ui/icon.tsx'

/** Whether the session is another user's, worn by an administrator. */
export const useImpersonating = () => useSessionStore((state) => state.auth.adminToken !== null)

/** The way back to one's own session, for the bar. */
export function ExitImpersonation() {
  const { t } = useLocale()
  const name = useSessionStore((state) => state.auth.user?.name_full ?? '')
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void leaveImpersonation().then(continueAt)
  }
  return (
    <button
      type="button"
      className="pk-button pk-button-warning"
      title={t('shell.impersonating', { name })}
      disabled={leaving}
      aria-busy={leaving || undefined}
      onClick={leave}
    >
      <Icon name="undo" size={16} />
      <span>{t('shell.exit_impersonation')}</span>
      <span className="pk-visually-hidden">{t('shell.impersonating', { name })}</span>
    </button>
  )
}

/** Shown under the navbar of a narrow window, which has no room for it: the user of the session, and the button to return. */
export function ImpersonationStrip() {
  const { t } = useLocale()
  const name = useSessionStore((state) => state.auth.user?.name_full ?? '')
  return (
    <div className="pk-worn">
      <span className="pk-worn-name" title={name}>
        {t('shell.impersonating', { name })}
      </span>
      <ExitImpersonation />
    </div>
  )
}
