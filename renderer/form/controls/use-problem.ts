import { useEffect } from 'react'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'

/**
 * Reports that a control's text is not a value, as long as it is there; the form shows the message and is not sent. Does
 * nothing outside a form, without `setFault`.
 */
export function useProblem({ setFault }: Partial<Pick<FieldWidgetProps, 'setFault'>>, sentence: string | undefined): void {
  useEffect(() => {
    setFault?.(sentence)
    return () => setFault?.(undefined)
  }, [setFault, sentence])
}
