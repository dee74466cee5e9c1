import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { directionOf } from '#schemas/rules/locales.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'

const parts = ['details', 'timeline'] as const
export type QuickPart = (typeof parts)[number]

interface QuickTabsProps extends Record<QuickPart, () => ReactNode> {
  part: QuickPart
  formats: CellFormats
  onChoose: (part: QuickPart) => void
}

/** What a record is, and what happened to it, behind two tabs; the one that is chosen stays for the next record. */
export function QuickTabs({ part, formats, onChoose, ...drawn }: QuickTabsProps) {
  const id = useId()
  function onKeyDown(event: KeyboardEvent): void {
    const forward = directionOf(formats.locale) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const next =
      event.key === forward || event.key === 'End' ? 'timeline' : event.key === back || event.key === 'Home' ? 'details' : undefined
    if (!next) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(`${id}-${next}-tab`)?.focus()
  }
  return (
    <>
      <div role="tablist" className="quick-tabs" onKeyDown={onKeyDown}>
        {parts.map((one) => (
          <button
            key={one}
            id={`${id}-${one}-tab`}
            type="button"
            role="tab"
            aria-selected={one === part}
            aria-controls={`${id}-panel`}
            tabIndex={one === part ? 0 : -1}
            onClick={() => onChoose(one)}
          >
            {formats.t(`grid.quick.${one}`)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${part}-tab`}>
        {drawn[part]()}
      </div>
    </>
  )
}
