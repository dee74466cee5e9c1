import { iconNames } from '#schemas/rules/icon-names.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

/** Kinds of entries of a menu; only these three have a label, and entries beneath them. */
export const menuTypes = ['item', 'header', 'divider', 'heading', 'separator'] as const
export type MenuType = (typeof menuTypes)[number]
const labelled: ReadonlySet<unknown> = new Set(['item', 'header', 'heading'])

export const badgeColors = ['default', 'primary', 'info', 'success', 'warning', 'danger'] as const

/** Where an entry leads: a screen by its name, or an address. */
export type MenuLink = string | { name: string; params?: Record<string, unknown>; query?: Record<string, unknown> }

export interface MenuItem {
  id: number | string
  type: MenuType
  label: string | null
  link: MenuLink | null
  icon: string | null
  order: number
  badge: { title: string; color: string } | null
  children: MenuItem[]
  link_text: string | null
  target_external: boolean
  active: boolean
}

export const menuLimits = { depth: 6, items: 500, text: 250, address: 2000 } as const

/** Something wrong with a menu: its place (`0.children.1.link`), and the key of a sentence. */
export interface MenuFault {
  path: string
  key: string
  values?: Record<string, unknown>
}

const keys: ReadonlySet<string> = new Set([
  'id',
  'type',
  'label',
  'link',
  'icon',
  'order',
  'badge',
  'children',
  'link_text',
  'target_external',
  'active',
])

export const hasLabel = (type: unknown): boolean => labelled.has(type)

/** Whether a browser may follow an address: a path, a place of the page, or a scheme that runs nothing; without a name and password. */
export function isSafeAddress(address: string): boolean {
  // Browsers skip control characters and blanks before they read the scheme.
  const bare = address.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '')
  if (bare === '' || bare.startsWith('//') || bare.includes('\\')) return false
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
  if (scheme === undefined) return /^[/#?]/.test(bare)
  if (scheme === 'mailto' || scheme === 'tel') return bare.length > scheme.length + 1
  return /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(bare)
}

/** Everything that is wrong with the entries of a menu, each at its place. */
export function menuFaults(menus: unknown): MenuFault[] {
  const faults: MenuFault[] = []
  const placed = new Set<string>()
  let count = 0

  function checkLevel(items: unknown, path: string, above: readonly string[]): void {
    if (!Array.isArray(items)) return void faults.push({ path, key: 'children_list' })
    if (items.length > 0 && above.length >= menuLimits.depth)
      return void faults.push({ path, key: 'too_deep', values: { count: menuLimits.depth } })
    items.forEach((item, index) => checkItem(item, path === '' ? String(index) : `${path}.${index}`, above))
  }

  function checkItem(item: unknown, path: string, above: readonly string[]): void {
    if (++count === menuLimits.items + 1) faults.push({ path, key: 'too_many', values: { count: menuLimits.items } })
    if (count > menuLimits.items) return
    if (!isRecord(item)) return void faults.push({ path, key: 'item_object' })
    const fault = (key: string, at?: string, values?: Record<string, unknown>) =>
      faults.push({ path: at === undefined ? path : `${path}.${at}`, key, ...(values && { values }) })
    for (const key of Object.keys(item)) if (!keys.has(key)) fault('unknown_key', key, { name: key })
    const id = item.id === undefined || item.id === null ? undefined : String(item.id)
    if (id !== undefined && !['number', 'string'].includes(typeof item.id)) fault('bad_id', 'id')
    if (id !== undefined && above.includes(id)) return void fault('contains_itself', 'id')
    if (id !== undefined && placed.has(id)) fault('id_twice', 'id', { id })
    if (id !== undefined) placed.add(id)
    const { type = 'item' } = item
    if (!menuTypes.includes(type as MenuType)) fault('unknown_type', 'type', { type: String(type), types: menuTypes.join(', ') })
    if (labelled.has(type) && (typeof item.label !== 'string' || item.label.trim() === '')) fault('label_required', 'label')
    for (const key of ['label', 'link_text'] as const) {
      const written = item[key] ?? ''
      if (typeof written !== 'string') fault('text', key)
      else if (written.length > menuLimits.text) fault('text_long', key, { count: menuLimits.text })
    }
    for (const key of ['target_external', 'active'] as const)
      if (![undefined, true, false].includes(item[key] as boolean | undefined)) fault('yes_or_no', key)
    if (item.order !== undefined && item.order !== null && !Number.isFinite(item.order)) fault('number', 'order')
    if (item.icon !== undefined && item.icon !== null && item.icon !== '' && !iconNames.includes(item.icon as string))
      fault('unknown_icon', 'icon', { icon: String(item.icon) })
    checkLink(item.link, fault)
    checkBadge(item.badge, fault)
    const children = item.children ?? []
    if (!labelled.has(type) && Array.isArray(children) && children.length > 0) fault('no_children', 'children')
    else checkLevel(children, `${path}.children`, [...above, id ?? `at ${path}`])
  }

  checkLevel(menus, '', [])
  return faults
}

