import { useLocale } from '#renderer/locale/use-locale.ts'
import { secondFactorPath } from '#renderer/routing/guard.ts'
import { PanelLink } from './panel-link.tsx'

/** In place of every page, for who must have a second factor and has none: why, and the way to it. */
export function EnrolNotice() {
  const { t } = useLocale()
  return (
    <div className="pk-message-page" role="alert">
      <h1>{t('session.set_up_second_factor')}</h1>
      <p>{t('session.second_factor_required')}</p>
      <PanelLink className="pk-button pk-button-primary" to={secondFactorPath}>
        {t('session.set_up_second_factor')}
      </PanelLink>
    </div>
  )
}
