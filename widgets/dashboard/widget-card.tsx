import { Suspense, useId, useRef, type KeyboardEvent } from 'react'
import { asFailure, callNamed, Icon, openModal, showFailure } from '#renderer'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'
import type { Place } from '#schemas/rules/dashboard/places.ts'
import type { DashboardWidget } from './dashboard-types.ts'
import { WidgetBody } from './widget-body.tsx'
import { useTexts } from './use-texts.ts'

export type Step = Partial<Place>

interface WidgetCardProps {
  widget: DashboardWidget
  isManaged: boolean
  dir: 'ltr' | 'rtl'
  onRemove: () => void
  onStep: (change: Step) => void
}

async function openSettings({ id, version }: DashboardWidget): Promise<void> {
  try {
    const { results } = await callNamed<ModalAnswer>('modal', { params: { name: 'panel/widget-settings' } })
    openModal(results, { row: { id, version } })
  } catch (failure) {
    showFailure(asFailure(failure, 'modal'))
  }
}

/** One widget: its title in its colour, what it shows, and while it is managed the handles for that. */
export function WidgetCard({ widget, isManaged, dir, onRemove, onStep }: WidgetCardProps) {
  const say = useTexts()
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const isOwnColor = widget.color.startsWith('#')
  function onKeyDown(event: KeyboardEvent) {
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const steps: Record<string, [Step, Step]> = {
      [forward]: [{ x: 1 }, { w: 1 }],
      [back]: [{ x: -1 }, { w: -1 }],
      ArrowDown: [{ y: 1 }, { h: 1 }],
      ArrowUp: [{ y: -1 }, { h: -1 }],
    }
    const change = steps[event.key]?.[event.shiftKey ? 1 : 0]
    if (!change) return
    event.preventDefault()
    onStep(change)
  }
  return (
    <section
      ref={frame}
      className="db-card"
      data-color={isOwnColor ? 'custom' : widget.color}
      data-kind={widget.kind}
      data-slug={widget.slug}
      data-chart={widget.chart}
      style={isOwnColor ? ({ '--db-color': widget.color } as React.CSSProperties) : undefined}
      aria-labelledby={id}
    >
      <header className="db-head">
        <Icon name={widget.icon} size={16} />
        <h2 id={id} dir="auto" title={widget.title}>
          {widget.title}
        </h2>
        {isManaged && (
          <span className="db-tools">
            <button
              type="button"
              className="pk-icon-button db-handle"
              aria-label={say('move', { title: widget.title })}
              title={say('move_keys')}
              onKeyDown={onKeyDown}
            >
              <Icon name="swap" size={16} />
            </button>
            {widget.kind !== 'missing' && (
              <button
                type="button"
                className="pk-icon-button"
                aria-label={say('settings_of', { title: widget.title })}
                title={say('settings')}
                onClick={() => void openSettings(widget)}
              >
                <Icon name="settings" size={16} />
              </button>
            )}
            <button
              type="button"
              className="pk-icon-button"
              aria-label={say('remove_of', { title: widget.title })}
              title={say('remove')}
              onClick={onRemove}
            >
              <Icon name="delete" size={16} />
            </button>
          </span>
        )}
      </header>
      <div className="db-body" inert={isManaged}>
        {widget.kind === 'missing' ? (
          <p className="db-dim">{widget.reason}</p>
        ) : (
          // What a part of one widget waits for must not take the others out of sight.
          <Suspense fallback={<div className="db-bones" aria-busy="true" />}>
            <WidgetBody widget={widget} frame={frame} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
