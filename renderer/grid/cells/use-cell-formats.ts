import { useMemo } from 'react'
import { actionTitle } from '#renderer/action/action-title.ts'
import { fillTarget } from '#renderer/routing/follow.ts'
import { translate } from '#renderer/locale/translate.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { useSiteSettings } from '#renderer/api/site-settings.ts'
import { hrefOf } from '#renderer/routing/route-table.ts'
import type { GridRow, RoutesAnswer, Target } from '#schemas/types/contract.d.ts'
import { createCellFormats, type CellFormats } from './cell-formats.ts'

const noRoutes: RoutesAnswer = []

/** Formats of the active locale, with links by the loaded route table. */
export function useCellFormats(): CellFormats {
  const { locale, timeZone } = useLocale()
  const { currency, amountDecimals } = useSiteSettings()
  const routes = useRoutes((state) => state.routes) ?? noRoutes
  const route = useRoutes((state) => state.open?.params)
  return useMemo(
    () =>
      createCellFormats({
        locale,
        timeZone,
        currency,
        amountDecimals,
        t: translate,
        actionTitle: (action, row) => actionTitle(action, { row }),
        href: (to, row) => rowHref(to, row, routes, route ?? {}),
      }),
    [locale, timeZone, currency, amountDecimals, routes, route],
  )
}

/** Path of a cell's link. A bare route name takes its parameters from the row and from the open route. */
export function rowHref(to: Target, row: GridRow, routes: RoutesAnswer, route: Record<string, unknown>): string | null {
  const target = fillTarget(to, { row, route })
  return hrefOf(target, routes) ?? (typeof target === 'string' ? hrefOf({ name: target, params: { ...route, id: row.id } }, routes) : null)
}
