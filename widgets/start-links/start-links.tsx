import { Icon, PanelLink, useLayout, useLocale, type BlockWidgetProps } from '#renderer'
import type { LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'

interface StartLink {
  label: string
  to: Target
  icon?: string
}

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
              <span>{link.label}</span>
            </PanelLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links of the menu in its order, those of groups included; the dashboard itself is not among them. */
function linksOf(items: readonly LayoutMenuItem[], icon?: string): StartLink[] {
  return items.flatMap((item) => {
    const own = item.icon ?? icon
    const isHome =
      item.link === '/' || (typeof item.link === 'object' && item.link !== null && ['dashboard', 'home'].includes(item.link.name))
    const self = item.link && item.label && !isHome ? [{ label: item.label, to: item.link as Target, icon: own }] : []
    return [...self, ...linksOf(item.children ?? [], own)]
  })
}
