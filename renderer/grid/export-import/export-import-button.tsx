import { useState } from 'react'
import { PopoverMenu } from '#renderer/grid/popover/popover-menu.tsx'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import type { Taken } from './export-import.ts'

const ExportDialog = lazyComponent(() => import('./export-dialog.tsx'))
const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'))

interface TakingButtonProps {
  taken: Taken
  /** Records were added or changed by a file. */
  onImported: () => void
}

/** Takes a list along, as a file or on paper, and brings records in by a file. */
export function TakingButton({ taken, onImported }: TakingButtonProps) {
  const {
    grid,
    formats: { t },
  } = taken
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<{ what: 'export' | 'print' | 'import'; opener: HTMLElement } | null>(null)
  const close = () => setOpen(null)
  const entry = (what: 'export' | 'print' | 'import') => ({
    key: what,
    title: t(`grid.${what}`),
    onPick: () => {
      if (menu) setOpen({ what, opener: menu })
    },
  })
  return (
    <>
      <button
        type="button"
        className="grid-button grid-export-import"
        data-plain
        aria-haspopup="menu"
        aria-label={t('grid.taking')}
        title={t('grid.taking')}
        onClick={(event) => setMenu(menu ? null : event.currentTarget)}
      >
        <Icon name="more" size={16} />
      </button>
      {menu ? (
        <PopoverMenu
          label={t('grid.taking')}
          opener={menu}
          onClose={() => setMenu(null)}
          entries={[...(grid.can_export ? [entry('export')] : []), entry('print'), ...(grid.can_import ? [entry('import')] : [])]}
        />
      ) : null}
      {open && open.what !== 'import' ? (
        <ExportDialog taken={taken} isPrint={open.what === 'print'} opener={open.opener} onClose={close} />
      ) : null}
      {open?.what === 'import' ? (
        <ImportDialog
          grid={grid.name}
          params={taken.params}
          title={taken.title}
          formats={taken.formats}
          opener={open.opener}
          onClose={close}
          onImported={onImported}
        />
      ) : null}
    </>
  )
}
