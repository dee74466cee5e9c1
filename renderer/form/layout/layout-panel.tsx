import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { holdsIn } from '#schemas/rules/conditions/form-conditions.ts'
import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { ErrorCount } from '#renderer/form/validation/error-count.tsx'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { GroupHeading, headingOfOne } from './group-heading.ts'
import { isAmong, useErrorCount, usePaths, useReveal } from './use-layout-group.ts'

/** A group of fields under a heading that collapses it. Collapsed fields keep their values; an error in one of them opens the group. */
export function LayoutPanel({ item, children }: { item: Extract<FormDocumentLayoutItem, { panel: unknown }>; children: ReactNode }) {
  const { form } = useFormScope()
  const visible = useFormState((state) => item.visible === undefined || holdsIn(form, item.visible, state.data, []))
  const paths = usePaths(item.fields)
  const errors = useErrorCount(paths)
  const [isOpen, setOpen] = useState(!item.collapsed)
  const [seen, setSeen] = useState(errors)
  useReveal((path) => {
    if (!isOpen && isAmong(paths, path)) flushSync(() => setOpen(true))
  })
  if (errors !== seen) {
    setSeen(errors)
    if (errors > seen) setOpen(true)
  }
  if (!visible) return null
  return (
    <details
      className="pf-panel"
      open={isOpen}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        {item.panel} <ErrorCount paths={paths} />
      </summary>
      <GroupHeading value={headingOfOne(item.panel, item.fields)}>{children}</GroupHeading>
    </details>
  )
}
