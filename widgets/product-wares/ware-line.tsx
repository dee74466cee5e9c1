import { useEffect, useId, useRef, useState } from 'react'
import { parseNumber } from '#schemas/rules/numbers/digits.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { ActionMenu, asFailure, callNamed, Icon, isCancelled, showFailure, showToast, useLocale, type CellProps } from '#renderer'
import type { CellProduct, CellWare } from './product.ts'
import { useTexts } from './use-texts.ts'

interface WareLineProps {
  ware: CellWare
  product: CellProduct
  row: CellProps['row']
  /** Page of a ware, its entity, and the call that sets its price. */
  edit?: string
  model?: string
  setPrice?: string
  /** Modal with the prices of a ware. */
  priceModal?: string
  onChanged: () => void
}

/** A ware beneath its product: what it is called and costs, whether it can be had, and its menu. */
export function WareLine({ ware, product, row, edit, model, setPrice, priceModal, onChanged }: WareLineProps) {
  const say = useTexts()
  const { formatMoney } = useLocale()
  const [isPricing, setPricing] = useState(false)
  const canPrice = product.can_set_prices && setPrice !== undefined
  const name = ware.full_title ?? `#${ware.id}`
  const price = ware.sale_price ?? ware.original_price ?? null
  const type = (row.product_type as { slug?: string } | undefined)?.slug
  const actions: Action[] = [
    ...(edit === undefined || type === undefined
      ? []
      : [
          {
            id: 'edit',
            type: 'navigate' as const,
            title: say('edit'),
            icon: 'edit',
            options: { to: { name: edit, params: { type, id: product.productId, wareid: ware.id } } },
          },
        ]),
    ...(priceModal === undefined || !product.can_set_prices
      ? []
      : [
          {
            id: 'price',
            type: 'modal' as const,
            title: say('set_price'),
            icon: 'money',
            options: { modal: priceModal, params: { ware: ware.id } },
          },
        ]),
    ...(model === undefined
      ? []
      : [
          {
            id: 'trash',
            type: 'call' as const,
            title: say('delete'),
            icon: 'trash',
            color: 'danger' as const,
            confirm: say('delete_question', { name }),
            options: {
              name: 'trash',
              method: 'DELETE' as const,
              params: { model, id: ware.id, version: ware.version },
              success: { refresh: 'list' as const },
            },
          },
        ]),
  ]
  return (
    <li data-available={ware.is_available}>
      <span className="pw-ware" dir="auto" title={name}>
        {clip(name, 120)}
      </span>
      {isPricing ? (
        <PriceInput
          ware={ware}
          call={setPrice!}
          onStale={onChanged}
          onDone={(isChanged) => {
            setPricing(false)
            if (isChanged) onChanged()
          }}
        />
      ) : (
        <bdi className="grid-number">{price === null ? '—' : formatMoney(price, ware.currency ?? product.currency ?? undefined)}</bdi>
      )}
      {canPrice && !isPricing && (
        <button
          type="button"
          className="pk-icon-button"
          aria-label={say('set_price_of', { name })}
          title={say('set_price')}
          onClick={() => setPricing(true)}
        >
          <Icon name="money" size={16} />
        </button>
      )}
      {product.can_manage_wares && <ActionMenu actions={actions} label={say('menu_of', { name })} context={{ row }} />}
    </li>
  )
}

interface PriceInputProps {
  ware: CellWare
  call: string
  /** The ware has changed meanwhile and is to be read again. */
  onStale: () => void
  onDone: (isChanged: boolean) => void
}

/** The price while it is typed, in any digits: Enter stores it, Escape leaves it. The price that it has become meanwhile is told first. */
function PriceInput({ ware, call, onStale, onDone }: PriceInputProps) {
  const say = useTexts()
  const { locale, formatNumber, formatMoney } = useLocale()
  const [text, setText] = useState(() => (ware.sale_price === null ? '' : formatNumber(ware.sale_price)))
  const [problem, setFault] = useState<string>()
  const [staleVersion, setStaleVersion] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const current = ware.sale_price === null ? '—' : formatMoney(ware.sale_price, ware.currency ?? undefined)
  const hasChanged = staleVersion !== undefined && staleVersion !== ware.version
  const fault = problem ?? (hasChanged ? say('price_stale', { price: current }) : undefined)
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  useEffect(() => input.current?.select(), [])
  const save = async () => {
    const amount = parseNumber(text, locale)
    if (amount === undefined || amount.startsWith('-')) return setFault(say('bad_price'))
    if (amount === ware.sale_price) return onDone(false)
    setBusy(true)
    try {
      await callNamed(call, { method: 'POST', payload: { id: ware.id, version: ware.version, sale_price: amount } })
      showToast({ tone: 'success', text: say('price_changed') })
      onDone(true)
    } catch (error) {
      setBusy(false)
      if (isCancelled(error)) return
      const failure = asFailure(error, call)
      if (failure.errorCode === 'stale-version') {
        setStaleVersion(ware.version)
        return onStale()
      }
      const [first] = Object.values(failure.errors ?? {}).flat()
      if (first === undefined) showFailure(failure)
      else setFault(String(first))
    }
  }
  return (
    <span className="pw-price">
      <input
        ref={input}
        className="pf-input"
        inputMode="decimal"
        dir="ltr"
        lang={locale}
        value={text}
        readOnly={isBusy} // a field that is switched off would lose the focus
        aria-label={say('set_price_of', { name: ware.full_title ?? `#${ware.id}` })}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
        }}
        onBlur={() => (isBusy || fault !== undefined ? undefined : void save())}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter' && !isBusy) void save()
          if (event.key === 'Escape') onDone(false)
        }}
      />
      {fault !== undefined && (
        <small id={faultId} role="alert">
          {fault}
        </small>
      )}
    </span>
  )
}
