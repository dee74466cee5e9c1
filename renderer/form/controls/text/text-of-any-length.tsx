import { useEffect, useState, type ReactNode } from 'react'
import { isLongText, mostInTextField } from '#renderer/form/rows/long-text-paste.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { LongText } from '#renderer/form/controls/lazy-controls.ts'

interface TextOfAnyLengthProps {
  field: FieldWidgetProps
  /** The control has several lines. */
  hasLines: boolean
  /** The control of a text that is not very long. */
  children: ReactNode
}

/** A control, and in its place one that draws a part at a time while its text is very long, and until it is left. */
export function TextOfAnyLength({ field, hasLines, children }: TextOfAnyLengthProps) {
  const { value, schema } = field
  const [stays, setStays] = useState(false)
  const isLong = isLongText(value) && schema.format !== 'password'
  if (isLong && !stays) setStays(true)
  // Loaded before it is needed, so that the focus is not lost when it replaces the field.
  const isNearlyLong = typeof value === 'string' && value.length > mostInTextField / 2
  useEffect(() => {
    if (isNearlyLong) void LongText.preload()
  }, [isNearlyLong])
  return (isLong || stays) && typeof value === 'string' ? (
    <LongText field={field} text={value} hasLines={hasLines} onLeave={() => setStays(isLong)} />
  ) : (
    children
  )
}
