import { useState } from 'react'
import {
  asFailure,
  ask,
  callNamed,
  isCancelled,
  Loading,
  ReadFailure,
  refresh,
  showFailure,
  showToast,
  useCall,
  useLocale,
  type BlockWidgetProps,
  type ComboboxOption,
} from '#renderer'
import { AssignForm, type Chosen, type Source } from './assign-form.tsx'
import { namesOf, type RoleRow } from './role-row.ts'
import { useTexts } from './use-texts.ts'
import './role-assignments.css'

interface Props extends Record<string, unknown> {
  endpoint: string
  assign: string
  resign: string
  block: string
  params?: Record<string, unknown>
  choose?: Source
}

interface Metadata {
  can_edit?: boolean
  roles?: readonly ComboboxOption[]
}

/** Roles with their status, and the ways to give, take and block them. */
export default function RoleAssignments({ props }: BlockWidgetProps<Props>) {
  const { endpoint, assign, resign, block, params = {}, choose } = props
  const say = useTexts()
  const { t } = useLocale()
  const [busy, setBusy] = useState<string>()
  const request = useCall<{ permissions: RoleRow[] }>(endpoint, params, { keepPreviousData: true })
  const { mutate } = request
  if (request.error && !request.data) return <ReadFailure text={say('failed')} failure={request.error} onRetry={() => void mutate()} />
  if (!request.data) return <Loading />
  const rows = request.data.results.permissions
  const { can_edit: canEdit = false, roles = [] } = request.data.metadata as Metadata
  const ofUsers = choose?.kind === 'user'

  /** Resolves with whether it was done. */
  const change = async (key: string, make: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(key)
    try {
      await make()
      showToast({ tone: 'success', text: done })
      return true
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
      return false
    } finally {
      await mutate().catch(() => undefined)
      refresh('screen')
      setBusy(undefined)
    }
  }
  const give = ({ role, other }: Chosen) =>
    change(
      'new',
      () =>
        callNamed(assign, {
          method: 'POST',
          payload: { ...params, role: role.value, ...(choose && other !== undefined && { [choose.name]: other }) },
        }),
      say('assigned', { role: role.title }),
    )
  const named = (row: RoleRow) => ({
    role: row.role_title,
    name: row.user.name_full ?? String(row.user.id),
    place: row.organization?.title ?? say('everywhere'),
  })
  const takeAway = async (row: RoleRow) => {
    if (!(await ask({ text: say('resign_question', named(row)), ok: say('resign'), cancel: t('modal.cancel'), danger: true }))) return
    await change(row.key, () => callNamed(resign, { method: 'DELETE', params: namesOf(params, row) }), say('resigned', named(row)))
  }
  const setBlocked = async (row: RoleRow, blocked: boolean) => {
    const kind = blocked ? 'block' : 'unblock'
    if (!(await ask({ text: say(`${kind}_question`, named(row)), ok: say(kind), cancel: t('modal.cancel'), danger: blocked }))) return
    await change(
      row.key,
      () => callNamed(block, { method: 'POST', payload: { ...namesOf(params, row), blocked } }),
      say(`${kind}ed`, named(row)),
    )
  }
  return (
    <div className="ra">
      {canEdit && roles.length > 0 && <AssignForm roles={roles} source={choose} isBusy={busy !== undefined} onAssign={give} />}
      {rows.length === 0 ? (
        <p className="pf-empty">{say('empty')}</p>
      ) : (
        <table className="ra-table">
          <thead>
            <tr>
              {ofUsers && <th scope="col">{say('user')}</th>}
              <th scope="col">{say('role')}</th>
              {!ofUsers && <th scope="col">{say('organization')}</th>}
              <th scope="col">{say('status')}</th>
              <th scope="col">
                <span className="pk-visually-hidden">{say('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} data-role={row.role} data-status={row.status} aria-busy={busy === row.key || undefined}>
                {ofUsers && (
                  <td>
                    <bdi>{row.user.name_full ?? row.user.id}</bdi>
                  </td>
                )}
                <th scope="row">{row.role_title}</th>
                {!ofUsers && <td>{row.organization ? <bdi>{row.organization.title}</bdi> : say('everywhere')}</td>}
                <td>
                  <span className="ra-status" data-status={row.status}>
                    {row.status_title}
                  </span>
                </td>
                <td className="ra-actions">
                  {canEdit && row.can_edit && (
                    <>
                      <button
                        type="button"
                        className="pk-button pk-button-small"
                        disabled={busy !== undefined}
                        aria-label={say(row.status === 'blocked' ? 'unblock_named' : 'block_named', named(row))}
                        onClick={() => void setBlocked(row, row.status !== 'blocked')}
                      >
                        {say(row.status === 'blocked' ? 'unblock' : 'block')}
                      </button>
                      <button
                        type="button"
                        className="pk-button pk-button-small"
                        disabled={busy !== undefined}
                        aria-label={say('resign_named', named(row))}
                        onClick={() => void takeAway(row)}
                      >
                        {say('resign')}
                      </button>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
