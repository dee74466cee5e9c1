import { memo, type MouseEvent } from 'react'
import { textOn } from '#schemas/rules/values/contrast.ts'
import { isSafeAddress, type MenuItem } from '#schemas/rules/values/menu-tree.ts'
import { goTo, Icon, linkTo, type Say } from '#renderer'

/** The menu as visitors see it, in both directions; links lead to their pages. */
export const MenuPreview = memo(function MenuPreview({ items, say }: { items: readonly MenuItem[]; say: Say }) {
  return (
    <div className="menu-preview">
      {(['rtl', 'ltr'] as const).map((dir) => (
        <section key={dir} dir={dir} aria-label={say(`preview.${dir}`)}>
          <small>{say(`preview.${dir}`)}</small>
          <Entries items={items} />
        </section>
      ))}
    </div>
  )
})

function Entries({ items }: { items: readonly MenuItem[] }) {
  const shown = items.filter(({ active }) => active)
  if (shown.length === 0) return null
  return (
    <ul className="menu-preview-list">
      {shown.map((item) => (
        <li key={item.id} data-type={item.type} aria-hidden={item.type === 'divider' || item.type === 'separator' || undefined}>
          {item.type === 'item' || item.type === 'header' || item.type === 'heading' ? <Entry item={item} /> : null}
          <Entries items={item.children} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size={16} />}
      <bdi>{item.label}</bdi>
      {item.badge && (
        <span
          className="menu-preview-badge"
          data-color={item.badge.color}
          style={item.badge.color.startsWith('#') ? { background: item.badge.color, color: textOn(item.badge.color) } : {}}
        >
          {item.badge.title}
        </span>
      )}
      {item.target_external && <Icon name="external" size={12} />}
      {item.link_text && <small>{item.link_text}</small>}
    </>
  )
  const href = hrefOf(item)
  if (href === null) return <span className="menu-preview-entry">{content}</span>
  const isInside = href.startsWith('/') && !item.target_external
  const follow = (event: MouseEvent) => {
    if (!isInside || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goTo(href)
  }
  return (
    <a
      className="menu-preview-entry"
      href={href}
      onClick={follow}
      {...(item.target_external && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {content}
    </a>
  )
}

/** The address of an entry; null where it leads nowhere. */
function hrefOf({ link }: MenuItem): string | null {
  if (link === null) return null
  if (typeof link === 'string') return isSafeAddress(link) ? link : null
  return linkTo({
    name: link.name,
    params: (link.params ?? {}) as Record<string, string>,
    query: (link.query ?? {}) as Record<string, string>,
  })
}
