import { useId, useState } from 'react'
import {
  asFailure,
  callNamed,
  Icon,
  isCancelled,
  Loading,
  ReadFailure,
  showFailure,
  showToast,
  useCall,
  type BlockWidgetProps,
} from '#renderer'
import { useTexts } from './use-texts.ts'
import './notification-choices.css'

interface Group {
  key: string
  title: string
  required: boolean
  channels: Record<string, boolean>
}

/** In the order of their columns; a reader is shown those that reach him. */
const allChannels = ['database', 'browser', 'mail', 'sms'] as const
const readCall = 'my-notifications'

/** What the reader is told of: a line for each group, a column for each channel. */
export default function NotificationChoices(_: BlockWidgetProps) {
  const id = useId()
  const say = useTexts()
  const { data, error, mutate } = useCall<Group[]>(readCall)
  const [changes, setChanges] = useState<Readonly<Record<string, boolean>>>({})
  const [busy, setBusy] = useState(false)
  if (error && !data) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  const groups = data.results
  if (groups.length === 0) return <p className="pf-text">{say('empty')}</p>
  const channels = allChannels.filter((channel) => groups.some(({ channels: known }) => known[channel] !== undefined))
  const keyOf = (group: string, channel: string) => `${channel} ${group}`
  const isOn = ({ key, channels: on }: Group, channel: string) => changes[keyOf(key, channel)] ?? on[channel] === true
  const choices = groups.flatMap((group) => {
    const changed = channels.filter((channel) => isOn(group, channel) !== (group.channels[channel] === true))
    return changed.length === 0
      ? []
      : [{ key: group.key, channels: Object.fromEntries(changed.map((channel) => [channel, isOn(group, channel)])) }]
  })
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const answer = await callNamed<Group[]>('user-notification-manage', { method: 'POST', payload: { choices } })
      await mutate(answer, { revalidate: false })
      setChanges({})
      showToast({ tone: 'success', text: say('saved') })
    } catch (failure) {
      if (!isCancelled(failure)) showFailure(asFailure(failure, 'user-notification-manage'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="nc">
      <p className="nc-lead">{say('lead')}</p>
      <table className="nc-table">
        <caption className="pk-visually-hidden">{say('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('group')}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" id={`${id}-${channel}`}>
                {say(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <span id={`${id}-${group.key}`}>{group.title}</span>
                {group.required && <small>{say('required')}</small>}
              </th>
              {channels.map((channel) => (
                <td key={channel}>
                  {group.channels[channel] === undefined ? (
                    <span className="nc-none" title={say('not_told')}>
                      <span aria-hidden="true">–</span>
                      <span className="pk-visually-hidden">{say('not_told')}</span>
                    </span>
                  ) : (
                    <input
                      type="checkbox"
                      className="nc-check"
                      aria-labelledby={`${id}-${group.key} ${id}-${channel}`}
                      checked={isOn(group, channel)}
                      disabled={group.required}
                      onChange={(event) => setChanges({ ...changes, [keyOf(group.key, channel)]: event.target.checked })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        className="pk-button pk-button-primary"
        aria-disabled={busy || choices.length === 0 || undefined}
        onClick={() => (busy || choices.length === 0 ? undefined : void save())}
      >
        <Icon name="save" size={16} /> {say('save')}
      </button>
    </div>
  )
}
