import { completeMenu, type MenuItem } from '#schemas/rules/values/menu-tree.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/seed.ts'

type Entry = Partial<Omit<MenuItem, 'children'>> & { children?: Entry[] }

const posts = (type: string) => ({ name: 'content-post-list', params: { type } })

const header: Entry[] = [
  { label: 'خانه', link: '/', icon: 'home' },
  {
    label: 'فروشگاه',
    link: posts('product'),
    icon: 'shop',
    badge: { title: 'تازه', color: 'success' },
    children: [
      { type: 'heading', label: 'دسته‌ها' },
      { label: 'روشنایی', link: '/shop/lighting', link_text: 'لوستر، آباژور، هالوژن' },
      {
        label: 'چوبی',
        link: '/shop/wood',
        children: [
          { label: 'میز', link: '/shop/wood/tables' },
          { label: 'صندلی', link: '/shop/wood/chairs' },
        ],
      },
      { type: 'divider' },
      { label: 'حراج پاییز', link: '/shop/sale', icon: 'percent', badge: { title: '٪۲۰', color: 'danger' } },
    ],
  },
  { label: 'مجله', link: posts('article'), icon: 'read' },
  { label: 'خبرها', link: posts('news'), icon: 'news' },
  { label: 'نوروز', link: '/shop/nowruz', icon: 'gift', active: false },
]

const footer: Entry[] = [
  {
    type: 'header',
    label: 'دربارهٔ ما',
    children: [
      { label: 'داستان ما', link: '/about' },
      { label: 'تماس', link: 'tel:+982188000000', icon: 'phone' },
      { label: 'همکاری با ما', link: '/careers' },
    ],
  },
  {
    type: 'header',
    label: 'راهنما',
    children: [
      { label: 'پرسش‌های رایج', link: posts('guide'), icon: 'help' },
      { label: 'ارسال و بازگشت', link: '/help/shipping' },
    ],
  },
  { type: 'separator' },
  { label: 'نماد اعتماد', link: 'https://enamad.ir', target_external: true, icon: 'safety' },
]

const panel: Entry[] = [
  { type: 'heading', label: 'هر روز' },
  { label: 'داشبورد', link: { name: 'dashboard' }, icon: 'dashboard' },
  {
    label: 'نوشته‌های تازه',
    link: { ...posts('news'), query: { tab: 'pending' } },
    icon: 'post',
    badge: { title: 'در انتظار', color: 'warning' },
  },
  { type: 'separator' },
  { label: 'برچسب‌ها', link: { name: 'content-tagging-manage', params: { slug: 'brands' } }, icon: 'tags' },
  { label: 'راهنمای سامانه', link: 'https://example.com/help', icon: 'help', target_external: true },
]

const mobile: Entry[] = [
  { label: 'خانه', link: '/', icon: 'home' },
  { label: 'سبد خرید', link: '/cart', icon: 'cart' },
  { label: 'حساب من', link: '/account', icon: 'user' },
]

const locations: readonly { slug: string; title: Record<string, string>; menus: Entry[] }[] = [
  { slug: 'header', title: { fa: 'سربرگ سایت', en: 'Site header' }, menus: header },
  { slug: 'footer', title: { fa: 'پابرگ سایت', en: 'Site footer' }, menus: footer },
  { slug: 'panel', title: { fa: 'میان‌برهای پنل', en: 'Panel shortcuts' }, menus: panel },
  { slug: 'mobile', title: { fa: 'نوار پایین موبایل', en: 'Mobile bottom bar' }, menus: mobile },
  { slug: 'landing', title: { fa: 'صفحهٔ فرود', en: 'Landing page' }, menus: [] },
]

/** Places of menus, four of them filled; the same on every run. */
export async function seedMenus(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const start = Date.UTC(2025, 10, 1, 6)
  await seedRecords(
    trx,
    registry,
    'menu_location',
    locations.map(({ slug, title, menus }, index) => ({
      id: index + 1,
      slug,
      title,
      menus: completeMenu(menus),
      created_at: new Date(start).toISOString(),
      updated_at: new Date(start + (index * 60 + 20) * 86_400_000).toISOString(),
    })),
  )
}
