import { memo, useDeferredValue, useState } from 'react'
import { Icon, Loading, ReadFailure, useCall, type BlockWidgetProps } from '#renderer'
import { findRows, type Group, type Permission, type Role } from './find-rows.ts'
import { PermissionDetail } from './permission-detail.tsx'
import { useTexts } from './use-texts.ts'
import './permission-matrix.css'

interface Props extends Record<string, unknown> {
  endpoint: string
  holders?: string
  to?: string
}

/** Which role permits what: permissions in the rows, by module, roles in the columns. */
export default function PermissionMatrix({ props }: BlockWidgetProps<Props>) {
  const { endpoint, holders, to } = props
  const say = useTexts()
  const [search, setSearch] = useState('')
  const shownSearch = useDeferredValue(search)
  const request = useCall<{ roles: Role[]; modules: Group[] }>(endpoint, {}, { keepPreviousData: true })
  if (request.error && !request.data)
    return <ReadFailure text={say('failed')} failure={request.error} onRetry={() => void request.mutate()} />
  if (!request.data) return <Loading />
  const { roles, modules } = request.data.results
  const groups = findRows(modules, shownSearch)
  return (
    <div className="pm">
      <input
        type="search"
        className="pm-search"
        aria-label={say('search')}
        placeholder={say('search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.length === 0 ? (
        <p className="pf-empty">{say('nothing_found')}</p>
      ) : (
        // The table scrolls by itself; a region that scrolls is reached by the keyboard.
        <div className="pm-scroll" role="region" aria-label={say('title')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('permission')}</th>
                {roles.map(({ value, title }) => (
                  <th key={value} scope="col">
                    <span>{title}</span>
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map((group) => (
              <tbody key={group.name} data-module={group.name}>
                <tr>
                  <th scope="rowgroup" colSpan={roles.length + 1}>
                    {group.title}
                  </th>
                </tr>
                {group.permissions.map((permission) => (
                  <Row key={permission.name} permission={permission} roles={roles} holders={holders} to={to} />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  permission: Permission
  roles: readonly Role[]
  holders?: string
  to?: string
}

const Row = memo(function Row({ permission, roles, holders, to }: RowProps) {
  const say = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { name, title } = permission
  const detail = `pm-${name.replaceAll('.', '-')}`
  return (
    <>
      <tr data-permission={name}>
        <th scope="row">
          <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? detail : undefined} onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? 'up' : 'down'} size={14} />
            <span>
              {title} <code>{name}</code>
            </span>
          </button>
        </th>
        {roles.map(({ value, title: role }) => {
          const grants = permission.roles.includes(value)
          return (
            <td key={value} data-grants={grants || undefined} title={grants ? `${role}: ${title}` : undefined}>
              {grants ? <span aria-label={say('yes')}>✓</span> : <span className="pk-visually-hidden">{say('no')}</span>}
            </td>
          )
        })}
      </tr>
      {isOpen && (
        <tr className="pm-detail" id={detail}>
          <td colSpan={roles.length + 1}>
            <PermissionDetail permission={permission} holders={holders} to={to} />
          </td>
        </tr>
      )}
    </>
  )
})
