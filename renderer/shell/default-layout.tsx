import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { isCancelled } from '#renderer/api/call-failure.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { ModalHost } from '#renderer/modal/modal-host.tsx'
import { BlockBoundary } from '#renderer/documents/block-boundary.tsx'
import { BrokenAnswer } from '#renderer/documents/broken-answer.tsx'
import { DocumentNotice } from '#renderer/documents/document-notice.tsx'
import { problemsOf } from '#renderer/documents/document-problems.ts'
import { ServerErrorPage } from '#renderer/documents/error-pages.tsx'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { setSettings, useSessionStore } from '#renderer/session/session.ts'
import { TaskCorner } from '#renderer/tasks/task-corner.tsx'
import { taskKinds } from './task-kinds.tsx'
import { ErrorLayout } from './error-layout.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { ImpersonationStrip, useImpersonating } from './impersonation.tsx'
import { MenuToggle } from './menu-toggle.tsx'
import { Navbar } from './navbar.tsx'
import { Sidebar } from './sidebar.tsx'
import { useRecentPages } from './recent-pages.ts'
import { Topbar } from './topbar.tsx'
import { useIdleSignOut } from './use-idle-sign-out.ts'
import { useProblemReports } from '#renderer/report/use-problem-reports.ts'
import { useKeyList } from './use-key-list.ts'
import { useLayout } from '#renderer/routing/use-layout.ts'
import { narrowWindow, useMedia } from '#renderer/ui/use-media.ts'

const none: NonNullable<LayoutAnswer['pinned']> = []

/** The frame of the signed-in panel; it waits for the layout and stays while the content changes. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const { t } = useLocale()
  const { layout, problems, error, retry, busy } = useLayout()
  const routeProblems = useRoutes((state) => state.problems)
  const unreadable = problemsOf(error)
  const narrow = useMedia(narrowWindow)
  const impersonating = useImpersonating()
  const forced = useSessionStore((state) => state.auth.forceChangePassword)
  const { key } = useLocation()
  const collapsedByChoice = useSessionStore((state) => state.settings.sidebarCollapsed) ?? false
  useKeyList()
  useIdleSignOut()
  useRecentPages()
  useProblemReports(layout?.report)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const overlayOpen = narrow && openedAt === key
  const collapsed = narrow ? !overlayOpen : collapsedByChoice
  useEffect(() => {
    if (!overlayOpen) return undefined
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenedAt(null)
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [overlayOpen])

  if (!layout && unreadable.length > 0)
    return (
      <ErrorLayout>
        <BrokenAnswer document="layout" problems={unreadable} retry={retry} busy={busy} />
      </ErrorLayout>
    )
  if (!layout)
    return error && error.status !== 401 && !isCancelled(error) ? (
      <ErrorLayout>
        <ServerErrorPage failure={error} retry={retry} busy={busy} />
      </ErrorLayout>
    ) : (
      <FrameSkeleton />
    )
  const flags = layout.flags ?? {}
  const toggle = () => (narrow ? setOpenedAt(overlayOpen ? null : key) : setSettings({ sidebarCollapsed: !collapsedByChoice }))
  return (
    <div
      className="pk-frame"
      data-collapsed={collapsed}
      data-narrow={narrow}
      data-navbar={flags.navbar !== false}
      data-worn={impersonating}
    >
      <a
        className="pk-skip"
        href="#pk-content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('pk-content')?.focus()
        }}
      >
        {t('shell.skip_to_content')}
      </a>
      {flags.navbar !== false && (
        <BlockBoundary document="layout" pointer="/navbar" kind="layout">
          <Navbar layout={layout} menuOpen={!collapsed} onToggleMenu={toggle} />
        </BlockBoundary>
      )}
      {impersonating && <ImpersonationStrip />}
      <div className="pk-body">
        {flags.sidebar !== false && (!narrow || overlayOpen) && (
          <BlockBoundary document="layout" pointer="/sidebar" kind="layout">
            <Sidebar layout={layout} collapsed={collapsed} onFollow={() => setOpenedAt(null)} />
          </BlockBoundary>
        )}
        {overlayOpen && <div className="pk-backdrop" onClick={() => setOpenedAt(null)} />}
        <div className="pk-column">
          <Topbar pinned={layout.pinned ?? none} help={flags.help === true}>
            {flags.navbar === false && flags.sidebar !== false && <MenuToggle open={!collapsed} onToggle={toggle} />}
          </Topbar>
          <DocumentNotice document="layout" problems={problems} />
          <DocumentNotice document="routes" problems={routeProblems} />
          {forced && (
            <p className="pk-why" role="status">
              {t('session.must_change_password')}
            </p>
          )}
          <main id="pk-content" className="pk-content" tabIndex={-1}>
            {children}
          </main>
          {flags.footer !== false && layout.footer && <footer className="pk-footer">{layout.footer}</footer>}
        </div>
      </div>
      <TaskCorner kinds={taskKinds} />
      <ModalHost />
    </div>
  )
}
