import { useMemo } from 'react'
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

/** What is wrong beneath a place, by the way there: `{ fa: ['…'] }` of `title`. */
export function useMessagesUnder(path: string): Record<string, string[]> {
  const { store } = useFormScope()
  const told = useStore(store, (state) => {
    const under = [...new Set([...Object.keys(state.refused), ...Object.keys(state.problems)])].filter((one) => one.startsWith(`${path}.`))
    // A place is touched as a whole, by its control.
    const shown = state.attempted || state.touched.has(path)
    const found = under.map((one) => [one.slice(path.length + 1), [...new Set([...(state.refused[one] ?? []), ...(shown ? state.problems[one] ?? [] : [])])]] as const)
    return JSON.stringify(found.filter(([, messages]) => messages.length > 0))
  })
  return useMemo(() => Object.fromEntries(JSON.parse(told) as [string, string[]][]), [told])
}
