import { lazy, Suspense, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { markSeen, useRouteHelp } from './use-help.ts'

const HelpDrawer = lazy(() => import('./help-drawer.tsx'))

/** The button of pages that have help, which pulses until the reader has opened it. */
export function HelpButton() {
  const { t } = useLocale()
  const help = useRouteHelp()
  /** The button while its help is open. */
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  if (!help) return null
  const label = help.seen ? t('shell.help') : t('shell.help_new')
  return (
    <>
      <button
        type="button"
        className="pk-help"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        data-pulsing={!help.seen || undefined}
        onClick={(event) => setOpener(event.currentTarget)}
      >
        <Icon name="question-circle" size={16} />
        <span className="pk-help-word">{t('shell.help_word')}</span>
      </button>
      {opener && (
        <Suspense fallback={null}>
          <HelpDrawer help={help} opener={opener} onShown={() => void markSeen(help.id)} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </>
  )
}
