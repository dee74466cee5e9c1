import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { FormLayout } from './form-layout.tsx'
import { useFormScope } from './form-context.ts'
import type { FieldSchema } from './json-schema.ts'
import { labelOf } from './label.ts'
import type { PathList } from './path.ts'
import { uiOf } from './ui-schema.ts'
import { useMessages } from './use-field-state.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** A group of fields: the form itself as its layout says, a nested one as a fieldset, a row of a list without a frame. */
export function GroupTemplate(props: ObjectFieldTemplateProps) {
  const { form } = useFormScope()
  const { t } = useLocale()
  const path = props.fieldPathId.path as PathList
  const fields = new Map(props.properties.map((property) => [property.name, property.content]))
  const messages = useMessages(path.join('.'))
  if (path.length === 0) return <FormLayout layout={form.layout} fields={fields} registry={props.registry} />
  const body = <div className={fields.size <= 4 && typeof path.at(-1) === 'number' ? 'pf-inline' : 'pf-stack'}>{[...fields.values()]}</div>
  if (typeof path.at(-1) === 'number') return body
  const ui = uiOf(props.uiSchema)
  return (
    <fieldset className="pf-group" id={props.fieldPathId.$id} tabIndex={-1}>
      <legend className="pf-label">{labelOf(props.schema as FieldSchema, ui, path, props.title, t)}</legend>
      {ui.description && <p className="pf-description">{ui.description}</p>}
      {body}
      {messages.length > 0 && <p className="pf-error" id={`${props.fieldPathId.$id}-error`}>{messages.join(' ')}</p>}
    </fieldset>
  )
}
