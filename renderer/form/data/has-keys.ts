const elsewhere = 'form, [role=dialog], dialog'

/**
 * Whether keyboard shortcuts of the window are meant for this form: nothing else that handles keys has the focus, and no
 * dialog is open.
 */
export function hasKeys(formId: string): boolean {
  const own = document.getElementById(formId)
  if (!own) return false
  const focused = document.activeElement?.closest(elsewhere)
  if (focused) return focused === own || focused.contains(own)
  return [...document.querySelectorAll('[role=dialog], dialog[open]')].every((dialog) => dialog.contains(own))
}

/** Whether another form than this one takes the keys: that of the focus, or one in a dialog. */
export function otherFormHasKeys(formId: string): boolean {
  const focused = document.activeElement?.closest('form')
  return (
    (focused !== null && focused !== undefined && focused.id !== formId) ||
    document.querySelector('[role=dialog] form, dialog[open] form') !== null
  )
}
