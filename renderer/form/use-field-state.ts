import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { holds, isVisible } from './conditions.ts'
import { useFormScope } from './form-context.ts'
import { messagesOf } from './form-store.ts'
import { hasRule, type FieldSchema } from './json-schema.ts'
import type { PathList } from './path.ts'

export function useVisible(ui: FormDocumentFieldUi, path: PathList): boolean {
  const { store } = useFormScope()
  return useStore(store, (state) => isVisible(ui, state.data, path))
}

export function useRequired(schema: FieldSchema, ui: FormDocumentFieldUi, path: PathList, listed: boolean): boolean {
  const { store } = useFormScope()
  return useStore(store, (state) => listed || hasRule(schema, 'required') || (ui.required !== undefined && holds(ui.required, state.data, path)))
}

export function useDisabled(ui: FormDocumentFieldUi, path: PathList): boolean {
  const { store, readOnly } = useFormScope()
  return useStore(store, (state) => readOnly || (ui.disabled !== undefined && holds(ui.disabled, state.data, path)))
}

export function useMessages(path: string, deep = false): string[] {
  const { store } = useFormScope()
  return useStore(store, useShallow((state) => messagesOf(state, path, deep)))
}
