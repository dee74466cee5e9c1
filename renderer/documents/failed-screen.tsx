import { Navigate } from 'react-router'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { DeniedPage, NotFoundPage, RefusedPage, ServerErrorPage } from './error-pages.tsx'

type FailurePage = 'not-found' | 'forbidden' | 'denied' | 'refused' | 'unreachable' | 'server'

/** The error page for a screen that could not be read. An address without a record is "not found", whatever error the server returns. */
export function failurePage({ status, metadata }: Pick<CallFailure, 'status' | 'metadata'>): FailurePage {
  if (status === 0) return 'unreachable'
  if (status === 404 || status === 422) return 'not-found'
  if (status === 403) return metadata.refuse === 'forbidden' ? 'forbidden' : 'denied'
  return status >= 400 && status < 500 ? 'refused' : 'server'
}

/** In place of a screen that could not be read. */
export function FailedScreen({ failure, retry, busy }: { failure: CallFailure; retry: () => void; busy: boolean }) {
  const page = failurePage(failure)
  switch (page) {
    case 'not-found':
      return <NotFoundPage record={failure.status === 404} />
    case 'forbidden':
      return <Navigate to="/forbidden" replace />
    case 'denied':
      return <DeniedPage message={failure.userMessage} />
    case 'refused':
      return <RefusedPage message={failure.userMessage} retry={retry} busy={busy} />
    case 'unreachable':
    case 'server':
      return <ServerErrorPage failure={failure} busy={busy} retry={retry} />
  }
}
