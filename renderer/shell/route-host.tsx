import { useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { RoutesAnswer } from '#schemas/types/contract.d.ts'
import { noteOpenPage } from '#renderer/api/panel-fault.ts'
import { enterRoute } from '#renderer/api/route-scope.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { useSuccession } from '#renderer/account/change-user.ts'
import { setAuth, setSettings, useSessionStore } from '#renderer/session/session.ts'
import { rememberRoute } from '#renderer/session/sign-in.ts'
import { signOut } from '#renderer/account/sign-out.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { closeAllModals } from '#renderer/dialog/modal-store.ts'
import { AuthLayout } from './auth-layout.tsx'
import { DefaultLayout } from './default-layout.tsx'
import { EnrolNotice } from './enrol-notice.tsx'
import { ErrorLayout } from './error-layout.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { BrokenAnswer } from '#renderer/documents/broken-answer.tsx'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { problemsOf, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { forgetsWanted, guardRoute } from '#renderer/routing/guard.ts'
import { setNavigator } from '#renderer/ui/navigator.ts'
import { NotFoundPage, ServerErrorPage } from '#renderer/documents/error-pages.tsx'
import { Loading } from '#renderer/ui/loading.tsx'
import { readRoutes } from '#renderer/routing/read-routes.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { RouteScreen } from '#renderer/screen/route-screen.tsx'
import { matchRoute, type RouteMatch } from '#renderer/routing/route-table.ts'
import { useScrollMemory } from '#renderer/routing/scroll-memory.ts'

const PrintLayout = lazyComponent(() => import('./print-layout.tsx').then((module) => ({ default: module.PrintLayout })), {
  waiting: <Loading />,
})

const layouts = { default: DefaultLayout, auth: AuthLayout, error: ErrorLayout, print: PrintLayout } as const

/** From the address to its route, through the guards, into its layout. */
export function RouteHost() {
  const { data, error, mutate, isValidating } = useCall<RoutesAnswer>(
    'routes',
    {},
    { background: true, revalidateIfStale: false, keepPreviousData: true },
  )
  const { pathname, search } = useLocation()
  useNavigator()
  useScrollMemory()
  useLayoutEffect(() => {
    enterRoute(pathname)
    closeAllModals()
  }, [pathname])
  const read = data && readRoutes(data.results)
  useLayoutEffect(() => {
    if (read) useRoutes.setState(read)
  }, [read])

  const [steps, query] = [pathname.replace(/\/+$/, ''), search]
  if (steps === '/auth/logout') return <Navigate to="/auth/login?logout=1" replace />
  const unreadable = problemsOf(error)
  if (!read && unreadable.length > 0) return <BrokenRoutes problems={unreadable} busy={isValidating} retry={() => void mutate()} />
  if (!read)
    return error ? (
      <ErrorLayout>
        <ServerErrorPage failure={error} busy={isValidating} retry={() => void mutate()} />
      </ErrorLayout>
    ) : (
      <FrameSkeleton />
    )
  const match = matchRoute(read.routes, pathname)
  // If the route table is invalid, it is not known whether the page exists.
  if (!match && read.problems.length > 0) return <BrokenRoutes problems={read.problems} busy={isValidating} retry={() => void mutate()} />
  if (!match)
    return (
      <ErrorLayout>
        <NotFoundPage />
      </ErrorLayout>
    )
  return <GuardedRoute match={match} search={query} path={pathname + search} />
}

const BrokenRoutes = (props: { problems: readonly DocumentProblem[]; busy: boolean; retry: () => void }) => (
  <ErrorLayout>
    <BrokenAnswer document="routes" {...props} />
  </ErrorLayout>
)

function GuardedRoute({ match, search, path }: { match: RouteMatch; search: string; path: string }) {
  const signedIn = useSessionStore((state) => state.auth.token !== null)
  const forceChangePassword = useSessionStore((state) => state.auth.forceChangePassword)
  const secondFactorRequired = useSessionStore((state) => state.auth.secondFactorRequired)
  const wantedRoute = useSessionStore((state) => state.auth.wantedRoute)
  const changing = useSuccession((state) => state.changing)
  const arrivedSignedIn = useArrivedSignedIn(signedIn)
  const verdict = guardRoute(match, { signedIn, arrivedSignedIn, forceChangePassword, secondFactorRequired, wantedRoute, search })
  const { route, params } = match
  const leaving = verdict.kind === 'sign-out'
  const wanted = verdict.kind === 'go' && verdict.remember ? path : null
  useLayoutEffect(() => {
    useRoutes.setState({ open: { route, params } })
    noteOpenPage({ screen: route.name, ...(params.module !== undefined && { module: params.module }) })
  }, [route, params])
  useEffect(() => {
    if (leaving) void signOut()
  }, [leaving])
  const arrived = signedIn && verdict.kind === 'show' && forgetsWanted(path, wantedRoute)
  useEffect(() => {
    if (wanted !== null) rememberRoute(wanted)
  }, [wanted])
  useEffect(() => {
    if (arrived) setAuth({ wantedRoute: null })
  }, [arrived])
  useHomeLocale(match)
  if (verdict.kind === 'go') return <Navigate to={verdict.to} replace />
  if (changing || verdict.kind === 'sign-out') return <FrameSkeleton />
  if (verdict.kind === 'enrol')
    return (
      <DefaultLayout>
        <EnrolNotice />
      </DefaultLayout>
    )
  const Layout = layouts[route.layout] ?? DefaultLayout
  const page = route.name + JSON.stringify(params)
  return (
    <Layout>
      <BlockBoundary key={page} document={`screen ${route.name}`} kind="screen">
        <RouteScreen route={route} params={params} />
      </BlockBoundary>
    </Layout>
  )
}

/** Whether the present visit began signed in, and has been since. */
function useArrivedSignedIn(signedIn: boolean): boolean {
  const { key } = useLocation()
  const [arrival, setArrival] = useState({ key, signedIn })
  const now = arrival.key === key ? { key, signedIn: arrival.signedIn && signedIn } : { key, signedIn }
  if (now.key !== arrival.key || now.signedIn !== arrival.signedIn) setArrival(now)
  return now.signedIn
}

/** The home route may name the locale in which the panel goes on. */
function useHomeLocale({ route, params }: RouteMatch): void {
  const locale = route.name === 'home' ? params.locale : undefined
  useEffect(() => {
    if (!locale) return
    setSettings({ locale })
    if (useSessionStore.getState().auth.token) setAuth({ locale })
    void showLocale(locale)
  }, [locale])
}

function useNavigator(): void {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, options) => void navigate(path, options)), [navigate])
}
