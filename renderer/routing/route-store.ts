import { create } from 'zustand'
import type { RoutesAnswer, Target } from '#schemas/types/contract.d.ts'
import type { DocumentProblem } from '#renderer/documents/document-problems.ts'
import { hrefOf, type Route } from './route-table.ts'

/** The route table and the open route's parameters, for code outside the route host. */
export const useRoutes = create<{
  routes: RoutesAnswer | null
  problems: readonly DocumentProblem[]
  open: { route: Route; params: Record<string, string> } | null
}>()(() => ({ routes: null, problems: [], open: null }))

export const routeTable = () => useRoutes.getState().routes ?? []

/** Path of a link by the loaded route table; null when its route is unknown. */
export const linkTo = (target: Target) => hrefOf(target, routeTable())
