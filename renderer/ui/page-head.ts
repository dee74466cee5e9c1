import { useEffect } from 'react'
import { create } from 'zustand'
import type { ScreenCrumb } from '#schemas/types/contract.d.ts'

/** What stands above the content: the trail in the topbar and the title row. */
export interface PageHead {
  title?: string
  breadcrumbs?: readonly ScreenCrumb[]
  /** Whether it stands in place of a page that could not be shown. */
  failed?: boolean
}

export const usePageHeadStore = create<{ head: PageHead; slot: HTMLElement | null }>()(() => ({ head: {}, slot: null }))

/** Tells the frame the title and the trail of the page; they go when the caller goes. */
export function usePageHead(head: PageHead | null): void {
  const { title, breadcrumbs, failed } = head ?? {}
  const given = head !== null
  useEffect(() => {
    if (!given) return undefined
    const mine: PageHead = { title, breadcrumbs, failed }
    usePageHeadStore.setState({ head: mine })
    return () => {
      if (usePageHeadStore.getState().head === mine) usePageHeadStore.setState({ head: {} })
    }
  }, [given, title, breadcrumbs, failed])
}
