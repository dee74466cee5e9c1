import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { continueAt } from '#renderer/account/change-user.ts'
import { leaveImpersonation } from '#renderer/account/sign-out.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import { Icon } from '#renderer/ui/icon.tsx'

/** Whether the session is another user's, worn by an administrator. */
export const useImpersonating = () => useSessionStore((state) => state.auth.adminToken !== null)

/** Above every page of a session that is another user's: whose it is, and the way back to one's own. */
export function ImpersonationStrip() {
  const { t } = useLocale()
  const name = useSessionStore((state) => state.auth.user?.name_full ?? '')
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void leaveImpersonation().then(continueAt)
  }
  return (
    <div className="pk-worn">
      <span className="pk-worn-name" title={name}>
        {t('shell.impersonating', { name })}
      </span>
      <button type="button" className="pk-button pk-button-warning" disabled={leaving} aria-busy={leaving || undefined} onClick={leave}>
        <Icon name="undo" size={16} />
        <span>{t('shell.exit_impersonation')}</span>
      </button>
    </div>
  )
}
