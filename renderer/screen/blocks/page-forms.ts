import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { FormButton, FormHandle, Submit } from '#renderer/form/form-types.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

interface PageFormsState {
  forms: readonly FormHandle[]
  /** How a button elsewhere on the page saves the form. */
  saveBy?: FormButton
  /** The record that a form without a loaded one has made, as it was answered or read last. */
  made?: Record<string, unknown>
}

/** The forms of one screen or modal, so that buttons in other blocks can send them. */
export const createPageForms = () => createStore<PageFormsState>(() => ({ forms: [] }))
export type PageForms = ReturnType<typeof createPageForms>

export const PageFormsContext = createContext<PageForms | null>(null)

export function usePageForms(): PageForms {
  const forms = useContext(PageFormsContext)
  if (!forms) throw new Error('A block stands outside a screen')
  return forms
}

export const useSaveBy = (): FormButton | undefined => useStore(usePageForms(), (state) => state.saveBy)

export function addForm(page: PageForms, handle: FormHandle): () => void {
  page.setState(({ forms }) => ({ forms: [...forms, handle] }))
  return () => page.setState(({ forms }) => ({ forms: forms.filter((other) => other !== handle) }))
}

/** A way to send a form that tells the other blocks of its page which record it has made. */
export const noteMade =
  (page: PageForms, submit: Submit): Submit =>
  (data, options) =>
    submit(data, {
      ...options,
      stored: (record, after) => {
        options.stored(record, after)
        if (isRecord(record) && typeof record.id === 'number' && !after?.reset) page.setState({ made: record })
      },
    })
