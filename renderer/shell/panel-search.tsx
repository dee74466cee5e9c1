import { useEffect, useState } from 'react'
import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { lazyComponent, preloadWhenIdle } from '#renderer/documents/lazy-component.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { isShortcut } from '#renderer/ui/shortcuts.ts'

const SearchPalette = lazyComponent(() => import('./search-palette.tsx'))

/** The search of the navbar, also by Ctrl or ⌘ and K; its list is fetched once nothing else is to be done. */
export function PanelSearch({ layout }: { layout: LayoutAnswer }) {
  const { t } = useLocale()
  const [open, setOpen] = useState(false)
  useEffect(() => preloadWhenIdle([SearchPalette]), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'palette') || document.querySelector('[role=dialog], dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="pk-icon-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t('shell.search')}
        title={`${t('shell.search')} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </button>
      {open && <SearchPalette layout={layout} onClose={() => setOpen(false)} />}
    </>
  )
}
