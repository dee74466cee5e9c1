import { useNavigate } from 'react-router'
import type { LayoutAnswer, LayoutMenuItem } from '#schemas/types/contract.d.ts'
import { refreshPage } from '#renderer/api/refresh.ts'
import { follow } from '#renderer/routing/follow.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { openKeyList } from '#renderer/dialog/modal-store.ts'
import { openProblemReport } from '#renderer/report/open-report.ts'
import { linkTo } from '#renderer/routing/route-store.ts'
import { BadgeMark } from './badge-mark.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { LocaleMenu } from './locale-menu.tsx'
import { Logo } from './logo.tsx'
import { MenuButton, type MenuEntry } from '#renderer/ui/menu-button.tsx'
import { MenuToggle } from './menu-toggle.tsx'
import { Bell } from '#renderer/notifications/bell.tsx'
import { PanelSearch } from './panel-search.tsx'
import { PanelLink } from './panel-link.tsx'
import { SchemeButton } from './scheme-button.tsx'

interface NavbarProps {
  layout: LayoutAnswer
  menuOpen: boolean
  onToggleMenu: () => void
}

/** Logo, and the controls of every page. */
export function Navbar({ layout, menuOpen, onToggleMenu }: NavbarProps) {
  const { t } = useLocale()
  const { brand } = layout.navbar
  const flags = layout.flags ?? {}
  return (
    <header className="pk-navbar">
      {flags.sidebar !== false && <MenuToggle open={menuOpen} onToggle={onToggleMenu} />}
      <PanelLink to="/" className="pk-brand">
        {brand.logo ? <img src={brand.logo} alt="" className="pk-brand-logo" height={50} /> : <Logo size={50} />}
        <span className="pk-brand-name">{brand.name}</span>
      </PanelLink>
      <NavLinks items={layout.navbar.left} />
      <span className="pk-spacer" />
      <NavLinks items={layout.navbar.right} />
      {flags.create_button !== false && <CreateButton entries={layout.createButton} />}
      {flags.search !== false && <PanelSearch layout={layout} />}
      <button type="button" className="pk-icon-button" aria-label={t('shell.refresh')} title={t('shell.refresh')} onClick={refreshPage}>
        <Icon name="refresh" />
      </button>
      {flags.notifications === true && <Bell />}
      <LocaleMenu />
      <SchemeButton />
      {flags.profile !== false && <ProfileMenu profile={layout.profile} report={layout.report} />}
    </header>
  )
}

function NavLinks({ items }: { items: readonly LayoutMenuItem[] }) {
  return items.map(
    (item, at) =>
      item.link && (
        <PanelLink key={item.id ?? at} to={item.link} className="pk-nav-link" aria-label={item.label}>
          {item.icon && <Icon name={item.icon} size={18} />}
          {item.label && <span className={item.icon ? 'pk-wide-only' : undefined}>{item.label}</span>}
          <BadgeMark badge={item.badge ? { title: String(item.badge.title), color: item.badge.color } : undefined} />
        </PanelLink>
      ),
  )
}

/** Menu entries of the layout as entries of a menu button; an entry without a link becomes a heading above the next one. */
function useEntries(items: readonly LayoutMenuItem[]): MenuEntry[] {
  const navigate = useNavigate()
  return items.flatMap((item, at): MenuEntry[] => {
    const { link, label } = item
    if (!link || label === undefined) return []
    const href = linkTo(link) ?? undefined
    const before = items[at - 1]
    return [
      {
        key: String(item.id ?? at),
        label,
        icon: item.icon,
        href,
        disabled: href === undefined,
        divided: before !== undefined && !before.link,
        run: () => (href?.startsWith('/') ? void navigate(href) : void follow(link)),
      },
    ]
  })
}

function CreateButton({ entries: created }: { entries: LayoutAnswer['createButton'] }) {
  const { t } = useLocale()
  const entries = useEntries(Object.values(created).sort((a, b) => (a.order ?? 0) - (b.order ?? 0)))
  if (entries.length === 0) return null
  return (
    <MenuButton label={t('shell.create')} entries={entries} className="pk-button pk-button-primary pk-create">
      <Icon name="plus" size={16} />
      <span className="pk-wide-only">{t('shell.create')}</span>
    </MenuButton>
  )
}

function ProfileMenu({ profile, report }: Pick<LayoutAnswer, 'profile' | 'report'>) {
  const { t } = useLocale()
  const own: MenuEntry[] = [{ key: 'keys', label: t('keys.title'), icon: 'keyboard', run: openKeyList }]
  if (report) own.push({ key: 'report', label: t('shell.report_problem'), icon: 'warning', run: () => openProblemReport(report, 'menu') })
  const entries = [...own, ...useEntries(profile.children)]
  const avatar = profile.avatar[0]?.link
  return (
    <MenuButton label={t('shell.profile_menu', { name: profile.name })} entries={entries} className="pk-profile">
      {avatar ? (
        <img src={avatar} alt="" width={28} height={28} />
      ) : (
        <span className="pk-avatar" data-initial={[...profile.name.trim()][0] ?? '·'} />
      )}
      <span className="pk-wide-only pk-profile-name">{profile.name}</span>
    </MenuButton>
  )
}
