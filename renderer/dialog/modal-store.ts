import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { ModalAnswer, TaskFailure } from '#schemas/types/contract.d.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'

/** A question with two answers from the panel itself. */
export interface Question {
  title?: string
  text: string
  ok?: string
  cancel?: string
  danger?: boolean
  /** A third way, which answers what it resolves with. */ instead?: { title: string; run: () => Promise<boolean> }
}

/** Rows that something could not be done for, and why. */
export interface Report {
  title: string
  text: string
  rows: readonly TaskFailure[]
  /** Further ones, whose reason is not kept. */ more: number
  /** How many of the rows are tried again, where not all are. */ again?: number
  retry?: () => void
}

/** A record at an earlier version. */
export interface EarlierVersion {
  model: string
  record: string
  version: number
  /** When that version came to be, as an ISO text. */
  date: string
}

/** What a modal that draws its own frame is given. */
export interface ModalPartProps {
  opener: HTMLElement | null
  onClose: () => void
}

export type OpenModal =
  | { key: number; kind: 'version'; earlier: EarlierVersion; opener: HTMLElement | null }
  | { key: number; kind: 'part'; Part: ComponentType<ModalPartProps>; opener: HTMLElement | null }
  | { key: number; kind: 'keys'; opener: HTMLElement | null }
  | { key: number; kind: 'report'; report: Report; opener: HTMLElement | null }
  | { key: number; kind: 'document'; modal: ModalAnswer; context: ActionContext; openedBy?: string; opener: HTMLElement | null }
  | { key: number; kind: 'identity'; answer: (yes: boolean) => void; opener: HTMLElement | null }
  | { key: number; kind: 'question'; question: Question; answer: (yes: boolean) => void; opener: HTMLElement | null }

let lastKey = 0

/** Open modals, the topmost last. One host in the layout draws them. */
export const useModals = create<{ stack: OpenModal[] }>()(() => ({ stack: [] }))

const focused = () =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null

/** Opens a modal document above all open ones. `openedBy`: title of the action, used for a modal without a title of its own. */
export function openModal(modal: ModalAnswer, context: ActionContext = {}, openedBy?: string): void {
  useModals.setState(({ stack }) => ({
    stack: [...stack, { key: ++lastKey, kind: 'document', modal, context, openedBy, opener: focused() }],
  }))
}

/** Asks a question; false for Escape and for closing as well. Once `until` has come the question is over, and the answer yes. */
export function ask(question: Question, until?: Promise<unknown>): Promise<boolean> {
  return new Promise((answer) => {
    const key = ++lastKey
    useModals.setState(({ stack }) => ({ stack: [...stack, { key, kind: 'question', question, answer, opener: focused() }] }))
    void until?.then(() => {
      closeModal(key)
      answer(true)
    })
  })
}

/** Asks who uses the session to confirm it; false for closing. */
export function askIdentity(): Promise<boolean> {
  return new Promise((answer) => {
    useModals.setState(({ stack }) => ({ stack: [...stack, { key: ++lastKey, kind: 'identity', answer, opener: focused() }] }))
  })
}

/** Lists rows that failed. */
export function openReport(report: Report): void {
  useModals.setState(({ stack }) => ({ stack: [...stack, { key: ++lastKey, kind: 'report', report, opener: focused() }] }))
}

/** Shows a record as it was. */
export function openVersion(earlier: EarlierVersion): void {
  useModals.setState(({ stack }) => ({ stack: [...stack, { key: ++lastKey, kind: 'version', earlier, opener: focused() }] }))
}

/** Opens a modal of a part of the panel. */
export function openPart(Part: ComponentType<ModalPartProps>): void {
  useModals.setState(({ stack }) => ({ stack: [...stack, { key: ++lastKey, kind: 'part', Part, opener: focused() }] }))
}

/** Shows the list of keys, once. */
export function openKeyList(): void {
  useModals.setState(({ stack }) =>
    stack.some(({ kind }) => kind === 'keys') ? { stack } : { stack: [...stack, { key: ++lastKey, kind: 'keys', opener: focused() }] },
  )
}

export const closeModal = (key: number) => useModals.setState(({ stack }) => ({ stack: stack.filter((one) => one.key !== key) }))

/** Closes everything, e.g. when the route changes; open questions are answered with no. */
export function closeAllModals(): void {
  for (const one of useModals.getState().stack) if (one.kind === 'question' || one.kind === 'identity') one.answer(false)
  useModals.setState({ stack: [] })
}
