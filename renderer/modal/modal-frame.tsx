import Drawer from 'antd/es/drawer'
import Modal from 'antd/es/modal'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'

interface ModalFrameProps {
  title: string
  size?: ModalAnswer['size']
  /** Neither Escape nor a click outside closes it, and it has no close button. */
  forced?: boolean
  opener: HTMLElement | null
  onClose: () => void
  foot: ReactNode
  children: ReactNode
}

const widths = { sm: 420, md: 560, lg: 800, xl: 1100, full: '100vw', drawer: 480 } as const

/** A dialog or drawer; the focus goes to `[data-autofocus]`, else the first field, and returns to where it came from. */
export function ModalFrame({ title, size = 'md', forced = false, opener, onClose, foot, children }: ModalFrameProps) {
  const { dir, t } = useLocale()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => () => { if (opener?.isConnected) opener.focus() }, [opener])
  const focusFirst = (open: boolean) => {
    if (!open) return
    const dialog = body.current?.closest<HTMLElement>('[role=dialog]') ?? body.current
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector<HTMLElement>('.pk-modal-body :is(input, select, textarea, button):not([disabled], [type=hidden])') ?? dialog?.querySelector<HTMLElement>('.pk-modal-foot button')
    first?.focus()
  }
  const inside = <div ref={body} className="pk-modal-body">{children}</div>
  // The focus stays in the field until the click, so that nothing moves under the pointer.
  const footer = <div className="pk-modal-foot" onMouseDown={event => event.preventDefault()}>{foot}</div>
  const closable = forced ? false : { 'aria-label': t('modal.close') }
  if (size === 'drawer') {
    return <Drawer open title={title} footer={footer} size={widths.drawer} placement={dir === 'rtl' ? 'left' : 'right'} keyboard={!forced} mask={{ closable: !forced }} closable={closable} onClose={onClose} afterOpenChange={focusFirst} className="pk-modal">{inside}</Drawer>
  }
  return <Modal open title={title} footer={footer} width={widths[size]} style={size === 'full' ? { top: 0, maxWidth: '100vw', paddingBottom: 0 } : undefined} keyboard={!forced} mask={{ closable: !forced }} closable={closable} onCancel={onClose} afterOpenChange={focusFirst} focusable={{ focusTriggerAfterClose: false }} className={`pk-modal pk-modal-${size}`} centered={size === 'sm'}>{inside}</Modal>
}
