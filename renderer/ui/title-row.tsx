import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePageHeadStore } from './page-head.ts'

/**
 * The one row above the content: the page's heading, and a place at its end for `TitleActions`. An undefined title is
 * on its way; an empty one draws no heading.
 */
export function TitleRow({ title }: { title?: string }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => {
    usePageHeadStore.setState({ slot })
  }, [slot])
  return (
    <div className="pk-title-row">
      {title !== '' && (
        <h1 className={title ? undefined : 'pk-skeleton'} aria-busy={title ? undefined : true} tabIndex={-1}>
          <bdi>{title ?? '\u00a0'}</bdi>
        </h1>
      )}
      <div ref={setSlot} className="pk-title-actions" />
    </div>
  )
}

/** Puts actions of the page beside its heading, e.g. a grid's toolbar. */
export function TitleActions({ children }: { children: ReactNode }) {
  const slot = usePageHeadStore((state) => state.slot)
  return slot ? createPortal(children, slot) : null
}
