import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon, modalHost, useCall, useLocale } from '#renderer'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import type { DashboardWidget, LibraryEntry } from './dashboard-types.ts'
import { useTexts } from './use-texts.ts'

interface LibraryDialogProps {
  present: readonly DashboardWidget[]
  onAdd: (slug: string, color: string) => Promise<void>
  onClose: () => void
}

/** The widgets that can be added, by module, with a search; it stays open so that several can be. */
export function LibraryDialog({ present, onAdd, onClose }: LibraryDialogProps) {
  const say = useTexts()
  const { t } = useLocale()
  const dialog = useRef<HTMLDialogElement>(null)
  const [term, setTerm] = useState('')
  const [busy, setBusy] = useState<string>()
  const { data, error, mutate } = useCall<LibraryEntry[]>('widgets-repo')
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const entries = (data?.results ?? []).filter(({ title, group }) => foldText(`${title} ${group ?? ''}`).includes(foldText(term.trim())))
  const groups = [...new Set(entries.map(({ group }) => group ?? ''))]
  async function add({ slug, color }: LibraryEntry) {
    setBusy(slug)
    await onAdd(slug, color)
    setBusy(undefined)
  }
  return createPortal(
    <dialog
      ref={dialog}
      className="pk-dialog db-library"
      aria-labelledby="db-library"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <header>
        <h2 id="db-library">{say('library')}</h2>
        <button type="button" className="pk-icon-button" aria-label={say('close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" size={18} />
        </button>
      </header>
      <input
        type="search"
        autoFocus
        maxLength={80}
        value={term}
        aria-label={say('find')}
        placeholder={say('find')}
        onChange={(event) => setTerm(event.target.value)}
      />
      {error && !data && (
        <div className="db-failed" role="alert">
          <p>{error.userMessage || say('failed')}</p>
          <button type="button" className="pk-button" onClick={() => void mutate()}>
            {t('blocks.retry')}
          </button>
        </div>
      )}
      {data && entries.length === 0 && <p className="db-dim">{say('none_found')}</p>}
      <div className="db-shelves">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {entries
                .filter((entry) => (entry.group ?? '') === group)
                .map((entry) => {
                  const isThere = present.some(({ slug }) => slug === entry.slug)
                  return (
                    <li key={entry.slug}>
                      <button type="button" data-color={entry.color} disabled={busy !== undefined} onClick={() => void add(entry)}>
                        <Icon name={entry.icon} size={18} />
                        <bdi>{entry.title}</bdi>
                        <small>{isThere ? say('is_there') : say(`kind.${entry.kind}`)}</small>
                        <Icon name={busy === entry.slug ? 'refresh' : 'plus'} size={16} />
                      </button>
                    </li>
                  )
                })}
            </ul>
          </section>
        ))}
      </div>
    </dialog>,
    modalHost(),
  )
}
