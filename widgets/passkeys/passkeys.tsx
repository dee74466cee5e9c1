import { useState, type FormEvent } from 'react'
import {
  ask,
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

type State = Endpoints['passkeys']['results']

/** Passkeys of the signed-in user. Adding and removing one asks for a confirmation where the last one is long ago. */
export default function Passkeys(_: BlockWidgetProps) {
  const say = useTexts()
  const { t, formatDateTime, formatNumber } = useLocale()
  const [name, setName] = useState('')
  const busy = useBusy()
  const { isBusy } = busy
  const [failed, setFailed] = useState<string | null>(null)
  const request = useCall<State>('passkeys', {}, { keepPreviousData: true })
  const { mutate } = request
  if (request.error && !request.data) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!request.data) return <Loading />
  const { passkeys, available, most } = request.data.results

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
  const remove = async ({ id, name: called }: State['passkeys'][number]) => {
    if (!(await ask({ text: say('remove_question', { name: called }), ok: say('remove'), cancel: t('modal.cancel'), danger: true }))) return
    await run(async () => {
      await call('passkey-remove', { method: 'DELETE', params: { id } })
      showToast({ tone: 'success', text: say('removed') })
    })
  }
  const isOpen = available && hasPasskeys()
  const isFull = passkeys.length >= most
  return (
    <section className="ps" aria-labelledby="ps-title">
      <h2 id="ps-title">{say('title')}</h2>
      <p>{say('about')}</p>
      {passkeys.length > 0 && (
        <EntryList>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <b>
                  <bdi>{passkey.name}</bdi>
                </b>
                <span>{say('created', { date: formatDateTime(passkey.created_at) })}</span>
                <span>{passkey.used_at ? say('used', { date: formatDateTime(passkey.used_at) }) : say('unused')}</span>
              </div>
              <button
                type="button"
                className="pk-button"
                disabled={isBusy}
                aria-label={say('remove_named', { name: passkey.name })}
                onClick={() => void remove(passkey)}
              >
                {say('remove')}
              </button>
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
          <label htmlFor="ps-name">{say('name')}</label>
          <input
            id="ps-name"
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
      {!isOpen && <p>{available ? t('session.passkey_unsupported') : say('no_site')}</p>}
    </section>
  )
}
