import Drawer from 'antd/es/drawer'
import Modal from 'antd/es/modal'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { focusOnceDrawn } from '#renderer/ui/focus-first.ts'
import { ComponentProvider } from '#renderer/ui/component-provider.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'
import { modalHost } from './modal-host-element.ts'
import './modal.css'

interface ModalFrameProps {
  title: string
  size?: ModalAnswer['size']
  /** Neither Escape nor a click outside closes it, and it has no close button. */
  forced?: boolean
  opener: HTMLElement | null
  /** Whether its content has loaded; until then the focus waits. */
  ready?: boolean
  onClose: () => void
  foot: ReactNode
  children: ReactNode
}

const widths = { sm: 420, md: 560, lg: 800, xl: 1100, full: '100vw', drawer: 480 } as const

const fields = ':is(input, select, textarea, [contenteditable=true]):not([disabled], [type=hidden])'

/** Focuses the safe answer where there is one, else the first field, else a button; false while the first field is on its way. */
function focusStart(body: HTMLElement): boolean {
  const dialog = body.closest<HTMLElement>('[role=dialog]') ?? body
  // Whoever has begun already keeps the place.
  if (body.contains(document.activeElement)) return true
  const safe = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const first = safe ?? body.querySelector<HTMLElement>(`${fields}, [aria-busy=true], .pk-loading`)
  if (first && first !== safe && !first.matches(fields)) return false
  ;(
    first ??
    body.querySelector<HTMLElement>('button:not([disabled])') ??
    dialog.querySelector<HTMLElement>('.pk-modal-foot button:not([disabled])')
  )?.focus()
  return true
}

/** A dialog or drawer. The focus goes to `[data-autofocus]`, otherwise to the first field, and returns to the former element on closing. */
export function ModalFrame(props: ModalFrameProps) {
  return (
    <ComponentProvider>
      <Frame {...props} />
    </ComponentProvider>
  )
}

function Frame({ title, size = 'md', forced = false, opener, ready = true, onClose, foot, children }: ModalFrameProps) {
  const { dir, t } = useLocale()
  const body = useRef<HTMLDivElement>(null)
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus()
    },
    [opener],
  )
  const [opened, setOpened] = useState(false)
  useEffect(
    () => (opened && ready && body.current ? focusOnceDrawn(body.current, focusStart.bind(null, body.current)) : undefined),
    [opened, ready],
  )
  const heading = (
    <span className="pk-modal-title" data-closable={!forced || undefined}>
      {title}
    </span>
  )
  const inside = (
    <div ref={body} className="pk-modal-body">
      {children}
    </div>
  )
  // The focus stays in the field until the click, so that nothing moves under the pointer.
  const footer = (
    <div className="pk-modal-foot" data-bar onMouseDown={(event) => event.preventDefault()}>
      {foot}
    </div>
  )
  const closable = forced ? false : { 'aria-label': t('modal.close'), closeIcon: <Icon name="close" size={18} /> }
  if (size === 'drawer') {
    return (
      <Drawer
        open
        title={heading}
        footer={footer}
        size={widths.drawer}
        placement={dir === 'rtl' ? 'left' : 'right'}
        keyboard={!forced}
        mask={{ closable: !forced }}
        closable={closable}
        onClose={onClose}
        afterOpenChange={setOpened}
        getContainer={modalHost}
        className="pk-modal"
      >
        {inside}
      </Drawer>
    )
  }
  return (
    <Modal
      open
      title={heading}
      footer={footer}
      width={widths[size]}
      style={size === 'full' ? { top: 0, maxWidth: '100vw', paddingBottom: 0 } : undefined}
      keyboard={!forced}
      mask={{ closable: !forced }}
      closable={closable}
      onCancel={onClose}
      afterOpenChange={setOpened}
      getContainer={modalHost}
      focusable={{ focusTriggerAfterClose: false }}
      className={`pk-modal pk-modal-${size}`}
      centered={size === 'sm'}
    >
      {inside}
    </Modal>
  )
}
