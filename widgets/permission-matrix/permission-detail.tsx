import { Loading, PanelLink, useCall, useLocale } from '#renderer'
import type { Permission } from './find-rows.ts'
import { useTexts } from './use-texts.ts'

interface Holder {
  id: number
  name_full: string | null
  /** Titles of the roles that give it. */
  roles: readonly string[]
  permit: boolean
}

interface PermissionDetailProps {
  permission: Permission
  holders?: string
  /** Page of a user's permissions. */
  to?: string
}

const kinds = ['page', 'record', 'step'] as const

/** What a permission opens, and who has it. */
export function PermissionDetail({ permission, holders, to }: PermissionDetailProps) {
  const say = useTexts()
  const { locale } = useLocale()
  const listed = (titles: readonly string[]) => new Intl.ListFormat(locale).format(titles)
  const opened = kinds
    .map((kind) => ({ kind, titles: permission.opens.filter((each) => each.kind === kind).map(({ title }) => title) }))
    .filter(({ titles }) => titles.length > 0)
  return (
    <div className="pm-columns">
      <dl>
        {opened.length === 0 && <dd>{say('opens_nothing')}</dd>}
        {opened.map(({ kind, titles }) => (
          <div key={kind}>
            <dt>{say(`opens_${kind}`)}</dt>
            <dd>{listed(titles)}</dd>
          </div>
        ))}
      </dl>
      {holders && <Holders call={holders} permission={permission.name} to={to} />}
    </div>
  )
}

function Holders({ call, permission, to }: { call: string; permission: string; to?: string }) {
  const say = useTexts()
  const { t, locale, formatNumber } = useLocale()
  const { data, error, mutate } = useCall<Holder[]>(call, { permission })
  if (error)
    return (
      <p role="alert">
        {say('failed')}{' '}
        <button type="button" className="pf-link" onClick={() => void mutate()}>
          {t('blocks.retry')}
        </button>
      </p>
    )
  if (!data) return <Loading />
  const { total } = data.metadata as { total: number }
  const reasonOf = ({ roles, permit }: Holder) =>
    [
      ...(roles.length > 0 ? [say('by_role', { roles: new Intl.ListFormat(locale).format(roles) })] : []),
      ...(permit ? [say('by_permit')] : []),
    ].join(' · ')
  return (
    <div>
      <p className="pm-heading">{say('holders', { count: formatNumber(total) })}</p>
      {data.results.length === 0 ? (
        <p className="pf-empty">{say('nobody')}</p>
      ) : (
        <ul>
          {data.results.map((holder) => {
            const name = <bdi>{holder.name_full ?? holder.id}</bdi>
            return (
              <li key={holder.id}>
                {to ? <PanelLink to={{ name: to, params: { id: String(holder.id) } }}>{name}</PanelLink> : name}{' '}
                <small>{reasonOf(holder)}</small>
              </li>
            )
          })}
        </ul>
      )}
      {total > data.results.length && <p>{say('more', { count: formatNumber(total - data.results.length) })}</p>}
    </div>
  )
}
