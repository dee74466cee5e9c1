import { getDefaultRegistry } from '@rjsf/core'
import type {
  CyclicSchemaExpandProps,
  FieldProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  Registry,
  RJSFSchema,
  WidgetProps,
} from '@rjsf/utils'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { ControlField } from './control-field.tsx'
import { fillDefaults } from '#renderer/form/data/fill-defaults.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { GroupTemplate } from '#renderer/form/layout/group-template.tsx'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import type { PathList } from '#renderer/form/data/path.ts'
import { ListField } from '#renderer/form/rows/rows-field.tsx'
import { createLazySchemaUtils } from '#renderer/form/schema/schema-utils.ts'
import { SchemaField } from './schema-field.tsx'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { useVisible } from './use-field-state.ts'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'

const standard = getDefaultRegistry()
const StandardGroup = standard.fields.ObjectField as React.ComponentType<FieldProps>
const StandardChoice = standard.fields.OneOfField as React.ComponentType<FieldProps>

/** A group that a widget draws as one value is a control; every other group is its fields. */
function GroupField(props: FieldProps) {
  return widgetNameOf(props.schema as FieldSchema, uiOf(props.uiSchema)) === undefined ? (
    <StandardGroup {...props} />
  ) : (
    <ControlField {...props} />
  )
}

/** Changing the branch of a oneOf changes the data; that goes to the store, like every other change. */
function ChoiceField(props: FieldProps) {
  const { store } = useFormScope()
  const { t } = useLocale()
  const path = props.fieldPathId.path as PathList
  const label = labelOf(props.schema as FieldSchema, uiOf(props.uiSchema), path, props.name, t)
  const choice = <StandardChoice {...props} onChange={(value: unknown, at?: PathList) => store.commit(at ?? path, value)} />
  return path.length === 0 ? (
    choice
  ) : (
    <fieldset className="pf-group">
      <legend className="pf-label">{label}</legend>
      {choice}
    </fieldset>
  )
}

function FieldVisibility({ uiSchema, fieldPathId, children, hidden }: FieldTemplateProps) {
  const visible = useVisible(uiOf(uiSchema), fieldPathId.path as PathList)
  return visible && !hidden ? children : null
}

function ExpandButton({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps) {
  const { t } = useLocale()
  return (
    <p>
      <button type="button" className="pk-button" onClick={() => onExpand(fieldPathId.$id)}>
        {t('form.expand', { name })}
      </button>
    </p>
  )
}

function BranchTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="pf-stack">
      <div className="pf-field">{selector}</div>
      {optionSchemaField}
    </div>
  )
}

/** The choice of a oneOf branch, the only control that the drawing library requests itself. */
function BranchSelect({ id, value, onChange, options, disabled }: WidgetProps) {
  const { t } = useLocale()
  return (
    <select
      id={id}
      className="pf-input"
      aria-label={t('form.branch')}
      disabled={disabled}
      value={String(value ?? '')}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {(options.enumOptions ?? []).map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

const fields: Registry['fields'] = {
  ...standard.fields,
  SchemaField,
  StringField: ControlField,
  NumberField: ControlField,
  BooleanField: ControlField,
  NullField: ControlField,
  FallbackField: ControlField,
  ArrayField: ListField,
  ObjectField: GroupField,
  OneOfField: ChoiceField,
  AnyOfField: ChoiceField,
}
const templates: Registry['templates'] = {
  ...standard.templates,
  FieldTemplate: FieldVisibility,
  ObjectFieldTemplate: GroupTemplate,
  CyclicSchemaExpandTemplate: ExpandButton,
  MultiSchemaFieldTemplate: BranchTemplate,
}
const widgets: Registry['widgets'] = { ...standard.widgets, SelectWidget: BranchSelect }

export { VariantsField } from './variants-field.tsx'
export { variantsOf } from '#renderer/form/schema/variants.ts'

/** The field of @rjsf/core that works out from the data which fields a place has. */
export const StandardField = standard.fields.SchemaField as React.ComponentType<FieldProps>

/** State shared by the fields of one form. */
export const createRegistry = (schema: RJSFSchema, uiTree: object, idPrefix: string): Registry => ({
  fields,
  templates,
  widgets,
  rootSchema: schema,
  formContext: { uiTree },
  translateString: standard.translateString,
  schemaUtils: createLazySchemaUtils(schema as FieldSchema),
  globalFormOptions: { idPrefix, idSeparator: '-', useFallbackUiForUnsupportedType: false },
  uiSchemaDefinitions: {},
})

/** A form's data, completed with the schema's defaults. */
export const formDefaults = (schema: FieldSchema, given: Data): Data => fillDefaults(schema, given, schema) as Data

/** A new row of a list. */
export const rowDefaults = (schema: FieldSchema, root: RJSFSchema): unknown => fillDefaults(schema, undefined, root as FieldSchema)
