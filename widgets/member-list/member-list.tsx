import { useEffect, useId, useState } from 'react'
import {
  asFailure,
  ask,
  callNamed,
  Icon,
  isCancelled,
  Loading,
  RemoteCombobox,
  showFailure,
  showToast,
  subscribeRefresh,
  useCall,
  useLocale,
  type BlockWidgetProps,
  type RemoteOption,
} from '#renderer'
import { canAdd, isMember, type Person } from './can-add.ts'
import { useTexts } from './use-texts.ts'
import './member-list.css'

interface MemberListProps extends Record<string, unknown> {
  endpoint: string
  search?: string
  add?: string
  remove?: string
  remove_method?: 'DELETE' | 'POST'
  params?: Record<string, unknown>
}

const keys = { value_key: 'id', title_key: 'name_full', note_keys: ['email'] }
const nameOf = ({ id, name_full: name, email }: Person) => name || email || String(id)

/** People who belong to something. The search finds members too; the button says that they are in the list already. */
export default function MemberList({ props }: BlockWidgetProps<MemberListProps>) {
  const { endpoint, search, add, remove, remove_method: removeMethod = 'DELETE', params = {} } = props
  const say = useTexts()
  const { t } = useLocale()
  const field = useId()
  const [chosen, setChosen] = useState<RemoteOption>()
  const [busy, setBusy] = useState<unknown>()
  const request = useCall<Person[]>(endpoint, params, { keepPreviousData: true })
  const { mutate } = request
  useEffect(() => subscribeRefresh('screen', () => void mutate()), [mutate])
  if (request.error && !request.data)
    return (
      <p className="pf-text">
        {say('failed')}{' '}
        <button type="button" className="pf-link" onClick={() => void mutate()}>
          {t('blocks.retry')}
        </button>
      </p>
    )
  if (!request.data) return <Loading />
  const { results, metadata } = request.data
  const members = Array.isArray(results) ? results : []
  const canEdit = (metadata as { can_edit?: unknown }).can_edit !== false

  const change = async (id: unknown, make: () => Promise<void>) => {
    setBusy(id)
    try {
      await make()
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
    } finally {
      await mutate().catch(() => undefined)
      setBusy(undefined)
    }
  }
  const addChosen = () =>
    change(chosen!.value, async () => {
      const { metadata } = await callNamed(add!, { method: 'POST', payload: { ...params, id: chosen!.value } })
      const added = (metadata as { added_user?: Person } | undefined)?.added_user
      setChosen(undefined)
      showToast({ tone: 'success', text: say('added', { name: added ? nameOf(added) : chosen!.title }) })
    })
  const takeOut = async (member: Person) => {
    const name = nameOf(member)
    if (!(await ask({ text: say('remove_question', { name }), ok: say('remove'), cancel: say('cancel'), danger: true }))) return
    const values = { ...params, id: member.id }
    await change(member.id, async () => {
      await callNamed(remove!, { method: removeMethod, ...(removeMethod === 'DELETE' ? { params: values } : { payload: values }) })
      showToast({ tone: 'success', text: say('removed', { name }) })
    })
  }
  const isListed = isMember(members, chosen?.value)
  return (
    <div className="pf-members">
      {canEdit && search && add && (
        <div className="pf-members-add">
          <label htmlFor={field} id={`${field}-label`}>
            {say('user')}
          </label>
          <div>
            <RemoteCombobox
              id={field}
              label={say('user')}
              source={{ ...keys, fields: ['id', 'name_full', 'email'], endpoint: search, params, search_key: 'search' }}
              values={chosen ? [chosen.value] : []}
              known={chosen ? [chosen] : []}
              placeholder={say('search')}
              describedBy={isListed ? `${field}-listed` : undefined}
              disabled={busy !== undefined}
              required={false}
              invalid={false}
              onBlur={() => undefined}
              onChange={([option]) => setChosen(option)}
            />
            <button
              type="button"
              className="pk-button pk-button-primary"
              disabled={busy !== undefined || !canAdd(members, chosen?.value)}
              onClick={() => void addChosen()}
            >
              {say('add')}
            </button>
          </div>
          <p id={`${field}-listed`} aria-live="polite">
            {isListed && say('already')}
          </p>
        </div>
      )}
      {members.length === 0 ? (
        <p className="pf-empty">{say(canEdit && search && add ? 'empty' : 'empty_read')}</p>
      ) : (
        <ul>
          {members.map((member) => (
            <li key={member.id} data-member={member.id}>
              <span>
                <b>
                  <bdi>{nameOf(member)}</bdi>
                </b>
                {member.email && <bdi dir="ltr">{member.email}</bdi>}
              </span>
              {canEdit && remove && (
                <button
                  type="button"
                  className="pk-icon-button"
                  aria-label={say('remove_named', { name: nameOf(member) })}
                  title={say('remove')}
                  disabled={busy !== undefined}
                  onClick={() => void takeOut(member)}
                >
                  <Icon name="delete" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
