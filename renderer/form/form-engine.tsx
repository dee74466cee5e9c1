import Rjsf, { getDefaultRegistry } from '@rjsf/core'
import type { CyclicSchemaExpandProps, FieldProps, FieldTemplateProps, MultiSchemaFieldTemplateProps, WidgetProps } from '@rjsf/utils'
import { memo, useMemo } from 'react'
import { ControlField } from './control-field.tsx'
import { useFormScope, useFormState } from './form-context.ts'
import { GroupTemplate } from './group-template.tsx'
import type { FieldSchema } from './json-schema.ts'
import { labelOf } from './label.ts'
import type { PathList } from './path.ts'
import { ListField } from './rows-field.tsx'
import { buildUiTree, uiOf } from './ui-schema.ts'
import { useVisible } from './use-field-state.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { formValidator } from './validator.ts'
import { widgetNameOf } from './widget-name.ts'

const standard = getDefaultRegistry().fields
const StandardGroup = standard.ObjectField as React.ComponentType<FieldProps>
const StandardChoice = standard.OneOfField as React.ComponentType<FieldProps>

/** A group that a widget draws as one value is a control; every other group is its fields. */
function GroupField(props: FieldProps) {
  return widgetNameOf(props.schema as FieldSchema, uiOf(props.uiSchema)) === undefined ? <StandardGroup {...props} /> : <ControlField {...props} />
}

/** Changing the branch of a oneOf changes the data; that goes to the store, like every other change. */
function ChoiceField(props: FieldProps) {
  const { store } = useFormScope()
  const { t } = useLocale()
  const path = props.fieldPathId.path as PathList
  const label = labelOf(props.schema as FieldSchema, uiOf(props.uiSchema), path, props.name, t)
  const choice = <StandardChoice {...props} onChange={(value: unknown, at?: PathList) => store.commit(at ?? path, value)} />
  return path.length === 0 ? choice : <fieldset className="pf-group"><legend className="pf-label">{label}</legend>{choice}</fieldset>
}

function FieldVisibility({ uiSchema, fieldPathId, children, hidden }: FieldTemplateProps) {
  const visible = useVisible(uiOf(uiSchema), fieldPathId.path as PathList)
  return visible && !hidden ? children : null
}

function ExpandButton({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps) {
  const { t } = useLocale()
  return <p><button type="button" className="pk-button" onClick={() => onExpand(fieldPathId.$id)}>{t('form.expand', { name })}</button></p>
}

function BranchTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return <div className="pf-stack"><div className="pf-field">{selector}</div>{optionSchemaField}</div>
}

/** Which branch of a oneOf: the only control that the drawing library asks for itself. */
function BranchSelect({ id, value, onChange, options, disabled }: WidgetProps) {
  const { t } = useLocale()
  return (
    <select id={id} className="pf-input" aria-label={t('form.branch')} disabled={disabled} value={String(value ?? '')} onChange={(event) => onChange(Number(event.target.value))}>
      {(options.enumOptions ?? []).map((option) => <option key={String(option.value)} value={String(option.value)}>{option.label}</option>)}
    </select>
  )
}

const fields = {
  StringField: ControlField, NumberField: ControlField, BooleanField: ControlField, NullField: ControlField, FallbackField: ControlField,
  ArrayField: ListField, ObjectField: GroupField, OneOfField: ChoiceField, AnyOfField: ChoiceField,
}
const templates = { FieldTemplate: FieldVisibility, ObjectFieldTemplate: GroupTemplate, CyclicSchemaExpandTemplate: ExpandButton, MultiSchemaFieldTemplate: BranchTemplate }
const widgets = { SelectWidget: BranchSelect }
const behaviour = { emptyObjectFields: 'skipEmptyDefaults', mergeDefaultsIntoFormData: 'useFormDataIfPresent' } as const

/**
 * Draws the fields. Structure comes from @rjsf/core; values come from the store and go back to it, so that nothing is
 * kept twice and the library's own change handling is not used.
 */
export const FormEngine = memo(function FormEngine({ schema }: { schema: FieldSchema }) {
  const { form, idPrefix } = useFormScope()
  const data = useFormState((state) => state.data)
  const uiTree = useMemo(() => buildUiTree(form.ui), [form.ui])
  const formContext = useMemo(() => ({ uiTree }), [uiTree])
  return (
    <Rjsf
      tagName="div" className="pf-engine" schema={schema as object} uiSchema={uiTree} formData={data} formContext={formContext} validator={formValidator}
      idPrefix={idPrefix} idSeparator="-" fields={fields} templates={templates} widgets={widgets} noValidate noHtml5Validate showErrorList={false}
      experimental_defaultFormStateBehavior={behaviour}
    >
      <></>
    </Rjsf>
  )
})
