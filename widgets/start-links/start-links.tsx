import { Icon, PanelLink, useLayout, useLocale, type BlockWidgetProps } from '#renderer'
import './start-links.css'
import { linksOf, type StartLink } from './menu-links.ts'

/** Cards that lead to where work starts: the given links, else those of the menu. */
export default function StartLinks({ props }: BlockWidgetProps<{ links?: StartLink[] }>) {
  const { t } = useLocale()
  const { layout } = useLayout()
  const links = props.links ?? linksOf(layout?.sidebar ?? [])
  return (
    <section className="pk-list-page" aria-labelledby="pk-start-links">
      <h2 id="pk-start-links" className="pk-visually-hidden">
        {t('start.title')}
      </h2>
      {links.length === 0 && <p>{t('start.empty')}</p>}
      <ul className="pk-cards">
        {links.map((link) => (
          <li key={JSON.stringify(link.to)}>
            <PanelLink className="pk-card-link" to={link.to}>
              <Icon name={link.icon} size={22} />
              <span className="start-link-text">
                <bdi>{link.label}</bdi>
                {link.group && (
                  <small>
                    <bdi>{link.group}</bdi>
                  </small>
                )}
              </span>
            </PanelLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
