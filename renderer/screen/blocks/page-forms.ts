import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { FormButton, FormHandle } from '#renderer/form/form-types.ts'

interface PageFormsState {
  forms: readonly FormHandle[]
  /** How a button elsewhere on the page saves the form. */
  saveBy?: FormButton
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
