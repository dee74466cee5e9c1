import { create } from 'zustand'
import type { LayoutAnswer, LayoutMenuItem } from '#schemas/types/contract.d.ts'
import { useCall } from '#renderer/api/use-call.ts'
import type { DocumentProblem } from '#renderer/documents/document-problems.ts'
import { linkTo } from './route-store.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import { readLayout } from './read-layout.ts'

/** Settings of a preview: they replace the server's until they are removed, and are not saved. */
const usePreview = create<{ preview: Partial<LayoutAnswer> | null }>()(() => ({ preview: null }))

export const previewLayout = (preview: Partial<LayoutAnswer>) => usePreview.setState({ preview })
export const resetLayoutPreview = () => usePreview.setState({ preview: null })
export const useLayoutPreview = () => usePreview((state) => state.preview)

const noProblems: DocumentProblem[] = []

/** The frame of the signed-in user, as far as it can be drawn; `layout` is undefined until it is loaded. */
export function useLayout() {
  const signedIn = useSessionStore((state) => state.auth.token !== null)
  const { data, error, mutate, isValidating } = useCall<LayoutAnswer>('layout', signedIn ? {} : null, {
    background: true,
    revalidateIfStale: false,
    keepPreviousData: true,
  })
  const preview = usePreview((state) => state.preview)
  const read = data && readLayout(data.results)
  const layout = read && (preview ? { ...read.layout, ...preview, flags: { ...read.layout.flags, ...preview.flags } } : read.layout)
  return { layout, problems: read?.problems ?? noProblems, error, retry: () => void mutate(), busy: isValidating }
}

/** The menu's title for a path, used while the page's document is loading. */
export function useLabelOfPath(pathname: string): string | undefined {
  const { layout } = useLayout()
  return layout && labelOf([...layout.sidebar, ...(layout.sidebarSettings ?? []), ...layout.profile.children], pathname)
}

function labelOf(items: readonly LayoutMenuItem[], pathname: string): string | undefined {
  for (const item of items) {
    const found = item.link && linkTo(item.link)?.split('?')[0] === pathname ? item.label : labelOf(item.children ?? [], pathname)
    if (found) return found
  }
  return undefined
}
