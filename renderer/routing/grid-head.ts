import { createContext, use, useEffect } from 'react'
import type { GridAnswer, ScreenCrumb } from '#schemas/types/contract.d.ts'

/** Heading and trail that a grid on a screen brings. */
export interface GridHead {
  title: string
  breadcrumbs: readonly ScreenCrumb[]
}

/** Takes the head of a grid over, on a screen whose heading it may be. */
export const GridHeadContext = createContext<((head: GridHead) => void) | null>(null)

/** Hands the head of a grid to the screen around it, again whenever it changes. */
export function useGridHead(answer: GridAnswer | undefined): void {
  const take = use(GridHeadContext)
  const { page_title: title, breadcrumbs } = answer ?? {}
  useEffect(() => {
    if (take && title !== undefined && title !== '') take({ title, breadcrumbs: breadcrumbs ?? [] })
  }, [take, title, breadcrumbs])
}
