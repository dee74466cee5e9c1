import type { FieldWidgetProps } from '#renderer/registry/widget.ts'

type Given = Pick<FieldWidgetProps, 'id' | 'name' | 'disabled' | 'required' | 'describedBy' | 'invalid'>

/** Attributes that every native control of a field carries, so that label, description and error reach it. */
export const controlAttributes = ({ id, name, disabled, required, describedBy, invalid }: Given) => ({
  id,
  name,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})
