import { sql } from 'kysely'
import { slugify } from '#schemas/rules/text/slug.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { startStamps } from '#server/model/seed-applications.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { demoPictureCount } from './demo-pictures.ts'
import { seedInventory } from './seed-inventory.ts'
import { assortments, campaigns, paths, units, type Assortment } from './seed-words.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The last day of the demo's year. */
const lastDay = Date.UTC(2026, 9, 31)
const currency = 'IRR'

type Row = Record<string, unknown>
/** A ware with the place of its product, and what one costs in thousands of rials. */
type SeedWare = Row & { product: number; cost: number }
const said = (written: string): { fa: string; en: string } => {
  const [fa = '', en = ''] = written.split('=')
  return { fa, en }
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const at = (days: number): string => new Date(lastDay + days * dayMs).toISOString()
/** Thousands of rials as an amount. */
const amount = (thousands: number): string => `${Math.round(thousands)}000.00`

/** A shop with 400 products and their 1,200 wares, its units, ways of paying, rules and campaigns; the same rows on every run. */
export async function seedMarket(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const insert = (model: string, rows: readonly Row[]) =>
    seedRecords(
      trx,
      registry,
      model,
      rows.map((row) => ({ ...startStamps, ...row })),
    )
  const places = await insert('market_place', [
    { title: { fa: 'فروشگاه اینترنتی', en: 'Online shop' }, slug: 'online', currency },
    { title: { fa: 'شعبهٔ مرکزی', en: 'Main branch' }, slug: 'branch', currency },
  ])
  const unitIds = await insert(
    'market_unit',
    units.map(({ fa, en, decimals }) => ({ title: { fa, en }, decimals })),
  )
  const pathIds = await insert(
    'market_path',
    paths.map(({ fa, en, kind }) => ({ title: { fa, en }, kind, first_currency: currency })),
  )
  const unitOf = (slug: string) => unitIds[units.findIndex((unit) => unit.slug === slug)]!
  const random = createRandom(5151)
  const products: Row[] = []
  const wares: SeedWare[] = []
  const categoryIds = new Map<string, number[]>()
  for (const [place, assortment] of assortments.entries()) {
    const [type] = await insert('market_type', [
      { titles: assortment.titles, slug: assortment.slug, icon: assortment.icon, order: (place + 1) * 10 },
    ])
    const categories = await insert(
      'market_category',
      assortment.categories.map((written) => ({ title: said(written), slug: slugify(said(written).en) })),
    )
    categoryIds.set(assortment.slug, categories)
    addProducts(random, assortment, products, wares, (nth) => ({
      product_type_id: type,
      market_id: places[nth % 5 === 4 ? 1 : 0],
      categories: [categories[nth % categories.length]!],
      unit_id: unitOf(assortment.units[0]),
      supply_unit_id: unitOf(assortment.units[1]),
      payment_paths: pathIds.slice(0, 4),
    }))
  }
  const labels = await labelsOf(trx, registry)
  const productIds = await insert(
    'market_product',
    products.map((product, nth) => ({ ...product, labels: nth % 3 === 0 ? labels(nth) : {}, ...countsOf(wares, nth) })),
  )
  const wareIds = await insert(
    'market_ware',
    wares.map(({ product, cost: _, ...ware }) => ({
      ...ware,
      product_id: productIds[product]!,
      unit_id: products[product]!.unit_id,
      supply_unit_id: products[product]!.supply_unit_id,
      payment_path_id: pathIds[2],
      wallet_id: pathIds[4],
    })),
  )
  await joinSets(trx, wares, wareIds)
  const stocked = wares.map(({ inventory_type, cost }, nth) => ({ id: wareIds[nth]!, type: String(inventory_type), cost }))
  await seedInventory(trx, registry, stocked, pathIds.slice(0, 3))
  await insert('market_sale_settings', [
    {
      market_id: places[0],
      tax_enabled: true,
      tax_should_add_to_price: true,
      tax_value_added: '9',
      tax_withholding: '0',
      tax_municipality: '1',
    },
    {
      market_id: places[1],
      tax_enabled: true,
      tax_should_add_to_price: false,
      tax_value_added: '10',
      tax_specific_cats: categoryIds.get('goods'),
    },
  ])
  await insert(
    'market_campaign',
    campaigns.map(({ fa, en, days: [from, to], percent, fee }, nth) => ({
      title: { fa, en },
      slug: slugify(en),
      starts_at: at(from),
      ends_at: at(to),
      discount_type: percent ? 'percent' : 'fee',
      ...(percent ? { percent, maximum: amount(2000 + nth * 500) } : { fee }),
      currency,
      categories: categoryIds.get(assortments[nth % assortments.length]!.slug)!.slice(0, 2),
      products: productIds.slice(nth * 3, nth * 3 + 3),
    })),
  )
  await seedWishes(trx, registry, products, productIds)
  // Every post of the shop presents a product, in turn; without the posts of the demo there is none.
  await sql`update data.post p set market__product_id = (${productIds}::bigint[])[1 + p.sister_group % ${productIds.length}]
    where template = 'product'`.execute(trx)
}

/** A hundred products of a type with two to four wares each. */
function addProducts(
  random: Random,
  { slug, title, first, second, variants, price: [least, most] }: Assortment,
  products: Row[],
  wares: SeedWare[],
  common: (nth: number) => Row,
): void {
  for (const [row, written] of first.entries())
    for (const [column, other] of second.entries()) {
      const nth = row * second.length + column
      const [one, two] = [said(written), said(other)]
      const named = { fa: title.fa(one.fa, two.fa), en: capital(title.en(one.en, two.en)) }
      const product = products.length
      const picture = `/demo/market/${String((product % demoPictureCount) + 1).padStart(2, '0')}.svg`
      const price = least + Math.round((most - least) * random.next() ** 2)
      const created = at(-364 + Math.floor((product / 400) * 360))
      const isAvailable = random.chance(0.9)
      products.push({
        title: named,
        slug: `${slugify(named.en)}-${slug}`,
        thumbnail: { name: 'picture.svg', versions: { original: picture, panel_thumb: picture } },
        ...common(nth),
        currency,
        original_price: amount(price),
        sale_price: amount(price * 0.94),
        is_available: isAvailable,
        activate_tax: random.chance(0.7),
        breakable: slug === 'goods' && random.chance(0.2),
        low_level_alarm: '5.000',
        created_at: created,
        updated_at: created,
      })
      const count = [2, 3, 3, 3, 4][nth % 5]!
      for (let place = 0; place < count; place += 1) {
        const variant = said(variants[place]!)
        const full = { fa: `${named.fa}، ${variant.fa}`, en: `${named.en}, ${variant.en}` }
        const own = price * (1 + place * 0.22)
        const isUnique = slug === 'goods' && place === 3
        const isSet = slug === 'goods' && place === 2 && nth % 10 === 3
        wares.push({
          product,
          cost: Math.round(own * 0.7),
          full_title: full,
          slug: `${slugify(full.en)}-${slug}`,
          code: `${slug.slice(0, 1).toUpperCase()}${String(nth + 1).padStart(3, '0')}-${place + 1}`,
          inventory_type: isUnique ? 'unique' : isSet ? 'related' : 'standalone',
          supply_type: isUnique ? 'unique independent' : isSet ? 'dependent' : 'independent',
          currency,
          original_price: amount(own),
          sale_price: amount(own * 0.94),
          supply_price: amount(own * 0.7),
          unit_price: amount(own * 0.75),
          is_available: isAvailable && random.chance(0.93),
          sale_count: random.between(0, 240),
          low_level_alarm: '5.000',
          minimum_count: '1.000',
          order: (place + 1) * 10,
          created_at: created,
          updated_at: created,
        })
      }
    }
}

/** What the server counts of the wares of a product. */
function countsOf(wares: readonly SeedWare[], product: number): Row {
  const own = wares.filter((ware) => ware.product === product)
  return { ware_count: own.length, sale_count: own.reduce((sum, ware) => sum + Number(ware.sale_count), 0) }
}

/** A related ware of the demo depends on the two before it. */
async function joinSets(trx: Trx, wares: readonly Row[], ids: readonly number[]): Promise<void> {
  const sets = wares.flatMap(({ inventory_type }, nth) =>
    inventory_type === 'related' ? [{ id: ids[nth], parts: [ids[nth - 2], ids[nth - 1]] }] : [],
  )
  await sql`update data.market_ware w set dependent_wares = s.parts
    from jsonb_to_recordset(${JSON.stringify(sets)}::text::jsonb) as s(id bigint, parts jsonb) where s.id = w.id`.execute(trx)
}

/** Two labels of the first folder for a product; none without the module that has them. */
async function labelsOf(trx: Trx, registry: DocumentRegistry): Promise<(nth: number) => Record<string, number[]>> {
  if (!registry.entities.has('tagging_label')) return () => ({})
  const { rows } = await sql<{ slug: string; ids: number[] }>`select f.slug, array_agg(l.id order by l.id) as ids
    from data.tagging_folder f join data.tagging_label l on l.attached_folders @> to_jsonb(f.id) group by f.id, f.slug order by f.id limit 1`.execute(
    trx,
  )
  const [folder] = rows
  return (nth) =>
    folder ? { [folder.slug]: [...new Set([folder.ids[nth % folder.ids.length]!, folder.ids[(nth * 7) % folder.ids.length]!])] } : {}
}

/** People who wait for products that cannot be had. */
async function seedWishes(trx: Trx, registry: DocumentRegistry, products: readonly Row[], ids: readonly number[]): Promise<void> {
  const { rows: users } = await sql<{ id: number }>`select id from data.user where deleted_at is null order by id desc limit 8`.execute(trx)
  const missing = ids.filter((_, nth) => products[nth]!.is_available === false)
  const wishes = missing.flatMap((product, nth) =>
    users
      .filter((_, place) => (nth + place) % 4 === 0)
      .map((user, place) => ({ user_id: user.id, product_id: product, created_at: at(-nth - place) })),
  )
  await seedRecords(trx, registry, 'market_alert', wishes)
}
