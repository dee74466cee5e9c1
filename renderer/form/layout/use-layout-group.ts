import { useEffect, useEffectEvent, useMemo } from 'react'
import { holdsIn, layoutFields } from '#schemas/rules/conditions/form-conditions.ts'
import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { countMessages } from '#renderer/form/data/form-messages.ts'
import { onReveal } from '#renderer/form/validation/reveal.ts'

/** Paths of the fields that a part of a layout holds. */
export const pathsOf = (items: FormDocumentLayoutItem[]): string[] => [...layoutFields(items)].map(({ field }) => field)

export const usePaths = (items: FormDocumentLayoutItem[]): string[] => useMemo(() => pathsOf(items), [items])

/** Whether one of these fields is the one at the path, or holds it. */
export const isAmong = (paths: readonly string[], path: string): boolean => paths.some((one) => path === one || path.startsWith(`${one}.`))

/** How many of these fields have something wrong that is shown. */
export const useErrorCount = (paths: readonly string[]): number => useFormState((state) => countMessages(state, paths))

/** Calls when the field at a path is looked for, before it is focused. */
export function useReveal(reveal: (path: string) => void): void {
  const { idPrefix } = useFormScope()
  const latest = useEffectEvent(reveal)
  useEffect(() => onReveal(idPrefix, (path) => latest(path)), [idPrefix])
}

/** Numbers of the groups that are shown at present. */
export function useShownGroups(groups: readonly { visible?: unknown }[]): number[] {
  const { form } = useFormScope()
  const shown = useFormState((state) =>
    groups.flatMap(({ visible }, index) => (visible === undefined || holdsIn(form, visible, state.data, []) ? [index] : [])).join(' '),
  )
  return useMemo(
    () =>
      shown
        .split(' ')
        .filter((one) => one !== '')
        .map(Number),
    [shown],
  )
}
