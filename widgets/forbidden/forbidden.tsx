import { isSignedIn, PanelLink, useLocale, type BlockWidgetProps } from '#renderer'

/** Says that access is forbidden, to guests and to the signed-in alike. */
export default function Forbidden(_: BlockWidgetProps) {
  const { t } = useLocale()
  return (
    <div className="pk-message-page">
      <h1>{t('pages.forbidden_title')}</h1>
      <p>{t('pages.forbidden_text')}</p>
      <div className="pk-message-actions">
        <PanelLink className="pk-button pk-button-primary" to="/">
          {t(isSignedIn() ? 'pages.back_home' : 'session.sign_in')}
        </PanelLink>
      </div>
    </div>
  )
}
