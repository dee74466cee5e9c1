import { useEffect, useState } from 'react'
import {
  call,
  EntryList,
  Icon,
  Loading,
  ReadFailure,
  showToast,
  useBusy,
  useCall,
  useLocale,
  type Answer,
  type BlockWidgetProps,
} from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { PushRefusal, readPushState, turnOffPush, turnOnPush, type PushState } from './browser-push.ts'
import { useTexts } from './use-texts.ts'
import './push-browsers.css'

type State = Endpoints['push-browsers']['results']
type Browser = State['browsers'][number]

/** Turns notices of this browser on and off, and lists the browsers that take them. */
export default function PushBrowsers(_: BlockWidgetProps) {
  const say = useTexts()
  const { formatDateTime } = useLocale()
  const { isBusy, run } = useBusy()
  const request = useCall<State>('push-browsers', {}, { keepPreviousData: true })
  // What can be chosen depends on whether there is a browser.
  const choices = useCall('my-notifications')
  const [state, setState] = useState<PushState>()
  const [refusal, setRefusal] = useState<PushRefusal['reason']>()
  const answer = request.data?.results
  const key = answer?.key
  const isKnown = answer?.browsers.some(({ current }) => current) === true
  useEffect(() => {
    if (key === undefined) return undefined
    let isWanted = true
    void readPushState(key, isKnown).then((found) => isWanted && setState(found))
    return () => {
      isWanted = false
    }
  }, [key, isKnown])
  if (request.error && !answer) return <ReadFailure text={say('failed')} onRetry={() => void request.mutate()} />
  if (!answer || !state) return <Loading />

  async function store(work: () => Promise<Answer<State>>): Promise<void> {
    const changed = await work()
    await request.mutate(changed, { revalidate: false })
    const isThere = changed.results.browsers.some(({ current }) => current)
    setState(await readPushState(changed.results.key, isThere))
    await choices.mutate()
  }
  const turnOn = () =>
    run(async () => {
      setRefusal(undefined)
      try {
        const { endpoint = '', keys = {} } = await turnOnPush(answer.key)
        const payload = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
        await store(() => call('push-browser-add', { method: 'POST', payload }))
        showToast({ tone: 'success', text: say('turned_on') })
      } catch (fault) {
        if (!(fault instanceof PushRefusal)) throw fault
        setRefusal(fault.reason)
        setState(await readPushState(answer.key, isKnown))
      }
    })
  const remove = ({ id, current }: Browser) =>
    run(async () => {
      setRefusal(undefined)
      if (current) await turnOffPush()
      await store(() => call('push-browser-remove', { method: 'DELETE', params: { id } }))
      showToast({ tone: 'success', text: say(current ? 'turned_off' : 'removed') })
    })
  const own = answer.browsers.find(({ current }) => current)
  const turnOff = () => (own ? void remove(own) : undefined)
  return (
    <section className="pb" aria-labelledby="pb-title">
      <h2 id="pb-title">{say('title')}</h2>
      <p>{say('about')}</p>
      <div className="pb-state" role="status" data-state={state}>
        <Icon name={state === 'on' ? 'check' : 'bell'} size={18} />
        <span>{say(answer.available ? state : 'not_available')}</span>
      </div>
      {refusal && refusal !== 'denied' && (
        <p className="pk-form-error" role="alert">
          {say(refusal)}
        </p>
      )}
      {answer.available && (state === 'off' || state === 'on') && (
        <button
          type="button"
          className="pk-button"
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => (isBusy ? undefined : state === 'on' ? turnOff() : void turnOn())}
        >
          {say(state === 'on' ? 'turn_off' : 'turn_on')}
        </button>
      )}
      {answer.browsers.length > 0 && (
        <>
          <h3>{say('list')}</h3>
          <EntryList>
            {answer.browsers.map((browser) => (
              <Entry
                key={browser.id}
                browser={browser}
                isBusy={isBusy}
                since={formatDateTime(browser.created_at)}
                onRemove={() => void remove(browser)}
              />
            ))}
          </EntryList>
        </>
      )}
    </section>
  )
}

function Entry({
  browser: { browser, os, current },
  since,
  isBusy,
  onRemove,
}: {
  browser: Browser
  since: string
  isBusy: boolean
  onRemove: () => void
}) {
  const say = useTexts()
  const name = browser && os ? say('on_system', { browser, os }) : (browser ?? os ?? say('unknown'))
  return (
    <li data-current={current}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>{current ? `${say('current')} · ${say('since', { date: since })}` : say('since', { date: since })}</span>
      </div>
      <button type="button" className="pk-button" disabled={isBusy} aria-label={say('remove_named', { name })} onClick={onRemove}>
        {say('remove')}
      </button>
    </li>
  )
}
