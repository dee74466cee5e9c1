import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { follow } from '#renderer/routing/follow.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { isShortcut } from '#renderer/ui/shortcuts.ts'
import { useToastLift } from '#renderer/ui/toast-lift.ts'
import { dismissToast, toastDurationMs, undoDurationMs, undoLatest, undoToast, useToasts, type Toast } from '#renderer/ui/toast-store.ts'

const icons = { success: 'success', danger: 'error', warning: 'warning', info: 'info' } as const

/** The toasts, bottom-left and right-to-left in every locale; screen readers hear them as they come. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const { t } = useLocale()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Reopened with each toast, so that it is above dialogs and menus that were opened since.
    if (!host.current || toasts.length === 0) return
    if (host.current.matches(':popover-open')) host.current.hidePopover()
    host.current.showPopover()
  }, [toasts])
  useToastLift(host, toasts.length)
  const canUndo = toasts.some((toast) => toast.undo)
  // In text fields, and in elements with their own keys, the undo keys belong to these.
  const onUndoKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, 'undo')) return
    if (
      event.target instanceof Element &&
      event.target.closest(
        'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], dialog[open]',
      )
    )
      return
    if (undoLatest()) event.preventDefault()
  })
  useEffect(() => {
    if (!canUndo) return undefined
    const listen = (event: KeyboardEvent) => onUndoKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [canUndo])
  return (
    <div ref={host} popover="manual" className="pk-toasts" dir="rtl" role="region" aria-label={t('shell.notifications')}>
      <div role="status" aria-live="polite">
        {toasts
          .filter((toast) => toast.tone !== 'danger')
          .map((toast) => (
            <ToastItem key={toast.id} toast={toast} close={t('toast.close')} />
          ))}
      </div>
      <div role="alert">
        {toasts
          .filter((toast) => toast.tone === 'danger')
          .map((toast) => (
            <ToastItem key={toast.id} toast={toast} close={t('toast.close')} />
          ))}
      </div>
    </div>
  )
}

function ToastItem({ toast, close }: { toast: Toast; close: string }) {
  const { t } = useLocale()
  const [held, setHeld] = useState(false)
  const { undo, lasting } = toast
  useEffect(() => {
    // A toast with an undo stays while the user interacts with it.
    if (lasting || (held && undo)) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), undo ? undoDurationMs : toastDurationMs)
    return () => clearTimeout(timer)
  }, [toast.id, held, undo, lasting])
  return (
    <div
      className={`pk-toast pk-toast-${toast.tone}`}
      data-tone={toast.tone}
      onClick={() => dismissToast(toast.id)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[toast.tone]} size={20} />
      <div className="pk-toast-text">
        <p>{toast.text}</p>
        {toast.list && (
          <ul>
            {toast.list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {toast.links && (
          <ul className="pk-toast-links">
            {toast.links.map(({ title, to }, at) => (
              <li key={at}>
                <button type="button" className="pk-toast-link" dir="auto" onClick={() => follow(to)}>
                  {clip(title, 80)}
                </button>
              </li>
            ))}
          </ul>
        )}
        {undo && (
          <button
            type="button"
            className="pk-toast-undo"
            onClick={(event) => {
              event.stopPropagation()
              undoToast(toast)
            }}
          >
            {t('toast.undo')}
          </button>
        )}
      </div>
      <button type="button" className="pk-icon-button" aria-label={close}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
