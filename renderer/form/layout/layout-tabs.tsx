import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FormDocumentLayoutGroup } from '#schemas/types/contract.d.ts'
import { ErrorCount } from '#renderer/form/validation/error-count.tsx'
import { GroupHeading, headingOfOne } from './group-heading.ts'
import { isAmong, pathsOf, usePaths, useReveal, useShownGroups } from './use-layout-group.ts'

interface LayoutTabsProps {
  tabs: FormDocumentLayoutGroup[]
  draw: (index: number) => ReactNode
}

/** Groups of fields of which one is seen; a tab is drawn when it is first opened, and stays. */
export function LayoutTabs({ tabs, draw }: LayoutTabsProps) {
  const id = useId()
  const shown = useShownGroups(tabs)
  const [wanted, setOpen] = useState(0)
  const open = shown.includes(wanted) ? wanted : shown[0]
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (open !== undefined && !opened.has(open)) setOpened(new Set(opened).add(open))
  useReveal((path) => {
    const index = shown.find((one) => isAmong(pathsOf(tabs[one]!.fields), path))
    if (index !== undefined && index !== open) flushSync(() => setOpen(index))
  })

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const at = shown.indexOf(open!)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : 0
    const next =
      event.key === 'Home' ? shown[0] : event.key === 'End' ? shown.at(-1) : step === 0 ? undefined : shown.at((at + step) % shown.length)
    if (next === undefined) return
    event.preventDefault()
    flushSync(() => setOpen(next))
    document.getElementById(`${id}-tab-${next}`)?.focus()
  }
  if (open === undefined) return null
  return (
    <div className="pf-tabs">
      <div role="tablist" className="pf-tab-list" onKeyDown={onKeyDown}>
        {shown.map((index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === open}
            aria-controls={`${id}-body-${index}`}
            tabIndex={index === open ? 0 : -1}
            onClick={() => setOpen(index)}
          >
            <bdi>{tabs[index]!.title}</bdi> <GroupErrors group={tabs[index]!} />
          </button>
        ))}
      </div>
      {shown.map((index) => (
        <div key={index} role="tabpanel" id={`${id}-body-${index}`} aria-labelledby={`${id}-tab-${index}`} hidden={index !== open}>
          {opened.has(index) && <GroupHeading value={headingOfOne(tabs[index]!.title, tabs[index]!.fields)}>{draw(index)}</GroupHeading>}
        </div>
      ))}
    </div>
  )
}

export function GroupErrors({ group }: { group: FormDocumentLayoutGroup }) {
  return <ErrorCount paths={usePaths(group.fields)} />
}
