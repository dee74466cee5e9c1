import { useEffect } from 'react'
import { create } from 'zustand'
import { useSessionStore } from '#renderer/session/session.ts'
import { useMedia } from '#renderer/ui/use-media.ts'

/** Colours of a preview; they are not stored. */
const usePreviewedScheme = create<{ scheme: 'light' | 'dark' | null }>()(() => ({ scheme: null }))
export const previewScheme = (scheme: 'light' | 'dark' | null) => usePreviewedScheme.setState({ scheme })

/** Light or dark, as chosen or as the system has it; the document carries it as `data-scheme`. */
export function useScheme(): 'light' | 'dark' {
  const chosen = useSessionStore((state) => state.settings.scheme)
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const previewed = usePreviewedScheme((state) => state.scheme)
  const scheme = previewed ?? (chosen === 'system' ? (systemDark ? 'dark' : 'light') : chosen)
  useEffect(() => {
    document.documentElement.dataset.scheme = scheme
  }, [scheme])
  return scheme
}
