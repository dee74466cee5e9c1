import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#renderer/ui/icon.tsx'
import { translate } from '#renderer/locale/translate.ts'
import '#renderer/grid/filter/filter.css'

interface GridDialogProps {
  title: string
  /** Has the focus again when the dialog is left. */
  opener: HTMLElement
  /** As wide as one field needs. */
  narrow?: boolean
  /** An error of the dialog as a whole. */
  problem?: string | null
  /** Its buttons. */
  foot: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog of a grid, full screen on phones. Escape, its button or a click outside closes it. */
export function GridDialog({ title, opener, narrow, problem = null, foot, onSubmit, onClose, children }: GridDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (element?.open) element.close()
      if (opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener])
  return (
    <dialog
      ref={dialog}
      className="grid-dialog"
      data-narrow={narrow || undefined}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSubmit()
        }}
      >
        <header className="grid-dialog-head">
          <h2>
            <bdi>{title}</bdi>
          </h2>
          <button
            type="button"
            className="grid-builder-remove"
            aria-label={translate('modal.close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" size={18} />
          </button>
        </header>
        <div className="grid-dialog-body">{children}</div>
        <footer className="grid-dialog-foot">
          <p className="grid-problem" role="alert">
            {problem}
          </p>
          {foot}
        </footer>
      </form>
    </dialog>
  )
}
