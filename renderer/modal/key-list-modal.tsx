import { useLocale } from '#renderer/locale/use-locale.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import { setSettings, useSessionStore } from '#renderer/session/session.ts'
import { formatChord, keyList } from './key-list.ts'
import './key-list.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that there are, by where they hold. */
export default function KeyListModal({ opener, onClose }: { opener: HTMLElement | null; onClose: () => void }) {
  const { dir, t } = useLocale()
  const title = t('keys.title')
  const areOn = useSessionStore((state) => state.settings.pageKeys)
  const own = (
    <label className="pk-keys-own">
      <input type="checkbox" checked={areOn} onChange={(event) => setSettings({ pageKeys: event.target.checked })} />{' '}
      {t('keys.without_ctrl')}
    </label>
  )
  const close = (
    <button type="button" className="pk-button" data-autofocus onClick={onClose}>
      {t('modal.close')}
    </button>
  )
  return (
    <ModalFrame
      title={title}
      size="lg"
      opener={opener}
      onClose={onClose}
      foot={
        <>
          {own}
          {close}
        </>
      }
    >
      {/* Long lists are scrolled by keyboard too. */}
      <div className="pk-keys" tabIndex={0} role="group" aria-label={title}>
        <div className="pk-keys-columns">
          {keyList.map(({ name, lines }) => (
            <section key={name}>
              <h2>{t(`keys.groups.${name}`)}</h2>
              <dl>
                {lines.map(({ does, chords }) => (
                  <div key={does}>
                    <dt>{t(does)}</dt>
                    <dd>
                      {chords.map((chord) => (
                        <span key={chord} dir="ltr">
                          {formatChord(chord, (key) => t(`keys.names.${key}`), { isMac, isRtl: dir === 'rtl' }).map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </ModalFrame>
  )
}
