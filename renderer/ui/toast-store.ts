import { create } from 'zustand'
import type { Target } from '#schemas/types/contract.d.ts'
import { currentPage } from './navigator.ts'

export interface Toast {
  id: number
  tone: 'success' | 'danger' | 'info' | 'warning'
  text: string
  list?: string[]
  /** Where what it tells of is found. */
  links?: { title: string; to: Target }[]
  /** What it tells of, e.g. `save book 7`: a later toast about the same takes its place. */
  about?: string
  /** Stays until it is closed or retracted. */
  lasting?: boolean
  /** Takes back what it tells of; offered while it is shown. */
  undo?: () => Promise<void>
  /** The page on which the keys take it back; the one that was open when it was shown, when left out. */
  page?: string
}

export const toastDurationMs = 5000
/** Who would take something back needs a moment to see it. */
export const undoDurationMs = 10_000
const mostAtOnce = 5

let lastId = 0

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }))

/**
 * Shows a toast for 5 s, one with something to undo for 10, a lasting one until it is retracted; the same text twice stays
 * one toast, and what was told before about the same thing goes.
 */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const same = (other: Toast) => other.text === toast.text && other.tone === toast.tone && String(other.list) === String(toast.list)
  retractToasts(toast.about)
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((other) => !same(other)),
      { ...toast, page: toast.page ?? (toast.undo && currentPage()), id: ++lastId },
    ].slice(-mostAtOnce),
  }))
}

export const dismissToast = (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Takes back what was told about something that has gone otherwise since. */
export function retractToasts(about: string | undefined): void {
  if (about === undefined || !useToasts.getState().toasts.some((toast) => toast.about === about)) return
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.about !== about) }))
}

/** Takes back what the latest toast tells of that offers it on this page, once; false where none does. */
export function undoLatest(): boolean {
  const latest = useToasts.getState().toasts.findLast((toast) => toast.undo && toast.page === currentPage())
  if (!latest) return false
  undoToast(latest)
  return true
}

export function undoToast({ id, undo }: Toast): void {
  if (!useToasts.getState().toasts.some((toast) => toast.id === id)) return
  dismissToast(id)
  void undo?.()
}
