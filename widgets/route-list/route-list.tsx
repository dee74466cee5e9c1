import './route-list.css'
import { useMemo, useState } from 'react'
import { useLocale, useRoutes, type BlockWidgetProps } from '#renderer'

/** Every route of the panel, in the order of their paths. */
export default function RouteList(_: BlockWidgetProps) {
  const { t, formatNumber } = useLocale()
  const routes = useRoutes((state) => state.routes)
  const [wanted, setWanted] = useState('')
  const shown = useMemo(
    () =>
      (routes ?? [])
        .filter((route) => `${route.name} ${route.path}`.includes(wanted.trim().toLowerCase()))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    [routes, wanted],
  )
  return (
    <div className="pk-list-page">
      <label>
        <span className="pk-visually-hidden">{t('routes.search')}</span>
        <input
          className="route-list-search"
          type="search"
          dir="auto"
          placeholder={t('routes.search')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <p role="status">{t('routes.count', { count: formatNumber(shown.length) as never })}</p>
      <div className="pk-table-scroll" role="region" aria-label={t('routes.path')} tabIndex={0}>
        <table className="pk-plain-table">
          <thead>
            <tr>
              {(['name', 'path', 'layout', 'guest'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`routes.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((route) => (
              <tr key={route.name}>
                <td>
                  <code dir="ltr">{route.name}</code>
                </td>
                <td>
                  <code dir="ltr">/{route.path}</code>
                </td>
                <td>{route.layout}</td>
                <td>{route.guest}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
