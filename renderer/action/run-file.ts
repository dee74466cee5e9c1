import { isRecord } from '#schemas/rules/is-record.ts'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { Action, TaskAnswer } from '#schemas/types/contract.d.ts'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { confirmLeave } from '#renderer/dialog/unsaved.ts'
import { linkTo, useRoutes } from '#renderer/routing/route-store.ts'
import { matchRoute } from '#renderer/routing/route-table.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { insertionContext, type ActionContext } from '#renderer/documents/action-context.ts'
import { followTask } from '#renderer/tasks/follow-tasks.ts'
import { fillTarget, follow } from '#renderer/routing/follow.ts'
import { fileCallOf } from './run-call.ts'

const revokeDelayMs = 150
const printDelayMs = 1000

interface FileResults {
  filename?: string
  name?: string
  mime_type?: string
  content?: string
  base64?: string
  link?: string
}

/**
 * Downloads the response of the call: a file, text or base64 content, a link, or the results as JSON; a task that writes the file is
 * followed. Without a call, the link.
 */
export async function runDownload(action: Action, context: ActionContext): Promise<boolean> {
  if (!action.options?.name)
    return action.options?.to !== undefined && follow(fillTarget(action.options.to, insertionContext(context)), '_blank')
  try {
    const found = await fileCallOf(action, context)
    if ('file' in found) {
      saveFile(found.file.blob, found.file.name)
      return true
    }
    const { results } = found.answer
    if (isRecord(results) && isRecord(results.task)) {
      followTask(results.task as unknown as TaskAnswer)
      return true
    }
    const file = (results !== null && typeof results === 'object' ? results : { content: String(results) }) as FileResults
    const name = file.filename ?? file.name ?? `${action.options.name}.json`
    if (file.link) return follow(file.link, '_blank')
    saveFile(toBlob(file), name)
    return true
  } catch (error) {
    const failure = asFailure(error, action.options.name)
    if (!isCancelled(failure)) showFailure(failure, { fallback: translate('toast.download_failed') })
    return false
  }
}

function toBlob(file: FileResults): Blob {
  if (file.base64 !== undefined)
    return new Blob([Uint8Array.from(atob(file.base64), (char) => char.charCodeAt(0))], {
      type: file.mime_type ?? 'application/octet-stream',
    })
  if (file.content !== undefined) return new Blob([file.content], { type: file.mime_type ?? 'text/plain;charset=utf-8' })
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
}

/** Hands a file to the browser; its object address is released 150 ms later. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs)
}

/**
 * Opens the page to print, if the action names one, and the print dialog a second later; a page whose frame is for print
 * opens it itself.
 */
export async function runPrint(action: Action, context: ActionContext): Promise<boolean> {
  if (action.options?.to !== undefined) {
    const target = fillTarget(action.options.to, insertionContext(context))
    if (!(await confirmLeave()) || !follow(target)) return false
    if (matchRoute(useRoutes.getState().routes ?? [], linkTo(target)?.split(/[?#]/)[0] ?? '')?.route.layout === 'print') return true
  }
  await new Promise((resolve) => setTimeout(resolve, printDelayMs))
  window.print()
  return true
}

/** Copies the action's text. */
export const runCopy = (action: Action, context: ActionContext): Promise<boolean> =>
  copyAndTell(interpolate(action.options?.text ?? '', insertionContext(context)))

/** Copies a text to the clipboard and reports the result in a toast. */
export async function copyAndTell(text: string): Promise<boolean> {
  const copied = await copyText(text)
  showToast(copied ? { tone: 'success', text: translate('toast.copied') } : { tone: 'danger', text: translate('toast.copy_failed') })
  return copied
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
