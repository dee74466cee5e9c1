import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import {
  asFailure,
  callNamed,
  guardUnsaved,
  isCancelled,
  Loading,
  refresh,
  ReadFailure,
  showFailure,
  showToast,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import { findPermissions, isSame, toggled, type Group, type Permission, type Permits } from './permits.ts'
import { useTexts } from './use-texts.ts'
import './user-permits.css'

interface Props extends Record<string, unknown> {
  endpoint: string
  save: string
  params?: Record<string, unknown>
}

/** What a user may do, and why; permits beside those of his roles are ticked here. */
export default function UserPermits({ props }: BlockWidgetProps<Props>) {
  const { endpoint, save, params = {} } = props
  const say = useTexts()
  const request = useCall<Permits>(endpoint, params, { keepPreviousData: true })
  if (request.error && !request.data)
    return <ReadFailure text={say('failed')} failure={request.error} onRetry={() => void request.mutate()} />
  if (!request.data) return <Loading />
  const { results, metadata } = request.data
  const canEdit = (metadata as { can_edit?: boolean }).can_edit === true
  return <PermitList stored={results} canEdit={canEdit} save={save} reload={async () => void (await request.mutate())} />
}

interface PermitListProps {
  stored: Permits
  canEdit: boolean
  save: string
  reload: () => Promise<void>
}

function PermitList({ stored, canEdit, save, reload }: PermitListProps) {
  const say = useTexts()
  const { t, formatNumber } = useLocale()
  const [draft, setDraft] = useState<readonly string[]>()
  const [isBusy, setBusy] = useState(false)
  const [search, setSearch] = useState('')
  const [heldOnly, setHeldOnly] = useState(false)
  const permits = draft ?? stored.permits
  const isDirty = draft !== undefined && !isSame(draft, stored.permits)
  const running = useRef<Promise<boolean> | null>(null)

  const send = async (): Promise<boolean> => {
    setBusy(true)
    try {
      await callNamed(save, { method: 'PUT', payload: { id: stored.id, version: stored.version, permits } })
      await reload()
      setDraft(undefined)
      showToast({ tone: 'success', text: say('saved') })
      refresh('screen')
      return true
    } catch (fault) {
      if (isCancelled(fault)) return false
      const failure = asFailure(fault)
      showFailure(failure)
      // What was ticked stays, on what is stored now.
      if (failure.code === 'stale-version') await reload()
      return false
    } finally {
      setBusy(false)
    }
  }
  const saveOnce = () => (running.current ??= send().finally(() => (running.current = null)))

  const latest = useEffectEvent(() => ({ isDirty, saveOnce }))
  useEffect(
    () =>
      guardUnsaved({
        isDirty: () => latest().isDirty,
        saving: () => running.current?.then(() => undefined) ?? null,
        discard: () => setDraft(undefined),
        save: () => latest().saveOnce(),
      }),
    [],
  )

  const groups = findPermissions(stored.modules, search, permits, heldOnly)
  const change = (name: string) => setDraft(toggled(permits, name))
  const changes =
    permits.filter((name) => !stored.permits.includes(name)).length + stored.permits.filter((name) => !permits.includes(name)).length
  return (
    <form
      className="up"
      aria-label={say('title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty) void saveOnce()
      }}
    >
      <p className="up-hint">{say('hint')}</p>
      <div className="up-find">
        <input
          type="search"
          className="pf-input"
          aria-label={say('search')}
          placeholder={say('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <label>
          <input type="checkbox" checked={heldOnly} onChange={(event) => setHeldOnly(event.target.checked)} /> {say('held_only')}
        </label>
      </div>
      {groups.length === 0 && <p className="pf-empty">{say('nothing_found')}</p>}
      {groups.map((group) => (
        <PermitGroup key={group.name} group={group} permits={permits} isFixed={!canEdit || isBusy} onChange={change} />
      ))}
      {isDirty && (
        <div className="pf-foot pf-save-bar" role="region" aria-label={t('form.unsaved.title')}>
          <span className="pf-unsaved" role="status">
            {say('changes', { count: formatNumber(changes) })}
          </span>
          <span className="pf-foot-buttons">
            <button type="button" className="pk-button" disabled={isBusy} onClick={() => setDraft(undefined)}>
              {t('form.unsaved.discard')}
            </button>
            <button type="submit" className="pk-button pk-button-primary" disabled={isBusy} aria-busy={isBusy || undefined}>
              {say('save')}
            </button>
          </span>
        </div>
      )}
    </form>
  )
}

interface PermitGroupProps {
  group: Group
  permits: readonly string[]
  isFixed: boolean
  onChange: (name: string) => void
}

function PermitGroup({ group, permits, isFixed, onChange }: PermitGroupProps) {
  return (
    <fieldset className="up-group" data-module={group.name}>
      <legend>{group.title}</legend>
      {group.permissions.map((permission) => (
        <PermitLine
          key={permission.name}
          permission={permission}
          isPermit={permits.includes(permission.name)}
          isFixed={isFixed}
          onChange={onChange}
        />
      ))}
    </fieldset>
  )
}

interface PermitLineProps {
  permission: Permission
  isPermit: boolean
  isFixed: boolean
  onChange: (name: string) => void
}

function PermitLine({ permission, isPermit, isFixed, onChange }: PermitLineProps) {
  const say = useTexts()
  const { locale } = useLocale()
  const id = useId()
  const { name, title, opens, granted_by: roles, can_set: canSet } = permission
  const listed = (titles: readonly string[]) => new Intl.ListFormat(locale).format(titles)
  const isGranted = roles.length > 0
  const reason = isGranted
    ? say('by_role', { roles: listed(roles) })
    : isPermit
      ? say('by_permit')
      : canSet || isFixed
        ? ''
        : say('cannot_set')
  return (
    <div className="up-line" data-permission={name}>
      <input
        id={id}
        type="checkbox"
        checked={isPermit || isGranted}
        disabled={isFixed || !canSet || (isGranted && !isPermit)}
        aria-describedby={`${id}-reason ${id}-opens`}
        onChange={() => onChange(name)}
      />
      <label htmlFor={id}>
        {title} <code>{name}</code>
      </label>
      <span id={`${id}-reason`} className="up-reason" data-granted={isGranted || undefined}>
        {reason}
      </span>
      {opens.length > 0 && (
        <span id={`${id}-opens`} className="up-opens">
          {say('opens', { titles: listed(opens.map((each) => each.title)) })}
        </span>
      )}
    </div>
  )
}
