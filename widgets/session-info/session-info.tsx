import { useState } from 'react'
import { useLocale, useSession, type BlockWidgetProps } from '#renderer'

const fields = ['token', 'id', 'user', 'roles', 'isAdmin', 'isDeveloper', 'locale', 'timezone', 'twoFA', 'forceChangePassword'] as const

/** The ten fields of the session; the token is shown on demand. */
export default function SessionInfo(_: BlockWidgetProps) {
  const { t } = useLocale()
  const session = useSession()
  const [shown, setShown] = useState(false)
  const text = (field: (typeof fields)[number]) => {
    const value = session[field]
    if (field === 'token') return shown ? String(value) : '••••••••'
    return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return (
    <dl className="pk-facts">
      {fields.map((field) => [
        <dt key={field}>
          {t(`session.fields.${field}`)} <code dir="ltr">{field}</code>
        </dt>,
        <dd key={`${field}-value`} data-field={field}>
          <bdi dir="auto">{text(field)}</bdi>{' '}
          {field === 'token' && (
            <button type="button" className="pk-button pk-button-small" onClick={() => setShown(!shown)}>
              {t(shown ? 'session.hide' : 'session.show')}
            </button>
          )}
        </dd>,
      ])}
    </dl>
  )
}
