import { useState } from 'react'
import { clip, nameOf } from '#schemas/rules/text/plain-text.ts'
import { asFailure, callNamed, isCancelled, refresh, showFailure, useActionRunner, useLocale, type CellProps } from '#renderer'
import { firstWares, pictureOf, readProduct, type CellProduct, type CellWare } from './product.ts'
import { useTexts } from './use-texts.ts'
import { WareLine } from './ware-line.tsx'
import './product-wares.css'

interface Column {
  view?: string
  availability?: string
  all_wares?: string
  set_price?: string
  price_modal?: string
  ware_edit?: string
  ware_model?: string
}

/** A product of a list: title, counts, labels, whether it can be had, and its wares. */
export default function ProductWares({ value, row, column }: CellProps) {
  const product = readProduct(row)
  if (!product) return <span dir="auto">{clip(nameOf(value) ?? String(value ?? ''), 200)}</span>
  const given = column as unknown as Column
  return <ProductCell key={`${row.version as number}`} product={product} row={row} calls={given} />
}

interface PartProps {
  product: CellProduct
  row: CellProps['row']
  calls: Column
}

function ProductCell({ product, row, calls }: PartProps) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const picture = pictureOf(product)
  return (
    <div className="pw">
      <div className="pw-head">
        {picture !== undefined && <img className="pw-picture" src={picture} alt="" loading="lazy" />}
        <Title product={product} row={row} view={calls.view} />
        <Availability product={product} row={row} call={calls.availability} />
      </div>
      <div className="pw-facts">
        <span>{say('ware_count', { count: formatNumber(product.wareCount) })}</span>
        <span>{say('sale_count', { count: formatNumber(product.saleCount) })}</span>
        {product.labels.slice(0, 4).map(({ id, title }) => (
          <span key={id} className="grid-tag" dir="auto">
            {clip(title, 40)}
          </span>
        ))}
      </div>
      <Wares product={product} row={row} calls={calls} />
    </div>
  )
}

function Title({ product, row, view }: Pick<PartProps, 'product' | 'row'> & { view?: string }) {
  const run = useActionRunner()
  const title = clip(product.title, 200)
  if (!product.can_view_product || view === undefined)
    return (
      <b className="pw-title" dir="auto">
        {title}
      </b>
    )
  return (
    <button
      type="button"
      className="pw-title grid-link"
      dir="auto"
      onClick={() => void run({ type: 'modal', title, options: { modal: view } }, { row })}
    >
      {title}
    </button>
  )
}

/** A switch for those who may change it; it waits for the answer and stands as the server has it. */
function Availability({ product, row, call }: Pick<PartProps, 'product' | 'row'> & { call?: string }) {
  const say = useTexts()
  const [wanted, setWanted] = useState<boolean>()
  const isOn = wanted ?? product.is_available
  const state = say(isOn ? 'available' : 'unavailable')
  if (!product.can_edit_product || call === undefined)
    return (
      <span className="grid-badge" data-color={isOn ? 'success' : 'default'}>
        <span className="grid-badge-text">{state}</span>
      </span>
    )
  const change = async () => {
    setWanted(!isOn)
    try {
      await callNamed(call, { method: 'POST', payload: { id: product.productId, availability: isOn ? 0 : 1 } })
      refresh('row', { id: row.id })
    } catch (fault) {
      setWanted(undefined)
      if (!isCancelled(fault)) showFailure(asFailure(fault, call))
    }
  }
  return (
    <span className="pw-switch">
      <button
        type="button"
        role="switch"
        className="pf-switch"
        aria-checked={isOn}
        aria-label={say('availability_of', { title: product.title })}
        aria-busy={wanted !== undefined}
        disabled={wanted !== undefined}
        onClick={() => void change()}
      >
        <span />
      </button>
      <small>{state}</small>
    </span>
  )
}

function Wares({ product, row, calls }: PartProps) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const [all, setAll] = useState<readonly CellWare[]>()
  const [isLoading, setLoading] = useState(false)
  const shown = all ?? product.wares.slice(0, firstWares)
  const loadAll = async () => {
    setLoading(true)
    try {
      const { results } = await callNamed<CellWare[]>(calls.all_wares!, { method: 'GET', params: { id: product.productId } })
      setAll(results)
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault, calls.all_wares!))
    } finally {
      setLoading(false)
    }
  }
  const changed = () => {
    refresh('row', { id: row.id })
    if (all) void loadAll()
  }
  return (
    <>
      {shown.length > 0 && (
        <ul className="pw-wares">
          {shown.map((ware) => (
            <WareLine
              key={ware.id}
              ware={ware}
              product={product}
              row={row}
              edit={calls.ware_edit}
              model={calls.ware_model}
              setPrice={calls.set_price}
              priceModal={calls.price_modal}
              onChanged={changed}
            />
          ))}
        </ul>
      )}
      {product.wareCount > firstWares && all === undefined && calls.all_wares !== undefined && (
        <button type="button" className="pf-link pw-all" disabled={isLoading} aria-busy={isLoading} onClick={() => void loadAll()}>
          {say('load_all', { count: formatNumber(product.wareCount) })}
        </button>
      )}
    </>
  )
}
