import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/feature.ts'
import { findModel, trusted, type ModelContext } from '#server/model/context.ts'
import type { Effect, ReadAnswer } from '#server/model/lifecycles/hooks.ts'
import { listRecords, readRecord, writeRecord } from '#server/model/model.ts'
import { newRecord } from '#server/model/new-record.ts'
import { recordResults } from '#server/model/record-results.ts'
import { selectAnyRows, type ModelRecord, type StoredRow } from '#server/model/read.ts'
import { readStock, stockLevel } from './stock.ts'
import { taxOf } from './pricing.ts'
import { readPricing } from './read-pricing.ts'

const model = 'market_ware'

/** What a ware has beside its fields: its price with and without tax, and how many wares its product has. */
async function wareFacts(context: ModelContext, rows: readonly StoredRow[]): Promise<ModelRecord[]> {
  const products = await readPricing(
    context,
    rows.map(({ product_id }) => Number(product_id)),
  )
  const stocks = await readStock(context, rows)
  return rows.map(({ id, version, product_id, sale_price, original_price, currency, low_level_alarm }, at) => {
    const { stock, average_purchase_price } = stocks[at]!
    const product = products.get(Number(product_id))
    const price = (sale_price ?? original_price) as string | null
    const taxed = product && price !== null ? taxOf(price, String(currency), product.rule, product) : undefined
    return {
      id,
      version,
      sale_price_with_tax: taxed?.payable ?? null,
      sale_price_without_tax: taxed?.net ?? null,
      ware_count: product?.wareCount ?? null,
      stock,
      average_purchase_price,
      stock_level: stockLevel(stock, low_level_alarm),
    }
  })
}

export const readWares: ReadAnswer = async (context, ids) =>
  wareFacts(context, await selectAnyRows(context, findModel(context, model), ids))

/** A new ware is called as its product, has its unit and market, and stands last, where nobody says otherwise. */
export const completeWare: Effect = async (context, { after }) => {
  const [product] = await selectAnyRows(context, findModel(context, 'market_product'), [Number(after.product_id)])
  const last = await context.trx
    .selectFrom('data.market_ware')
    .select(({ fn }) => fn.max('order').as('order'))
    .where('product_id', '=', Number(after.product_id))
    .where('id', '!=', after.id)
    .executeTakeFirst()
  await supplyOpening(context, after)
  const types = { standalone: 'independent', related: 'dependent', unique: 'unique independent' } as const
  const type = after.inventory_type ?? Object.entries(types).find(([, supply]) => supply === after.supply_type)?.[0] ?? 'standalone'
  return {
    // An empty slug is made anew of the title.
    ...(isEmptyText(after.full_title) && { full_title: product?.title, ...(after.slug === null && { slug: '' }) }),
    ...(after.unit_id === null && { unit: product?.unit_id ?? null }),
    ...(after.supply_unit_id === null && { supply_unit: product?.supply_unit_id ?? null }),
    ...(after.inventory_type === null && { inventory_type: type }),
    ...(after.order === 0 && { order: Number(last?.order ?? 0) + 10 }),
  }
}

/** What a new ware begins with is its first supply. */
async function supplyOpening(
  context: ModelContext,
  { id, count, supply_price, payment_path_id, inventory_type }: StoredRow,
): Promise<void> {
  if (typeof count !== 'string' || compareDecimal(count, '0') <= 0 || ![null, 'standalone'].includes(inventory_type as string | null))
    return
  const fee = supply_price as string | null
  const entry = fee === null ? 'supply_unpriced' : compareDecimal(fee, '0') === 0 ? 'supply_free' : 'supply'
  const part = { ware: id, quantity: count, fee: entry === 'supply' ? fee : null, entry }
  const data = { ware: id, kind: 1, alter: count, fee, path: payment_path_id, effected_at: context.now.toISOString(), parts: [part] }
  await writeRecord(context, 'market_inventory_change', { data }, trusted)
}

const isEmptyText = (text: unknown): boolean =>
  text === null || text === undefined || Object.values(text as object).every((part) => part === null || part === '')

/** A ware with its form, and the wares that it can depend on. */
export const fetchWare: Handler<'market-ware-fetch'> = async (context) => {
  const { registry, caller, config, params } = context
  const options = { permitted: true, flags: true, edit: true } as const
  const record =
    params.id === undefined
      ? await newRecord(context, model, await startOf(context, params.post_id), { ...options, kind: 'read' })
      : await readRecord(context, model, params.id, options)
  if (params.id !== undefined && params.post_id !== undefined && record.product_id !== params.post_id) throw new ApiError('not-found')
  const [facts] = params.id === undefined ? [] : await readWares(context, [params.id])
  const where = {
    conditions: {
      join: 'and' as const,
      of: [
        { key: 'inventory_type', operator: 'any_of' as const, values: ['standalone', 'unique'] },
        ...(typeof record.currency === 'string' ? [{ key: 'currency', operator: 'is' as const, values: [record.currency] }] : []),
        ...(params.id === undefined ? [] : [{ key: 'id', operator: 'is_not' as const, values: [String(params.id)] }]),
      ],
    },
  }
  const combo = await listRecords(
    context,
    model,
    { page_size: 100, sort: 'id' },
    { permitted: true, fixed: where, paths: ['full_title', 'code'] },
  )
  return {
    results: recordResults({ ...record, ...facts }),
    metadata: {
      form: expandForm(registry, { ...caller, locales: config.locales }, 'market', 'ware'),
      inventory_wares_combo: combo.results.map(({ id, full_title, code }) => ({
        id,
        title: String(full_title ?? `#${id}`),
        code: code ?? null,
      })),
    },
  }
}

/** A new ware of a product begins with what the product says. */
async function startOf(context: ModelContext, id: number | undefined): Promise<Record<string, unknown>> {
  const [product] = id === undefined ? [] : await selectAnyRows(context, findModel(context, 'market_product'), [id])
  if (!product) return {}
  const names = [
    'currency',
    'unit_id',
    'supply_unit_id',
    'original_price',
    'sale_price',
    'expires_at',
    'height',
    'length',
    'width',
    'weight',
  ]
  const further = ['minimum_count', 'low_level_alarm', 'stop_when_empty', 'breakable', 'approximate_size']
  return { product_id: product.id, ...Object.fromEntries([...names, ...further].map((name) => [name, product[name]])) }
}

/** Whether a record can be had, as 1 and 0 or as true and false. */
export const setAvailability = (
  name: 'market_product' | 'market_ware',
): Handler<'market-product-availability' | 'market-ware-availability'> =>
  async function (context) {
    const { id, availability } = context.payload
    const data = { is_available: availability === 1 || availability === true }
    return { results: recordResults(await writeRecord(context, name, { id, data }, { permitted: true })) }
  }
