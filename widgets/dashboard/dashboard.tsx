import { useEffect, useState } from 'react'
import { changePlace, compactPlaces, inReadingOrder, type Placed } from '#schemas/rules/dashboard/places.ts'
import {
  ask,
  asFailure,
  callNamed,
  Icon,
  lazyComponent,
  showFailure,
  showToast,
  subscribeRefresh,
  TitleActions,
  useCall,
  useLocale,
  type BlockWidgetProps,
} from '#renderer'
import { LibraryDialog } from './library-dialog.tsx'
import { WidgetCard, type Step } from './widget-card.tsx'
import { useTexts } from './use-texts.ts'
import type { DashboardWidget } from './dashboard-types.ts'
import './dashboard.css'

/** Dragging comes with its own code, once somebody arranges the widgets. */
const loadArrangeGrid = () => import('./arrange-grid.tsx')
const ArrangeGrid = lazyComponent(loadArrangeGrid, { waiting: <div className="db-wait" aria-hidden="true" /> })

/** The user's widgets; while they are managed they are moved, sized, set, removed and added, by the mouse or the keyboard. */
export default function Dashboard(_: BlockWidgetProps) {
  const say = useTexts()
  const { t, dir, locale } = useLocale()
  const [isManaged, setManaged] = useState(false)
  const [isLibraryOpen, setLibraryOpen] = useState(false)
  const [told, setTold] = useState('')
  const { data, error, mutate } = useCall<DashboardWidget[]>('widgets-list', {}, { keepPreviousData: true, revalidateIfStale: true })
  useEffect(() => subscribeRefresh('screen', () => void mutate()), [mutate])
  const widgets = data && Array.isArray(data.results) ? data.results : undefined

  /** Shows the places at once and stores them; those of the server come back where that fails. */
  async function place(places: readonly Placed[]) {
    const byId = new Map(places.map((one) => [one.id, one]))
    const results = inReadingOrder((widgets ?? []).map((widget) => ({ ...widget, ...byId.get(widget.id) })))
    await mutate({ ...data!, results }, { revalidate: false })
    try {
      const payload = { places: places.map(({ id, x, y, w, h }) => ({ id, x, y, w, h })) }
      const stored = await callNamed<DashboardWidget[]>('widgets-sort', { method: 'PUT', payload })
      const gone = results.filter(({ id }) => id > 0 && !stored.results.some((widget) => widget.id === id))
      if (gone.length === 0) return
      const titles = new Intl.ListFormat(locale).format(gone.map(({ title }) => title))
      showToast({ tone: 'warning', text: say('removed_elsewhere', { titles }) })
      await mutate(stored, { revalidate: false })
    } catch (failure) {
      showFailure(asFailure(failure, 'widgets-sort'))
      await mutate()
    }
  }
  async function remove({ id, title }: DashboardWidget) {
    if (!(await ask({ title: say('remove'), text: say('remove_text', { title }), ok: say('remove'), danger: true }))) return
    await attempt('destroy', () => callNamed('destroy', { method: 'DELETE', params: { model: 'widget', id } }))
    await mutate()
  }
  async function reset() {
    if (!(await ask({ title: say('reset'), text: say('reset_text'), ok: say('reset'), danger: true }))) return
    await attempt('widgets-reset', () => callNamed('widgets-reset', { method: 'POST', payload: {} }))
    await mutate()
  }
  /** Widgets that are changed one by one have to be stored first. */
  async function manage() {
    try {
      // The widgets stay in sight until they can be arranged.
      await loadArrangeGrid().catch(() => undefined)
      if (widgets?.some(({ id }) => id < 0)) {
        const stored = await callNamed<DashboardWidget[]>('widgets-begin', { method: 'POST', payload: {} })
        await mutate(stored, { revalidate: false })
      }
      setManaged(true)
    } catch (failure) {
      showFailure(asFailure(failure, 'widgets-begin'))
    }
  }
  function step(widget: DashboardWidget, change: Step) {
    const places = changePlace(widgets!, widget.id, change)
    const { x, y, w, h } = places.find(({ id }) => id === widget.id)!
    setTold(say('placed', { title: widget.title, column: x + 1, row: y + 1, width: w, height: h }))
    void place(places)
  }

  const cardOf = (widget: DashboardWidget) => (
    <WidgetCard
      widget={widget}
      isManaged={isManaged}
      onRemove={() => void remove(widget)}
      onStep={(change) => step(widget, change)}
      dir={dir === 'rtl' ? 'rtl' : 'ltr'}
    />
  )
  return (
    <div className="db" data-managed={isManaged || undefined}>
      <TitleActions>
        {isManaged && (
          <>
            <button type="button" className="pk-button pk-button-primary" onClick={() => setLibraryOpen(true)}>
              <Icon name="plus" size={16} />
              <span>{say('add')}</span>
            </button>
            <button type="button" className="pk-button" onClick={() => void reset()}>
              {say('reset')}
            </button>
          </>
        )}
        <button
          type="button"
          className="pk-button"
          aria-pressed={isManaged}
          onClick={() => (isManaged ? setManaged(false) : void manage())}
        >
          <Icon name={isManaged ? 'check' : 'edit'} size={16} />
          <span>{say(isManaged ? 'done' : 'manage')}</span>
        </button>
      </TitleActions>
      {isManaged && <p className="db-hint">{say('hint')}</p>}
      <p className="pk-visually-hidden" role="status">
        {told}
      </p>
      {!widgets && error && (
        <div className="db-failed" role="alert">
          <p>{error.userMessage || say('failed')}</p>
          <button type="button" className="pk-button" onClick={() => void mutate()}>
            {t('blocks.retry')}
          </button>
        </div>
      )}
      {!widgets && !error && <div className="db-wait" aria-busy="true" />}
      {widgets?.length === 0 && (
        <div className="db-nothing">
          <h2>{say('nothing')}</h2>
          <p>{say('nothing_text')}</p>
          <button
            type="button"
            className="pk-button pk-button-primary"
            onClick={() => {
              setManaged(true)
              setLibraryOpen(true)
            }}
          >
            {say('add')}
          </button>
        </div>
      )}
      {widgets && widgets.length > 0 && (
        <>
          {isManaged ? (
            <ArrangeGrid
              widgets={widgets}
              rtl={dir === 'rtl'}
              onPlace={(places: Placed[]) => void place(compactPlaces(places))}
              draw={cardOf}
            />
          ) : (
            <div className="db-grid">
              {widgets.map((widget) => (
                <div
                  key={widget.id}
                  className="db-place"
                  style={{ gridColumn: `${widget.x + 1} / span ${widget.w}`, gridRow: `${widget.y + 1} / span ${widget.h}` }}
                >
                  {cardOf(widget)}
                </div>
              ))}
            </div>
          )}
        </>
      )}
      {isLibraryOpen && (
        <LibraryDialog
          present={widgets ?? []}
          onClose={() => setLibraryOpen(false)}
          onAdd={async (slug, color) => {
            await attempt('widget-insert', () => callNamed('widget-insert', { method: 'POST', payload: { slug, color } }))
            await mutate()
          }}
        />
      )}
    </div>
  )
}

async function attempt(name: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (failure) {
    showFailure(asFailure(failure, name))
  }
}
