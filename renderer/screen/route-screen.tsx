import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { ScreenAnswer } from '#schemas/types/contract.d.ts'
import { fillTarget, follow } from '#renderer/routing/follow.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { ActionBar } from '#renderer/action/action-bar.tsx'
import { isCancelled } from '#renderer/api/call-failure.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useSiteSettings } from '#renderer/api/site-settings.ts'
import { useLabelOfPath } from '#renderer/routing/use-layout.ts'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { BrokenAnswer } from '#renderer/documents/broken-answer.tsx'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { DocumentNotice } from '#renderer/documents/document-notice.tsx'
import { problemsOf, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { FailedScreen, failurePage } from '#renderer/documents/failed-screen.tsx'
import { GridHeadContext, type GridHead } from '#renderer/routing/grid-head.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import { usePageHead } from '#renderer/ui/page-head.ts'
import { Blocks } from './block-parts.ts'
import { gridOfPath } from './prefetch-route.ts'
import { RecordGoneContext } from './record-gone.ts'
import { readScreen, unknownLoads } from './read-screen.ts'
import { withIds } from '#renderer/routing/route-ids.ts'
import type { Route } from '#renderer/routing/route-table.ts'
import { TitleActions, TitleRow } from '#renderer/ui/title-row.tsx'
import { shownRecord } from './shown-record.ts'
import { useLoads } from './use-loads.ts'

const GridBlock = lazyComponent(() => import('#renderer/grid/grid-block.tsx'), { waiting: <PageSkeleton /> })

const GridPrint = lazyComponent(() => import('#renderer/grid/export-import/grid-print.tsx'), { waiting: <Loading /> })

interface RouteScreenProps {
  route: Route
  params: Record<string, string>
}

/** The page of a route. The generic grid needs no screen document; every other route draws its own. */
export function RouteScreen({ route, params }: RouteScreenProps) {
  const { pathname } = useLocation()
  if (route.name === 'grid-print')
    return (
      <BlockBoundary document="grid-print" kind="grid">
        <GridPrint grid={[params.module, params.class, params.part].join('/')} />
      </BlockBoundary>
    )
  const grid = route.name === 'grid' ? gridOfPath(pathname) : null
  if (!grid) return <DocumentScreen route={route} params={params} />
  return (
    <BlockBoundary document={`grid ${grid.path}`} kind="grid">
      <GridBlock path={grid.path} params={grid.version ? { version: grid.version } : undefined} />
    </BlockBoundary>
  )
}

function PageSkeleton() {
  const { pathname } = useLocation()
  return (
    <>
      <TitleRow title={useLabelOfPath(pathname)} />
      <Loading />
    </>
  )
}

function DocumentScreen({ route, params }: RouteScreenProps) {
  const visit = useVisit()
  const call = useCall<unknown>('screen', { name: route.name, ...params }, { background: route.guest !== 'no', revalidateIfStale: false })
  const request = useShownMeanwhile(call)
  const read = useMemo(() => request.data && readScreen(request.data.results, route.name), [request.data, route.name])
  const screen = read?.screen ?? undefined
  const loaded = useLoads(screen, params, visit)
  const { mutate } = request
  // A call changes records, not the document that draws them.
  useEffect(
    () =>
      subscribeRefresh('screen', ({ answer }) => {
        if (answer === undefined) void mutate()
      }),
    [mutate],
  )
  const failure = request.data ? loaded.error : request.error
  const needsLoad = Object.keys(screen?.load ?? {}).length > 0
  const { values: site } = useSiteSettings()
  const data = useMemo(() => ({ site, ...loaded.data?.values, route: withIds(params) }), [loaded.data, params, site])
  const problems = useMemo(() => [...(read?.problems ?? []), ...unknownLoads(loaded.data?.unknown ?? {})], [read, loaded.data])
  const unreadable = request.data ? (read?.screen ? [] : problems.map(atResults)) : problemsOf(request.error)
  if (unreadable.length > 0)
    return <BrokenAnswer document={`screen ${route.name}`} problems={unreadable} busy={request.isValidating} retry={() => void mutate()} />
  if (failure && !(request.data && loaded.data) && !isCancelled(failure)) {
    const again = request.data ? loaded : request
    const broken = problemsOf(failure)
    if (broken.length > 0)
      return <BrokenAnswer document={failure.call} problems={broken} busy={again.isValidating} retry={() => void again.mutate()} />
    return <FailedScreen failure={failure} busy={again.isValidating} retry={() => void again.mutate()} />
  }
  if (!screen || (needsLoad && !loaded.data)) return <PageSkeleton />
  if (loaded.data?.redirect) return <LedElsewhere url={loaded.data.redirect.url} />
  // The record no longer existed on refreshing; typed text stays visible.
  const gone = loaded.data !== undefined && loaded.error !== undefined && failurePage(loaded.error) === 'not-found'
  return (
    <RecordGoneContext value={gone}>
      <DrawnScreen screen={screen} problems={problems} data={data} framed={hasTitle(route.layout, screen)} />
    </RecordGoneContext>
  )
}

/** In a layout without a frame a widget that is all of the page draws the heading itself. */
const hasTitle = (layout: Route['layout'], { body }: ScreenAnswer): boolean =>
  (layout !== 'auth' && layout !== 'error') || body.length !== 1 || body[0]?.widget === undefined

/** The answer, and while it comes in another language the former one: the page stays as it is and turns over at once. */
function useShownMeanwhile<Call extends { data: unknown; error: unknown }>(call: Call): Call {
  const { locale } = useLocale()
  const [last, setLast] = useState<{ data: Call['data']; locale: string }>()
  if (call.data !== undefined && (last?.data !== call.data || last?.locale !== locale)) setLast({ data: call.data, locale })
  return call.data === undefined && call.error === undefined && last && last.locale !== locale ? { ...call, data: last.data } : call
}

/** Stands while an answer leads to another page; Back does not come here again. */
function LedElsewhere({ url }: { url: string }) {
  useEffect(() => {
    follow(url, '_self', { replace: true })
  }, [url])
  return <PageSkeleton />
}

/** One visit of a path: if only the query changes (an open tab, a filter) it is the same visit, so typed text stays. */
function useVisit(): string {
  const { key, pathname } = useLocation()
  const [visit, setVisit] = useState({ key, pathname })
  if (visit.pathname === pathname) return visit.key
  setVisit({ key, pathname })
  return key
}

/** Pointers of the document as pointers of the answer, which holds it as its results. */
const atResults = (problem: DocumentProblem): DocumentProblem => ({ ...problem, pointer: `/results${problem.pointer}` })

function DrawnScreen({
  screen,
  problems,
  data,
  framed,
}: {
  screen: ScreenAnswer
  problems: readonly DocumentProblem[]
  data: Record<string, unknown>
  framed: boolean
}) {
  const document = `screen ${screen.name}`
  const { formatDigits } = useLocale()
  const ownTitle = screen.title === undefined ? undefined : interpolate(screen.title, data, formatDigits)
  // A screen with only a grid has the title of that grid, which may change; not where its own names what the screen has loaded.
  const followsGrid =
    screen.title === undefined || (screen.body.length === 1 && screen.body[0]?.grid !== undefined && !screen.title.includes('{'))
  const [gridHead, setGridHead] = useState<GridHead | null>(null)
  const title = (followsGrid ? gridHead?.title : undefined) ?? ownTitle
  const ownBreadcrumbs = useMemo(
    () =>
      screen.breadcrumbs?.map((crumb) => ({
        ...crumb,
        title: interpolate(crumb.title, data, formatDigits),
        ...(crumb.to && { to: fillTarget(crumb.to, data) }),
      })),
    [screen.breadcrumbs, data, formatDigits],
  )
  const breadcrumbs = ownBreadcrumbs ?? (followsGrid && gridHead && gridHead.breadcrumbs.length > 0 ? gridHead.breadcrumbs : undefined)
  const titled = title !== undefined || breadcrumbs !== undefined
  usePageHead(titled ? { title, breadcrumbs } : null)
  return (
    <>
      {framed && <TitleRow title={title ?? ''} />}
      {screen.actions && screen.actions.length > 0 && (
        <TitleActions>
          <BlockBoundary document={document} pointer="/actions" kind="screen">
            <ActionBar actions={screen.actions} context={{ data, modals: screen.modals }} record={shownRecord(data)} />
          </BlockBoundary>
        </TitleActions>
      )}
      <DocumentNotice document={document} problems={problems} />
      <BlockBoundary document={document} kind="screen" value={screen}>
        <GridHeadContext value={followsGrid ? setGridHead : null}>
          <Blocks body={screen.body} data={data} modals={screen.modals} document={document} />
        </GridHeadContext>
      </BlockBoundary>
    </>
  )
}
