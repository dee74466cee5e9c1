import { useId, useState } from 'react'
import { call, Icon, Loading, ReadFailure, showToast, useBusy, useCall, useLocale, type BlockWidgetProps } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'
import './notification-digest.css'

type Digest = Endpoints['my-digest']['results']
type Choice = Pick<Digest, 'on' | 'hour'>

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Whether the reader wants one mail a day with what he has not read, and at which hour. */
export default function NotificationDigest(_: BlockWidgetProps) {
  const id = useId()
  const say = useTexts()
  const { formatDigits } = useLocale()
  const { isBusy, run } = useBusy()
  const { data, error, mutate } = useCall<Digest>('my-digest', {}, { keepPreviousData: true })
  const [changes, setChanges] = useState<Partial<Choice>>({})
  if (error && !data) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  const { available, address, timezone, ...stored } = data.results
  const { on, hour } = { ...stored, ...changes }
  const isPossible = available && address !== null
  const isChanged = on !== stored.on || (on && hour !== stored.hour)
  const save = () =>
    run(async () => {
      await mutate(await call('my-digest-save', { method: 'POST', payload: { on, hour } }), { revalidate: false })
      setChanges({})
      showToast({ tone: 'success', text: say(on ? 'turned_on' : 'turned_off') })
    })
  const isOff = isBusy || !isChanged
  return (
    <section className="nd" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say('title')}</h2>
      <p>{say('about')}</p>
      {!isPossible && <p role="note">{say(available ? 'no_address' : 'no_mail')}</p>}
      <label className="nd-line">
        <input
          type="checkbox"
          checked={on}
          // What is on can always be turned off.
          disabled={!isPossible && !stored.on}
          onChange={({ target }) => setChanges({ ...changes, on: target.checked })}
        />
        {address === null ? say('want') : say('want_to', { address: `\u2068${address}\u2069` })}
      </label>
      {on && (
        <label className="nd-line">
          {say('hour')}
          <select value={hour} onChange={({ target }) => setChanges({ ...changes, hour: Number(target.value) })}>
            {hours.map((each) => (
              <option key={each} value={each}>
                {formatDigits(`${String(each).padStart(2, '0')}:00`)}
              </option>
            ))}
          </select>
          <small>{say('zone', { zone: `\u2068${timezone}\u2069` })}</small>
        </label>
      )}
      <button
        type="button"
        className="pk-button pk-button-primary"
        aria-disabled={isOff || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => (isOff ? undefined : void save())}
      >
        <Icon name="save" size={16} /> {say('save')}
      </button>
    </section>
  )
}
