import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'

/** Opens and closes the main menu. */
export function MenuToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const { t } = useLocale()
  const label = t(open ? 'shell.collapse_menu' : 'shell.expand_menu')
  return (
    <button
      type="button"
      className="pk-icon-button"
      aria-expanded={open}
      aria-controls="pk-sidebar"
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <Icon name="menu" size={20} />
    </button>
  )
}
