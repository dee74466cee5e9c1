import type { ObjectFieldTemplateProps, Registry } from '@rjsf/utils'
import type { ReactNode } from 'react'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { FieldStack } from './field-stack.tsx'
import { FormLayout } from './form-layout.tsx'
import { useLabelClass } from './group-heading.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { formatPath, type PathList } from '#renderer/form/data/path.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { useMessages } from '#renderer/form/fields/use-field-state.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

interface GroupProps {
  path: PathList
  id: string
  name: string
  schema: FieldSchema
  ui: FormDocumentFieldUi
  fields: ReadonlyMap<string, ReactNode>
  registry: Registry
}

/** A group of fields: the form itself as its layout says, a nested one as a fieldset, a row of a list without a frame. */
export function Group({ path, id, name, schema, ui, fields, registry }: GroupProps) {
  const { form } = useFormScope()
  const { t } = useLocale()
  const messages = useMessages(formatPath(path))
  const label = labelOf(schema, ui, path, name, t)
  const labelClass = useLabelClass(label, false)
  if (path.length === 0) return <FormLayout layout={form.layout} fields={fields} registry={registry} />
  const body =
    typeof path.at(-1) === 'number' && fields.size <= 4 ? (
      <div className="pf-inline">{[...fields.values()]}</div>
    ) : (
      <FieldStack items={[...fields.values()]} />
    )
  if (typeof path.at(-1) === 'number') return body
  return (
    <fieldset className="pf-group" id={id} tabIndex={-1}>
      <legend className={labelClass}>{label}</legend>
      {ui.description && <p className="pf-description">{ui.description}</p>}
      {body}
      {messages.length > 0 && (
        <p className="pf-error" id={`${id}-error`}>
          {messages.join(' ')}
        </p>
      )}
    </fieldset>
  )
}

/** The same for the drawing library's own groups. */
export function GroupTemplate({ properties, fieldPathId, title, schema, uiSchema, registry }: ObjectFieldTemplateProps) {
  const fields = new Map(properties.map((property) => [property.name, property.content]))
  return (
    <Group
      path={fieldPathId.path as PathList}
      id={fieldPathId.$id}
      name={title}
      schema={schema as FieldSchema}
      ui={uiOf(uiSchema)}
      fields={fields}
      registry={registry}
    />
  )
}
