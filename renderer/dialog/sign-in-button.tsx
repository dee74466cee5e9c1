import { useEffect, useRef } from 'react'
import { holdLeaving } from '#renderer/api/end-on-failure.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/**
 * Stands in a dialog that says that the session has ended: the page stays as it is until the reader goes on from here, or
 * closes the dialog.
 */
export function SignInButton() {
  const { t } = useLocale()
  const goOn = useRef<() => void>(undefined)
  useEffect(() => {
    const leave = holdLeaving()
    goOn.current = leave
    return leave
  }, [])
  return (
    <button type="button" className="pk-button" onClick={() => goOn.current?.()}>
      {t('session.sign_in')}
    </button>
  )
}
