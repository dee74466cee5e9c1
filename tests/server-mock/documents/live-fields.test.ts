import { describe, expect, it } from 'vitest'
import type { EntityDocument, FormDocument } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { caller, libraryRegistry } from '../model/library.ts'
import english from '../../../modules/panel/locales/en.json' with { type: 'json' }
import { saleEntities } from '../model/compute/sales.ts'

const registry = libraryRegistry(saleEntities)
const all = ['library.read', 'library.write', 'library.wares']
const expand = (form: FormDocument, permissions = all, documents = registry) =>
  expandForm(documents, caller({ locale: 'en', permissions: new Set(permissions) }), 'library', form)
const panelTexts = english as Record<string, string>
const panelText: typeof registry.message = (_, __, key, values = {}) =>
  (panelTexts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
type Properties = Record<string, Record<string, unknown>>
const fieldsOf = ({ schema }: { schema: Record<string, unknown> }) => schema.properties as Properties
const rowOf = (form: { schema: Record<string, unknown> }) =>
  fieldsOf(form).lines!.items as { properties: Properties; parent?: string; checks?: object[] }

describe('what a form gets to compute with', () => {
  it('are formulas, the fields that they name unseen, and the name of the record that rows belong to', () => {
    const form = expand({ entity: 'sale', fields: ['lines', 'payable'], ui: { lines: { columns: ['ware', 'amount', 'discount'] } } })
    expect(fieldsOf(form).payable).toMatchObject({ readOnly: true, computed: { formula: [{ formula: 'total - discount' }] } })
    expect(fieldsOf(form).total).toMatchObject({ readOnly: true, computed: { formula: [{ formula: 'sum(lines.amount)' }] } })
    expect(fieldsOf(form).discount).toEqual({ type: 'string', format: 'decimal', scale: 2, readOnly: true })
    expect(form.ui).toMatchObject({ total: { widget: 'hidden' }, discount: { widget: 'hidden' }, 'lines[].count': { widget: 'hidden' } })
    expect(rowOf(form)).toMatchObject({ parent: 'sale', properties: { unit_price: { readOnly: true }, count: { readOnly: true } } })
    expect(form.schema.required).toBeUndefined()
  })

  it('is nothing for what hangs on records and rows that are not in it: what is stored stays', () => {
    const form = expand({ entity: 'sale' })
    expect(fieldsOf(form).paid).toEqual({ type: 'string', format: 'decimal', scale: 2, readOnly: true })
    expect(fieldsOf(form).rest).toMatchObject({ computed: { formula: [{ formula: 'payable - paid' }] } })
    expect(rowOf(form).properties.claimed).toEqual({ type: 'integer', readOnly: true })
    expect(fieldsOf(expand({ entity: 'customer' })).sales!.computed).toBeUndefined()
  })

  it('leaves out formulas over what the reader may not read, and what hangs on them', () => {
    const form = expand({ entity: 'sale' }, ['library.read', 'library.write'])
    expect(JSON.stringify(form)).not.toMatch(/sale_price|ware\.weight|Weight/)
    expect(fieldsOf(form).first_weight!.computed).toBeUndefined()
    expect(rowOf(form).properties.list_price!.computed).toBeUndefined()
    expect(rowOf(form).properties.amount).toMatchObject({ computed: { formula: [{ formula: 'count * unit_price' }] } })
    const hidden = saleEntities.map((entity) =>
      entity.name === 'sale' ? { ...entity, access: { ...entity.access, fields: { discount: 'library.secret' } } } : entity,
    ) as EntityDocument[]
    const secret = expand({ entity: 'sale' }, all, libraryRegistry(hidden))
    expect(Object.keys(fieldsOf(secret))).not.toContain('discount')
    for (const name of ['payable', 'rest', 'frozen']) expect(fieldsOf(secret)[name]!.computed).toBeUndefined()
    expect(JSON.stringify(secret.ui)).not.toMatch(/− Discount|Discount \(/)
  })

  it('has the checks whose field it shows, with their sentence, and names the states that freeze a field', () => {
    const form = expand({ entity: 'sale', fields: ['limit', 'frozen'] })
    expect(form.schema.checks).toEqual([
      {
        formula: 'limit - total',
        when: { properties: { limit: { type: 'string' } } },
        at_least: '0',
        field: 'limit',
        message: 'Over the limit.',
      },
    ])
    expect(fieldsOf(form).frozen).toMatchObject({ frozen_in: ['sent', 'paid'], frozen_by: ['status'] })
    expect(expand({ entity: 'sale', fields: ['number'] }).schema.checks).toBeUndefined()
  })

  it('tells each formula in the words of the labels', () => {
    const { ui } = expand({ entity: 'sale' }, all, { ...registry, message: panelText })
    const told = (path: string) => ui?.[path]?.computed_from
    expect(told('total')).toBe('sum of Amount (Lines)')
    expect(told('payable')).toBe('Total − Discount')
    expect(told('lines[].tax')).toBe('Amount × 9 ÷ 100 or Amount − Amount × 100 ÷ 109, depending on Is added')
    expect(told('lines[].unit_price')).toBe('Sale price (Ware), when it is chosen')
    expect(told('lines[].discount')).toBe('share of Discount (Sale) by Amount')
    expect(told('paid')).toBe('sum of Amount (Payments), chosen by Verified')
    expect(told('number')).toBeUndefined()
  })
})
