import { useEffect } from 'react'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'

/**
 * Says that what stands in a control is no value, for as long as it is there; the form shows the sentence and sends
 * nothing. Outside of a form, without `setFault`, nobody is told.
 */
export function useProblem({ setFault }: Partial<Pick<FieldWidgetProps, 'setFault'>>, sentence: string | undefined): void {
  useEffect(() => {
    setFault?.(sentence)
    return () => setFault?.(undefined)
  }, [setFault, sentence])
}
