import { useId, useState, type FormEvent } from 'react'
import {
  ask,
  autoFocus,
  call,
  createPasskey,
  EntryList,
  hasPasskeys,
  Loading,
  passkeyFault,
  ReadFailure,
  showToast,
  useBusy,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './passkeys.css'

type Own = Endpoints['passkeys']['results']
type Passkey = Own['passkeys'][number]
/** Of another user nothing is said but which he has. */
type State = Pick<Own, 'passkeys'> & Partial<Own>

/**
 * Passkeys of the signed-in user, or of another one, from whom they can be removed only. Adding and removing one asks for a confirmation
 * where the last one is long ago.
 */
export default function Passkeys({ props: { user } }: BlockWidgetProps<{ user?: number | string }>) {
  const id = useId()
  const say = useTexts()
  const { t, formatNumber } = useLocale()
  const [name, setName] = useState('')
  const busy = useBusy()
  const { isBusy } = busy
  const [failed, setFailed] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<number | null>(null)
  const isOwn = user === undefined
  const request = useCall<State>(isOwn ? 'passkeys' : 'user-passkeys', isOwn ? {} : { id: user }, { keepPreviousData: true })
  const { mutate } = request
  if (request.error && !request.data) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!request.data) return <Loading />
  const { passkeys, available = false, most = 0 } = request.data.results

  const run = (work: () => Promise<unknown>) =>
    busy.run(async () => {
      setFailed(null)
      try {
        await work()
        await mutate()
      } catch (thrown) {
        const fault = passkeyFault(thrown)
        if (!fault) throw thrown
        setFailed(fault.key && t(fault.key))
      }
    })
  const add = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const { results } = await call('passkey-add-start', { method: 'POST', payload: {} })
      const response = await createPasskey(results.options)
      const made = await call('passkey-add', { method: 'POST', payload: { challenge: results.challenge, response, name: name.trim() } })
      setName('')
      showToast({ tone: 'success', text: say('added', { name: made.results.name }) })
    })
  }
  const remove = async ({ id: passkey, name: called }: Passkey) => {
    const text = say(isOwn ? 'remove_question' : 'remove_question_user', { name: called })
    if (!(await ask({ text, ok: say('remove'), cancel: t('modal.cancel'), danger: true }))) return
    await run(async () => {
      await (isOwn
        ? call('passkey-remove', { method: 'DELETE', params: { id: passkey } })
        : call('user-passkey-remove', { method: 'DELETE', params: { id: Number(user), passkey } }))
      showToast({ tone: 'success', text: say('removed') })
    })
  }
  const rename = (passkey: Passkey, to: string) =>
    run(async () => {
      await call('passkey-rename', { method: 'PUT', payload: { id: passkey.id, name: to } })
      setRenamed(null)
      showToast({ tone: 'success', text: say('renamed', { name: to }) })
    })
  const isOpen = available && hasPasskeys()
  const isFull = passkeys.length >= most
  return (
    <section className="ps" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say('title')}</h2>
      <p>{say(isOwn ? 'about' : 'about_user')}</p>
      {passkeys.length === 0 && !isOwn && <p>{say('none')}</p>}
      {passkeys.length > 0 && (
        <EntryList>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              {renamed === passkey.id ? (
                <Rename passkey={passkey} isBusy={isBusy} onSave={(to) => void rename(passkey, to)} onCancel={() => setRenamed(null)} />
              ) : (
                <Entry
                  passkey={passkey}
                  isBusy={isBusy}
                  onRename={isOwn ? () => setRenamed(passkey.id) : undefined}
                  onRemove={() => void remove(passkey)}
                />
              )}
            </li>
          ))}
        </EntryList>
      )}
      {failed && (
        <p className="pk-form-error" role="alert">
          {failed}
        </p>
      )}
      {isOpen && !isFull && (
        <form className="ps-add" onSubmit={add}>
          <label htmlFor={`${id}-name`}>{say('name')}</label>
          <input
            id={`${id}-name`}
            type="text"
            dir="auto"
            maxLength={60}
            autoComplete="off"
            placeholder={say('name_example')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit" className="pk-button" disabled={isBusy} aria-busy={isBusy || undefined}>
            {say('add')}
          </button>
        </form>
      )}
      {isOpen && isFull && <p>{say('full', { most: formatNumber(most) })}</p>}
      {isOwn && !isOpen && <p>{available ? t('session.passkey_unsupported') : say('no_site')}</p>}
    </section>
  )
}

interface EntryProps {
  passkey: Passkey
  isBusy: boolean
  onRename?: (() => void) | undefined
  onRemove: () => void
}

function Entry({ passkey, isBusy, onRename, onRemove }: EntryProps) {
  const say = useTexts()
  const { formatDateTime } = useLocale()
  const { name } = passkey
  return (
    <>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>{say('created', { date: formatDateTime(passkey.created_at) })}</span>
        <span>{passkey.used_at ? say('used', { date: formatDateTime(passkey.used_at) }) : say('unused')}</span>
      </div>
      {onRename && (
        <button type="button" className="pk-button" disabled={isBusy} aria-label={say('rename_named', { name })} onClick={onRename}>
          {say('rename')}
        </button>
      )}
      <button type="button" className="pk-button" disabled={isBusy} aria-label={say('remove_named', { name })} onClick={onRemove}>
        {say('remove')}
      </button>
    </>
  )
}

interface RenameProps {
  passkey: Passkey
  isBusy: boolean
  onSave: (name: string) => void
  onCancel: () => void
}

function Rename({ passkey, isBusy, onSave, onCancel }: RenameProps) {
  const say = useTexts()
  const { t } = useLocale()
  const [name, setName] = useState(passkey.name)
  const isEmpty = name.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) onSave(name.trim())
  }
  return (
    <form className="ps-rename" onSubmit={send} onKeyDown={({ key }) => (key === 'Escape' ? onCancel() : undefined)}>
      <input
        type="text"
        dir="auto"
        maxLength={60}
        autoComplete="off"
        aria-label={say('name')}
        ref={autoFocus}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="pk-button pk-button-primary" disabled={isBusy || isEmpty} aria-busy={isBusy || undefined}>
        {say('save')}
      </button>
      <button type="button" className="pk-button" onClick={onCancel}>
        {t('modal.cancel')}
      </button>
    </form>
  )
}
