import { useEffect } from 'react'
import { create } from 'zustand'
import type { LayoutAnswer, LayoutMenuItem } from '#schemas/types/contract.d.ts'
import { subscribeRefresh } from '#renderer/action/refresh.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { linkTo } from '#renderer/screen/route-store.ts'
import { useSessionStore } from '#renderer/session/session.ts'

/** Settings that are tried out: they stand over the server's until they are taken back, and nothing is saved. */
const usePreview = create<{ preview: Partial<LayoutAnswer> | null }>()(() => ({ preview: null }))

export const previewLayout = (preview: Partial<LayoutAnswer>) => usePreview.setState({ preview })
export const resetLayoutPreview = () => usePreview.setState({ preview: null })
export const useLayoutPreview = () => usePreview(state => state.preview)

/** The frame of the signed-in user; `layout` is undefined until it is loaded. */
export function useLayout() {
  const signedIn = useSessionStore(state => state.auth.token !== null)
  const { data, error, mutate, isValidating } = useCall<LayoutAnswer>('layout', signedIn ? {} : null, { background: true, revalidateIfStale: false, keepPreviousData: true })
  const preview = usePreview(state => state.preview)
  useEffect(() => subscribeRefresh('layout', () => void mutate()), [mutate])
  const layout = data && (preview ? { ...data.results, ...preview, flags: { ...data.results.flags, ...preview.flags } } : data.results)
  return { layout, error, retry: () => void mutate(), busy: isValidating }
}

/** What the menu calls a path: the title of a page whose document is still on its way. */
export function useLabelOfPath(pathname: string): string | undefined {
  const { layout } = useLayout()
  return layout && labelOf([...layout.sidebar, ...layout.sidebarSettings ?? [], ...layout.profile.children], pathname)
}

function labelOf(items: readonly LayoutMenuItem[], pathname: string): string | undefined {
  for (const item of items) {
    const found = item.link && linkTo(item.link)?.split('?')[0] === pathname ? item.label : labelOf(item.children ?? [], pathname)
    if (found) return found
  }
  return undefined
}
