import { use, useEffect, useEffectEvent, useState } from 'react'
import { isReplacedBuild } from '#renderer/api/watch-build.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { CodeTimeout } from './load-in-time.ts'
import { PartTroubleContext } from './part-trouble.ts'

interface MissingPartProps {
  error: unknown
  retry: () => void
}

/** A notice instead of a part whose code failed to load, unless a surrounding component handles that. */
export function MissingPart(props: MissingPartProps) {
  const tell = use(PartTroubleContext)
  return tell ? <GivenUp {...props} tell={tell} /> : <MissingNotice {...props} />
}

/** The part is fetched anew when it is wanted again. */
function GivenUp({ error, retry, tell }: MissingPartProps & { tell: (error: unknown) => void }) {
  const forget = useEffectEvent(retry)
  const giveUp = useEffectEvent(() => tell(error))
  useEffect(() => {
    giveUp()
    return () => forget()
  }, [])
  return null
}

/** Retry in place, or a reload where a newer build took its place or the code is still on its way after its time. */
function MissingNotice({ error, retry }: MissingPartProps) {
  const { t } = useLocale()
  const [replaced, setReplaced] = useState(false)
  const late = error instanceof CodeTimeout
  const needsReload = replaced || late
  const again = useEffectEvent(retry)
  useEffect(() => {
    console.error(error)
    let shown = true
    void isReplacedBuild().then((answer) => {
      if (shown) setReplaced(answer)
    })
    const onOnline = () => again()
    window.addEventListener('online', onOnline)
    return () => {
      shown = false
      window.removeEventListener('online', onOnline)
    }
  }, [error])
  return (
    <section className="pk-broken" role="alert">
      <h2>{t('blocks.broken_title')}</h2>
      <p>{t(replaced ? 'pages.chunk_gone' : late ? 'pages.chunk_late' : 'pages.chunk_failed')}</p>
      <button type="button" className="pk-button" onClick={needsReload ? () => window.location.reload() : retry}>
        {t(needsReload ? 'shell.reload' : 'blocks.retry')}
      </button>
    </section>
  )
}
