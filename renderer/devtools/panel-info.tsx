import './devtools.css'
import { useEffect, useState } from 'react'
import { readHealth, runningEntry, type Health } from '#renderer/api/server-health.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { allWidgets } from '#renderer/registry/widgets.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { panelConfig } from '#renderer/session/config.ts'
import { useTexts } from './use-texts.ts'

interface Version {
  module: string
  version: number
  release: string
  author: string
  published_at: string
  is_current: boolean
}

/** Which build runs, whether the server is well, which publication is shown, and the modules in it. */
export default function PanelInfo() {
  const say = useTexts()
  const { formatNumber, formatDateTime } = useLocale()
  const [health, setHealth] = useState<Health | null>(null)
  const [build, setBuild] = useState<string>()
  const publication = useCall<{ publication: number }>('publication', {}, { background: true })
  const versions = useCall<Version[]>('publish-versions', {}, { background: true })
  const routes = useRoutes((state) => state.routes?.length ?? 0)
  useEffect(() => {
    void readHealth().then((found) => {
      setHealth(found)
      setBuild(runningEntry()?.split('/').at(-1))
    })
  }, [])
  const current = (versions.data?.results ?? []).filter(({ is_current }) => is_current).sort((a, b) => (a.module < b.module ? -1 : 1))
  const facts: [string, string | undefined][] = [
    ['build', build],
    ['health', health ? say(`health.${health.status}`, { ms: formatNumber(health.ms) }) : '…'],
    ['publication', publication.data && formatNumber(publication.data.results.publication)],
    ['api', panelConfig.api_base],
    ['locales', panelConfig.locales.join(', ')],
    ['storage', `${panelConfig.storage}, token_use: ${String(panelConfig.token_use)}`],
    ['routes_count', formatNumber(routes)],
    ['widgets_count', formatNumber(allWidgets().length)],
  ]
  return (
    <div className="dt">
      <dl className="pk-facts">
        {facts.map(([name, value]) => [
          <dt key={name}>{say(`info.${name}`)}</dt>,
          <dd key={`${name}-value`} data-fact={name}>
            <bdi dir="auto">{value ?? '…'}</bdi>
          </dd>,
        ])}
      </dl>
      <h2>{say('modules')}</h2>
      {versions.error && (
        <p className="pf-notice" data-tone="warning" role="alert">
          {versions.error.userMessage}
        </p>
      )}
      <div className="pk-table-scroll" role="region" aria-label={say('modules')} tabIndex={0}>
        <table className="pk-plain-table">
          <thead>
            <tr>
              {['module', 'release', 'version', 'author', 'published_at'].map((key) => (
                <th key={key} scope="col">
                  {say(`modules.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {current.map(({ module, release, version, author, published_at }) => (
              <tr key={module}>
                <th scope="row">
                  <code dir="ltr">{module}</code>
                </th>
                <td>
                  <bdi dir="ltr">{release}</bdi>
                </td>
                <td>{formatNumber(version)}</td>
                <td>
                  <bdi>{author || 'Pishkhan'}</bdi>
                </td>
                <td>{formatDateTime(published_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>{say('session')}</h2>
    </div>
  )
}
