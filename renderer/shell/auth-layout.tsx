import type { ReactNode } from 'react'
import { ModalHost } from '#renderer/modal/modal-host.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { LocaleMenu } from './locale-menu.tsx'
import { SchemeButton } from './scheme-button.tsx'
import { useSiteSettings } from '#renderer/api/site-settings.ts'

/** The frame of signing in, where windows open over it. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <AuthFrame>{children}</AuthFrame>
      <ModalHost />
    </>
  )
}

/** The site's logo over one narrow column. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const { t } = useLocale()
  const { panel_logo, site_title } = useSiteSettings()
  return (
    <div className="pk-auth">
      <header className="pk-auth-tools">
        <LocaleMenu />
        <SchemeButton />
      </header>
      <main id="pk-content" className="pk-auth-card" tabIndex={-1}>
        <p className="pk-auth-logo">
          {panel_logo ? (
            <img src={panel_logo} alt={site_title} height={56} />
          ) : (
            <img src="/logo.svg" alt={site_title || t('shell.home')} width={56} height={56} />
          )}
        </p>
        {children}
      </main>
    </div>
  )
}
