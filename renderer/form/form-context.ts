import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Context } from '#schemas/rules/text/interpolate.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { FormState, FormStore } from './data/form-store.ts'

/** What every part of one form shares. */
export interface FormScope {
  store: FormStore
  form: FormAnswer
  /** Document name for notices. */
  documentName: string
  /** First part of every id in this form. */
  idPrefix: string
  /** Values besides the form's own data that texts and parameters may insert. */
  context: Context
  readOnly: boolean
  /** Called with the titles of records that the user chooses. */
  noteTitles?: (options: readonly { value: unknown; title: string }[]) => void
}

export const FormScopeContext = createContext<FormScope | null>(null)

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext)
  if (!scope) throw new Error('A field stands outside a form')
  return scope
}

/** A part of the form's state; the caller is drawn again only when that part changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  return useStore(useFormScope().store, select)
}

/** Id of the control at a path; its label, description and error add `-label`, `-description`, `-error`. */
export const idAt = (prefix: string, path: string): string => (path === '' ? prefix : `${prefix}-${path.replaceAll('.', '-')}`)
