import { PanelLink, useCall, useLocale } from '#renderer'

export type Way = 'password' | 'otp' | 'password_recovery' | 'register'

const paths: Record<Way, string> = {
  password: '/auth/login',
  password_recovery: '/auth/forget-password',
  otp: '/auth/otp-login',
  register: '/auth/register',
}

interface LoginConfigs {
  methods: string[]
  register: boolean
  password_recovery: boolean
}

/** Links to the other ways that are open here. */
export function WayLinks({ own }: { own: Way }) {
  const { t } = useLocale()
  const { data } = useCall<LoginConfigs>('login-configs', {}, { background: true, revalidateIfStale: false })
  if (!data) return null
  const { methods, register, password_recovery: recovery } = data.results
  const isOpen: Record<Way, boolean> = { password: true, otp: methods.includes('otp'), password_recovery: recovery, register }
  const others = (Object.keys(paths) as Way[]).filter((way) => way !== own && isOpen[way])
  if (others.length === 0) return null
  return (
    <nav className="pk-sign-in-ways" aria-label={t('session.other_ways')}>
      {others.map((way) => (
        <PanelLink key={way} className="pf-link" to={paths[way]}>
          {t(`session.way_${way}`)}
        </PanelLink>
      ))}
    </nav>
  )
}
