import type { FieldProps } from '@rjsf/utils'
import { memo, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { ControlField } from './control-field.tsx'
import { dependentFields } from '#renderer/form/data/dependent-fields.ts'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { Group } from '#renderer/form/layout/group-template.tsx'
import { deref, typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { formatPath, getAt, isEmpty, type PathList } from '#renderer/form/data/path.ts'
import { isPlain } from '#renderer/form/schema/plain-schema.ts'
import { ListField } from '#renderer/form/rows/rows-field.tsx'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { isUnfitWhole, mismatchSchema } from '#renderer/form/data/type-mismatch.ts'
import { useReveal } from '#renderer/form/layout/use-layout-group.ts'
import { useVisible } from './use-field-state.ts'
import { WidgetBoundary } from './widget-boundary.tsx'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'

/**
 * A place whose schema depends on its data: the drawing library works out which fields there are. Where it cannot, the
 * value is written as JSON.
 */
function DependentField(props: FieldProps) {
  const path = props.fieldPathId.path as PathList
  const formData = useFormState((state) => getAt(state.data, path))
  const { StandardField, VariantsField, variantsOf } = dependentFields()
  const variants = variantsOf(props.schema as FieldSchema, props.registry.rootSchema as FieldSchema, formData)
  const { title, description, readOnly } = props.schema as FieldSchema
  const asJson = { title, description, readOnly, type: 'object', undrawn: { key: 'form.problem.not_drawn' } }
  return (
    <WidgetBoundary fallback={<ControlField {...props} schema={asJson as object} />}>
      {variants ? <VariantsField {...props} variants={variants} /> : <StandardField {...props} formData={formData} />}
    </WidgetBoundary>
  )
}

function PlainGroup(props: FieldProps) {
  const { schema: given, fieldPathId, registry, name, disabled, readonly, onChange, onBlur, onFocus } = props
  const { idPrefix } = useFormScope()
  const schema = given as FieldSchema
  const uiSchema = props.uiSchema as Record<string, FieldProps['uiSchema']> | undefined
  const path = fieldPathId.path as PathList
  const visible = useVisible(uiOf(uiSchema), path)
  const off = readonly === true || schema.readOnly === true
  const fields = new Map(
    Object.entries(schema.properties ?? {}).map(([key, property]) => {
      const place = [...path, key]
      return [
        key,
        <SchemaField
          key={key}
          name={key}
          schema={property as object}
          uiSchema={uiSchema?.[key] ?? noUi}
          registry={registry}
          fieldPathId={{ $id: idAt(idPrefix, formatPath(place)), path: place }}
          required={schema.required?.includes(key) ?? false}
          disabled={disabled}
          readonly={off}
          onChange={onChange}
          onBlur={onBlur}
          onFocus={onFocus}
        />,
      ]
    }),
  )
  return visible ? (
    <Group path={path} id={fieldPathId.$id} name={name} schema={schema} ui={uiOf(uiSchema)} fields={fields} registry={registry} />
  ) : null
}

const noUi = Object.create(null) as NonNullable<FieldProps['uiSchema']>

/** A value of another type than the expected group or list is not drawn as an empty one: it is shown so that it can be corrected. */
const whereItFits = (Field: ComponentType<FieldProps>) =>
  function FittingField(props: FieldProps) {
    const path = props.fieldPathId.path as PathList
    const isUnfit = useFormState((state) => isUnfitWhole(props.schema as FieldSchema, getAt(state.data, path)))
    return isUnfit ? <ControlField {...props} schema={mismatchSchema(props.schema as FieldSchema) as object} /> : <Field {...props} />
  }
const FittingList = whereItFits(ListField)
const FittingGroup = whereItFits(PlainGroup)

/** One place of a schema: a control, a list, a group of fields, or the drawing library's field. */
export const SchemaField = memo(function SchemaField(props: FieldProps) {
  const schema = props.schema as FieldSchema
  const isDependent = !isPlain(schema)
  if (!isDependent && widgetNameOf(schema, uiOf(props.uiSchema)) !== undefined) return <ControlField {...props} />
  const Field = isDependent ? DependentField : typeOf(schema) === 'array' ? FittingList : FittingGroup
  const atOnce = deref(schema, props.registry.rootSchema as FieldSchema).recursive === true ? deepestRecursive : deepestAtOnce
  return props.fieldPathId.path.length > atOnce ? <DeferredField Field={Field} {...props} /> : <Field {...props} />
}, isSameField)

/** Groups at a greater depth are drawn only if they hold a value, or on request. */
const deepestAtOnce = 4
/** The same limit for recursive schemas. */
const deepestRecursive = 1

function DeferredField({ Field, ...props }: FieldProps & { Field: ComponentType<FieldProps> }) {
  const path = props.fieldPathId.path as PathList
  const key = formatPath(path)
  const [isAsked, setAsked] = useState(false)
  const isFilled = useFormState((state) => !isEmpty(getAt(state.data, path)))
  const { t } = useLocale()
  useReveal((wanted) => {
    if (!isAsked && (wanted === key || wanted.startsWith(`${key}.`))) flushSync(() => setAsked(true))
  })
  if (isAsked || isFilled) return <Field {...props} />
  const name = labelOf(props.schema as FieldSchema, uiOf(props.uiSchema), path, props.name, t)
  return (
    <p>
      <button type="button" className="pk-button" id={props.fieldPathId.$id} onClick={() => setAsked(true)}>
        {t('form.expand', { name })}
      </button>
    </p>
  )
}

/** The data is not compared: each field reads its own from the store. */
function isSameField(before: FieldProps, after: FieldProps): boolean {
  return (
    before.registry === after.registry &&
    before.name === after.name &&
    before.required === after.required &&
    before.disabled === after.disabled &&
    before.readonly === after.readonly &&
    before.fieldPathId.$id === after.fieldPathId.$id &&
    isSameText(before.fieldPathId.path, after.fieldPathId.path) &&
    isSameText(before.schema, after.schema) &&
    isSameText(before.uiSchema, after.uiSchema)
  )
}

/** The same to the letter: unlike in data, an empty default is not the same as none. */
const isSameText = (before: unknown, after: unknown): boolean => before === after || JSON.stringify(before) === JSON.stringify(after)
