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

interface BoxState {
  disabled: boolean
  readonly: boolean
  invalid: boolean
}

/** Attributes of the frame around a native control and the elements next to it. */
export const boxAttributes = ({ disabled, readonly, invalid }: BoxState) => ({
  'data-disabled': disabled || undefined,
  'data-readonly': readonly || undefined,
  'data-invalid': invalid || undefined,
})
