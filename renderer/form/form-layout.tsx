import type { FieldProps, Registry } from '@rjsf/utils'
import type { ComponentType, ReactNode } from 'react'
import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { checkField } from './check-form.ts'
import { FieldStack } from './field-stack.tsx'
import { holds, layoutFields } from './conditions.ts'
import { idAt, useFormScope, useFormState } from './form-context.ts'
import { deref, schemaAt, type FieldSchema } from './json-schema.ts'
import { parsePath } from './path.ts'
import { ProblemNotice } from './problem-notice.tsx'

interface FormLayoutProps { layout: unknown; fields: ReadonlyMap<string, ReactNode>; registry: Registry }

/** Fields in the order and groups of the layout; those that it does not name follow, so that none is lost. */
export function FormLayout({ layout, fields, registry }: FormLayoutProps) {
  if (!Array.isArray(layout)) return <FieldStack items={[...fields.values()]} />
  const named = new Set([...layoutFields(layout)].map(({ field }) => field.split('.')[0]))
  const rest = [...fields].filter(([name]) => !named.has(name)).map(([, content]) => content)
  return (
    <div className="pf-stack">
      <LayoutItems items={layout as FormDocumentLayoutItem[]} pointer="/layout" fields={fields} registry={registry} />
      {rest}
    </div>
  )
}

function LayoutItems({ items, pointer, fields, registry }: { items: unknown; pointer: string; fields: ReadonlyMap<string, ReactNode>; registry: Registry }) {
  if (!Array.isArray(items)) return <ProblemNotice problems={[{ pointer, key: 'form.problem.layout_item', values: {} }]} />
  return (items as FormDocumentLayoutItem[]).map((item, index) => {
    const here = `${pointer}/${index}`
    if (typeof item === 'string') return <LayoutField key={here} name={item} pointer={here} fields={fields} registry={registry} />
    if (typeof item === 'object' && item !== null && 'columns' in item) return <div key={here} className="pf-columns"><LayoutItems items={item.columns} pointer={`${here}/columns`} fields={fields} registry={registry} /></div>
    if (typeof item === 'object' && item !== null && 'panel' in item) return <LayoutPanel key={here} item={item} pointer={here} fields={fields} registry={registry} />
    return <ProblemNotice key={here} problems={[{ pointer: here, key: 'form.problem.layout_item', values: {} }]} />
  })
}

function LayoutPanel({ item, pointer, fields, registry }: { item: Extract<FormDocumentLayoutItem, { panel: unknown }>; pointer: string; fields: ReadonlyMap<string, ReactNode>; registry: Registry }) {
  const visible = useFormState((state) => item.visible === undefined || holds(item.visible, state.data, []))
  if (!visible) return null
  return (
    <details className="pf-panel" open={!item.collapsed}>
      <summary>{item.panel}</summary>
      <div className="pf-stack"><LayoutItems items={item.fields} pointer={`${pointer}/fields`} fields={fields} registry={registry} /></div>
    </details>
  )
}

/** A field of the first level, or one inside a group that the layout names by its path. */
function LayoutField({ name, pointer, fields, registry }: { name: string; pointer: string; fields: ReadonlyMap<string, ReactNode>; registry: Registry }) {
  const { form, store, idPrefix } = useFormScope()
  const content = fields.get(name)
  if (content !== undefined) return content
  const root = registry.rootSchema as FieldSchema
  const path = parsePath(name)
  const schema = path.length > 1 ? schemaAt(root, path) : undefined
  if (!schema) {
    const problems = checkField(name, form.schema as FieldSchema, pointer)
    return problems.length > 0 ? <ProblemNotice problems={problems} /> : null
  }
  const parent = schemaAt(root, path.slice(0, -1))
  const last = String(path.at(-1))
  const SchemaField = registry.fields.SchemaField as ComponentType<FieldProps>
  const uiTree = path.reduce<Record<string, unknown> | undefined>((node, part) => node?.[part] as Record<string, unknown> | undefined, registry.formContext?.uiTree as Record<string, unknown>)
  return (
    <SchemaField
      name={last} schema={deref(schema, root) as object} uiSchema={uiTree ?? {}} registry={registry} disabled={false} readonly={false}
      required={parent?.required?.includes(last) ?? false} fieldPathId={{ $id: idAt(idPrefix, name), path }} formData={undefined}
      onChange={(value: unknown) => store.commit(path, value)} onBlur={() => {}} onFocus={() => {}}
    />
  )
}
