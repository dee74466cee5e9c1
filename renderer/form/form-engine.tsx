import type { Registry, RJSFSchema } from '@rjsf/utils'
import { memo, useMemo } from 'react'
import { dependentFields } from './data/dependent-fields.ts'
import { useFormScope } from './form-context.ts'
import type { FieldSchema } from './schema/json-schema.ts'
import type { PathList } from './data/path.ts'
import { isFlat } from './schema/plain-schema.ts'
import { SchemaField } from './fields/schema-field.tsx'
import { buildUiTree } from './schema/ui-schema.ts'

const nothing = () => {}

/** The only parts of the shared state that plain fields use. */
const plainRegistry = (rootSchema: RJSFSchema, uiTree: object): Registry =>
  ({ fields: { SchemaField }, rootSchema, formContext: { uiTree } }) as unknown as Registry

/**
 * Draws the fields. Plain places of the schema are drawn directly. Those that change with the data (combinations,
 * conditions, references) are drawn by @rjsf/core, which is loaded with the first form that needs it. Values are only in
 * the form's store, so a change draws only the field that it is about.
 */
export const FormEngine = memo(function FormEngine({ schema: given }: { schema: FieldSchema }) {
  const { form, idPrefix, store } = useFormScope()
  const schema = given as RJSFSchema
  const uiTree = useMemo(() => buildUiTree(form.ui), [form.ui])
  const registry = useMemo(
    () => (isFlat(given) ? plainRegistry(schema, uiTree) : dependentFields().createRegistry(schema, uiTree, idPrefix)),
    [given, schema, uiTree, idPrefix],
  )
  return (
    <div className="pf-engine">
      <SchemaField
        name=""
        schema={schema}
        uiSchema={uiTree}
        registry={registry}
        fieldPathId={{ $id: idPrefix, path: [] }}
        required={false}
        disabled={false}
        readonly={false}
        onChange={(value: unknown, path: PathList) => store.commit(path, value)}
        onBlur={nothing}
        onFocus={nothing}
      />
    </div>
  )
})
