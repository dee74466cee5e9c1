import { createContext, useContext } from 'react'
import type { Uploads } from '#widgets/rich-text/pictures/uploads.ts'
import type { Say } from './use-texts.ts'

/** State of the field that elements of the document need. */
export interface EditorScope {
  say: Say
  uploads?: Uploads
  readOnly: boolean
  formatNumber: (value: number) => string
}

export const EditorScopeContext = createContext<EditorScope | null>(null)

export function useEditorScope(): EditorScope {
  const scope = useContext(EditorScopeContext)
  if (!scope) throw new Error('An element stands outside the editor')
  return scope
}
