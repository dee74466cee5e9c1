import { useEffect } from 'react'
import {
  Icon,
  Loading,
  previewLayout,
  ReadFailure,
  resetLayoutPreview,
  useCall,
  useLayoutPreview,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { useTexts } from './use-texts.ts'
import './access-preview.css'

interface Props extends Record<string, unknown> {
  endpoint: string
  params?: Record<string, unknown>
}

const kinds = ['read', 'write', 'trash', 'destroy'] as const

interface Preview {
  name: string
  roles: readonly string[]
  permits: readonly string[]
  layout: LayoutAnswer
  records: readonly { model: string; module: string; title: string; allowed: readonly (typeof kinds)[number][]; limited: boolean }[]
}

/** What somebody sees of the panel. The frame can be drawn as he gets it, for as long as this page is open. */
export default function AccessPreview({ props }: BlockWidgetProps<Props>) {
  const say = useTexts()
  const { locale } = useLocale()
  const { data, error, mutate } = useCall<Preview>(props.endpoint, props.params ?? {})
  const isShown = useLayoutPreview() !== null
  useEffect(() => resetLayoutPreview, [])
  if (error && !data) return <ReadFailure text={say('failed')} failure={error} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  const { name, roles, permits, layout, records } = data.results
  const listed = (titles: readonly string[]) => new Intl.ListFormat(locale).format(titles)
  return (
    <div className="ap">
      <div className="ap-head">
        <div>
          <p>
            <strong>{say('as', { name })}</strong>
          </p>
          <p className="ap-dim">{roles.length > 0 ? say('roles', { roles: listed(roles) }) : say('no_roles')}</p>
          {permits.length > 0 && <p className="ap-dim">{say('permits', { permits: listed(permits) })}</p>}
        </div>
        <button
          type="button"
          className="pk-button"
          aria-pressed={isShown}
          onClick={() => (isShown ? resetLayoutPreview() : previewLayout(layout))}
        >
          <Icon name={isShown ? 'undo' : 'eye'} size={16} />
          <span>{say(isShown ? 'reset' : 'show')}</span>
        </button>
      </div>
      <div className="ap-columns">
        <section>
          <h2>{say('menu')}</h2>
          <Menu items={[...layout.sidebar, ...(layout.sidebarSettings ?? [])]} empty={say('empty_menu')} />
        </section>
        <section>
          <h2>{say('records')}</h2>
          {records.length === 0 ? <p className="pf-empty">{say('no_records')}</p> : <Records records={records} />}
        </section>
      </div>
    </div>
  )
}

type Item = LayoutAnswer['sidebar'][number]

function Menu({ items, empty }: { items: readonly Item[]; empty?: string }) {
  const titled = items.filter(({ label }) => label)
  if (titled.length === 0) return empty ? <p className="pf-empty">{empty}</p> : null
  return (
    <ul>
      {titled.map(({ id, label, icon, children = [] }) => (
        <li key={id ?? label}>
          <span>
            {icon && <Icon name={icon} size={16} />} {label}
          </span>
          {children.length > 0 && <Menu items={children} />}
        </li>
      ))}
    </ul>
  )
}

function Records({ records }: Pick<Preview, 'records'>) {
  const say = useTexts()
  const modules = [...new Set(records.map(({ module }) => module))]
  return (
    <div className="ap-scroll" role="region" aria-label={say('records')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('records')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {say(kind)}
              </th>
            ))}
          </tr>
        </thead>
        {modules.map((module) => (
          <tbody key={module}>
            <tr>
              <th scope="rowgroup" colSpan={kinds.length + 1}>
                {module}
              </th>
            </tr>
            {records
              .filter((record) => record.module === module)
              .map(({ model, title, allowed, limited }) => (
                <tr key={model} data-model={model}>
                  <th scope="row">
                    {title} {limited && <small>({say('limited')})</small>}
                  </th>
                  {kinds.map((kind) => (
                    <td key={kind} data-allowed={allowed.includes(kind) || undefined}>
                      {allowed.includes(kind) ? (
                        <span aria-label={say('yes')} role="img">
                          ✓
                        </span>
                      ) : (
                        <span className="pk-visually-hidden">{say('no')}</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
