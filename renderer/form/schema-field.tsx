import type { FieldProps } from '@rjsf/utils'
import { memo } from 'react'
import { ControlField } from './control-field.tsx'
import { dependentFields } from './dependent-fields.ts'
import { idAt, useFormScope, useFormState } from './form-context.ts'
import { Group } from './group-template.tsx'
import { typeOf, type FieldSchema } from './json-schema.ts'
import { formatPath, getAt, type PathList } from './path.ts'
import { isPlain } from './plain-schema.ts'
import { ListField } from './rows-field.tsx'
import { uiOf } from './ui-schema.ts'
import { useVisible } from './use-field-state.ts'
import { widgetNameOf } from './widget-name.ts'

/** A place whose schema depends on its data: the drawing library works out which fields there are. */
function DependentField(props: FieldProps) {
  const path = props.fieldPathId.path as PathList
  const formData = useFormState((state) => getAt(state.data, path))
  const { StandardField } = dependentFields()
  return <StandardField {...props} formData={formData} />
}

function PlainGroup(props: FieldProps) {
  const { schema: given, fieldPathId, registry, name, disabled, readonly, onChange, onBlur, onFocus } = props
  const { idPrefix } = useFormScope()
  const schema = given as FieldSchema
  const uiSchema = props.uiSchema as Record<string, FieldProps['uiSchema']> | undefined
  const path = fieldPathId.path as PathList
  const visible = useVisible(uiOf(uiSchema), path)
  const off = readonly === true || schema.readOnly === true
  const fields = new Map(Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const place = [...path, key]
    return [key, (
      <SchemaField
        key={key} name={key} schema={property as object} uiSchema={uiSchema?.[key] ?? noUi} registry={registry} fieldPathId={{ $id: idAt(idPrefix, formatPath(place)), path: place }}
        required={schema.required?.includes(key) ?? false} disabled={disabled} readonly={off} onChange={onChange} onBlur={onBlur} onFocus={onFocus}
      />
    )]
  }))
  return visible ? <Group path={path} id={fieldPathId.$id} name={name} schema={schema} ui={uiOf(uiSchema)} fields={fields} registry={registry} /> : null
}

const noUi = {}

/** One place of a schema: a control, a list, a group of fields, or what the drawing library makes of it. */
export const SchemaField = memo(function SchemaField(props: FieldProps) {
  const schema = props.schema as FieldSchema
  if (!isPlain(schema)) return <DependentField {...props} />
  if (widgetNameOf(schema, uiOf(props.uiSchema)) !== undefined) return <ControlField {...props} />
  return typeOf(schema) === 'array' ? <ListField {...props} /> : <PlainGroup {...props} />
}, isSameField)

/** The data is not compared: each field reads its own from the store. */
function isSameField(before: FieldProps, after: FieldProps): boolean {
  return before.registry === after.registry && before.name === after.name && before.required === after.required && before.disabled === after.disabled && before.readonly === after.readonly
    && before.fieldPathId.$id === after.fieldPathId.$id && isSameText(before.fieldPathId.path, after.fieldPathId.path)
    && isSameText(before.schema, after.schema) && isSameText(before.uiSchema, after.uiSchema)
}

/** The same to the letter: unlike in data, an empty default is not the same as none. */
const isSameText = (before: unknown, after: unknown): boolean => before === after || JSON.stringify(before) === JSON.stringify(after)