type Fault = (key: string, at?: string, values?: Record<string, unknown>) => void

function checkLink(link: unknown, fault: Fault): void {
  if (link === undefined || link === null || link === '') return
  if (typeof link === 'string') {
    if (link.length > menuLimits.address) fault('text_long', 'link', { count: menuLimits.address })
    else if (!isSafeAddress(link)) fault('unsafe_link', 'link')
    return
  }
  if (!isRecord(link)) return fault('link_shape', 'link')
  for (const key of Object.keys(link)) if (!['name', 'params', 'query'].includes(key)) fault('unknown_key', `link.${key}`, { name: key })
  if (typeof link.name !== 'string' || !/^[A-Za-z][A-Za-z0-9_.-]{0,99}$/.test(link.name)) fault('link_name', 'link.name')
  for (const part of ['params', 'query'] as const) {
    const values = link[part]
    if (values === undefined || values === null) continue
    const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
    if (!isRecord(values)) fault('link_shape', `link.${part}`)
    else for (const [name, value] of Object.entries(values)) if (!isPlain(value)) fault('link_value', `link.${part}.${name}`)
  }
}

function checkBadge(badge: unknown, fault: Fault): void {
  if (badge === undefined || badge === null) return
  if (!isRecord(badge)) return fault('badge_shape', 'badge')
  for (const key of Object.keys(badge)) if (!['title', 'color'].includes(key)) fault('unknown_key', `badge.${key}`, { name: key })
  if (typeof badge.title !== 'string' || badge.title.trim() === '' || badge.title.length > 40) fault('badge_title', 'badge.title')
  const { color } = badge
  const isColor = typeof color === 'string' && (badgeColors.some((one) => one === color) || /^#[0-9a-f]{6}$/i.test(color))
  if (color !== undefined && color !== null && !isColor) fault('badge_color', 'badge.color', { colors: badgeColors.join(', ') })
}

/**
 * A menu without faults as it is stored: in the order that its entries say, all fields there, and an id on every entry.
 * What was sent stays as it was.
 */
export function completeMenu(menus: readonly unknown[]): MenuItem[] {
  const used = new Set<string>()
  const collect = (items: readonly unknown[]): void => {
    for (const item of items as Partial<MenuItem>[]) {
      if (item.id !== undefined && item.id !== null) used.add(String(item.id))
      collect(item.children ?? [])
    }
  }
  collect(menus)
  let next = 1
  const freeId = (): number => {
    while (used.has(String(next))) next++
    used.add(String(next))
    return next
  }
  const complete = (items: readonly unknown[]): MenuItem[] =>
    (items as Partial<MenuItem>[])
      .map((item, index) => ({ item, order: item.order ?? index + 1 }))
      .sort((a, b) => a.order - b.order)
      .map(({ item, order }) => ({
        id: item.id ?? freeId(),
        type: item.type ?? 'item',
        label: item.label ?? null,
        link: item.link === '' ? null : (item.link ?? null),
        icon: item.icon === '' ? null : (item.icon ?? null),
        order,
        badge: item.badge ? { title: item.badge.title, color: item.badge.color ?? 'default' } : null,
        children: complete(item.children ?? []),
        link_text: item.link_text ?? null,
        target_external: item.target_external ?? false,
        active: item.active ?? true,
      }))
  return complete(menus)
}
