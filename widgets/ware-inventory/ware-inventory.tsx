import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import {
  asFailure,
  callNamed,
  guardUnsaved,
  isCancelled,
  Loading,
  refresh,
  showFailure,
  showToast,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import { ChangeForm } from './change-form.tsx'
import { isFilledIn, payloadOf, withoutFaults, type Choice, type Draft, type InventoryWare } from './change.ts'
import { WareSearch } from './ware-search.tsx'
import { useTexts } from './use-texts.ts'
import './ware-inventory.css'

interface Props extends Record<string, unknown> {
  id?: number | string | null
  configs: string
  ware: string
  find_ware?: string
  uniques?: string
  returnable?: string
  find_unique?: string
  save: string
}

export interface Configs {
  kinds: readonly Choice[]
  reasons: readonly Choice[]
  paths: readonly Choice[]
}

/** A change of stock. Where no ware is given one is found first, typed or scanned. */
export default function WareInventory({ props }: BlockWidgetProps<Props>) {
  const say = useTexts()
  const [found, setFound] = useState<number>()
  const id = Number(props.id ?? 0) || found
  const configs = useCall<Configs>(props.configs, {}, {})
  const ware = useCall<InventoryWare>(props.ware, id === undefined ? null : { id }, { keepPreviousData: true })
  if (id === undefined) return props.find_ware ? <WareSearch call={props.find_ware} onFound={setFound} /> : <p>{say('no_ware')}</p>
  if (configs.error ?? ware.error)
    return (
      <p role="alert">
        {say('failed')}{' '}
        <button type="button" className="pf-link" onClick={() => void Promise.all([configs.mutate(), ware.mutate()])}>
          {say('again')}
        </button>
      </p>
    )
  if (!configs.data || !ware.data) return <Loading />
  const known = ware.data.results
  return <Change key={known.id} ware={known} configs={configs.data.results} calls={props} onSaved={() => void ware.mutate()} />
}

function Change({ ware, configs, calls, onSaved }: { ware: InventoryWare; configs: Configs; calls: Props; onSaved: () => void }) {
  const say = useTexts()
  const { locale, formatNumber, formatMoney } = useLocale()
  const start = (): Draft => ({
    kind: configs.kinds[0]?.value ?? null,
    reason: null,
    returns: null,
    alter: '',
    fee: '',
    path: ware.payment_path_id ?? (configs.paths.length === 1 ? configs.paths[0]!.value : null),
    description: '',
    codes: [],
    parts: (ware.dependent_wares_titles ?? []).map(({ id, title }) => ({ id, title, selected: true, alter: '', fee: '' })),
  })
  const [draft, setDraft] = useState(start)
  const section = useRef<HTMLElement>(null)
  const running = useRef<Promise<void>>(null)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [isBusy, setBusy] = useState(false)
  const [figures, setFigures] = useState<Pick<InventoryWare, 'stock' | 'average_purchase_price'>>()
  const { stock, average_purchase_price: average } = figures ?? ware
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    try {
      const { results, metadata } = await callNamed<Pick<InventoryWare, 'stock' | 'average_purchase_price'>>(calls.save, {
        method: 'POST',
        payload: payloadOf(ware, draft, new Date(), locale),
      })
      setFigures(results)
      setDraft((before) => ({ ...start(), kind: before.kind, path: before.path }))
      showToast({ tone: 'success', text: String((metadata as { toast?: string }).toast ?? say('saved')) })
      refresh(['list', 'grid'])
      onSaved()
    } catch (fault) {
      if (isCancelled(fault)) return
      const failure = asFailure(fault, calls.save)
      const found = failure.errors ?? {}
      if (Object.keys(found).length === 0) showFailure(failure)
      setErrors(found as Record<string, string[]>)
    } finally {
      setBusy(false)
    }
  }
  const saveOnce = (event: FormEvent) => (running.current ??= save(event).finally(() => (running.current = null)))
  const hasWork = useEffectEvent(() => isFilledIn(draft))
  const discard = useEffectEvent(() => setDraft(start))
  useEffect(
    () => guardUnsaved({ isDirty: () => hasWork(), place: () => section.current, saving: () => running.current, discard: () => discard() }),
    [],
  )
  return (
    <section ref={section} className="wi" aria-label={say('title')}>
      <dl className="wi-figures">
        <div>
          <dt>{say('ware')}</dt>
          <dd dir="auto">{ware.title ?? String(ware.full_title)}</dd>
        </div>
        <div>
          <dt>{say('stock')}</dt>
          <dd data-figure="stock">
            {formatNumber(stock ?? '0')} {ware.unit?.title}
          </dd>
        </div>
        <div>
          <dt>{say('average')}</dt>
          <dd data-figure="average">{average === null ? '—' : formatMoney(average, ware.currency ?? undefined)}</dd>
        </div>
      </dl>
      <ChangeForm
        ware={ware}
        configs={configs}
        draft={draft}
        errors={errors}
        isBusy={isBusy}
        calls={calls}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }))
          setErrors((before) => withoutFaults(before, draft, part))
        }}
        onFault={(field, messages) => setErrors((before) => ({ ...before, [field]: messages }))}
        onSubmit={(event) => void saveOnce(event)}
      />
    </section>
  )
}
