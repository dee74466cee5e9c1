import type { FieldProps, Registry } from '@rjsf/utils'
import type { ComponentType, ReactNode } from 'react'
import { layoutFields } from '#schemas/rules/conditions/form-conditions.ts'
import { partsOfLayout, type LayoutPart } from '#schemas/rules/conditions/layout-parts.ts'
import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { checkField } from '#renderer/form/validation/check-form.ts'
import { FieldStack } from './field-stack.tsx'
import { idAt, useFormScope } from '#renderer/form/form-context.ts'
import { deref, schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { LayoutPanel } from './layout-panel.tsx'
import { LayoutSteps } from './layout-steps.tsx'
import { LayoutTabs } from './layout-tabs.tsx'
import { parsePath } from '#renderer/form/data/path.ts'
import { ProblemNotice } from '#renderer/form/validation/problem-notice.tsx'

export interface LayoutContext {
  fields: ReadonlyMap<string, ReactNode>
  registry: Registry
}

/** Fields in the order and groups of the layout; those that it does not name follow, so that none is lost. */
export function FormLayout({ layout, fields, registry }: LayoutContext & { layout: unknown }) {
  if (!Array.isArray(layout)) return <FieldStack items={[...fields.values()]} />
  const named = new Set([...layoutFields(layout)].map(({ field }) => field.split('.')[0]))
  const rest = [...fields].filter(([name]) => !named.has(name)).map(([, content]) => content)
  return <FieldStack items={[...layoutElements(layout, '/layout', { fields, registry }), ...rest]} />
}

/** What each item of a layout draws, in order; a notice in the place of one that cannot be drawn. */
function layoutElements(items: unknown, pointer: string, context: LayoutContext): ReactNode[] {
  if (!Array.isArray(items)) return [<LayoutProblem key={pointer} pointer={pointer} />]
  return (items as FormDocumentLayoutItem[]).map((item, index) => {
    const here = `${pointer}/${index}`
    if (typeof item === 'string') return <LayoutField key={here} name={item} pointer={here} {...context} />
    if (typeof item !== 'object' || item === null) return <LayoutProblem key={here} pointer={here} />
    const inside = (part: LayoutPart): ReactNode => (
      <FieldStack items={layoutElements(part.items, `${here}/${part.way.join('/')}`, context)} />
    )
    const parts = partsOfLayout(item)
    if ('columns' in item)
      return (
        <div key={here} className="pf-columns">
          {layoutElements(item.columns, `${here}/columns`, context)}
        </div>
      )
    if ('panel' in item)
      return (
        <LayoutPanel key={here} item={item}>
          {parts.map(inside)}
        </LayoutPanel>
      )
    if ('tabs' in item && parts.length > 0) return <LayoutTabs key={here} tabs={item.tabs} draw={(index) => inside(parts[index]!)} />
    if ('steps' in item && parts.length > 0) return <LayoutSteps key={here} steps={item.steps} draw={(index) => inside(parts[index]!)} />
    return <LayoutProblem key={here} pointer={here} />
  })
}

const LayoutProblem = ({ pointer }: { pointer: string }) => (
  <ProblemNotice problems={[{ pointer, key: 'form.problem.layout_item', values: {} }]} />
)

/** A field of the first level, or one inside a group that the layout names by its path. */
function LayoutField({ name, pointer, fields, registry }: LayoutContext & { name: string; pointer: string }) {
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
  const uiTree = path.reduce<Record<string, unknown> | undefined>(
    (node, part) => node?.[part] as Record<string, unknown> | undefined,
    registry.formContext?.uiTree as Record<string, unknown>,
  )
  return (
    <SchemaField
      name={last}
      schema={deref(schema, root) as object}
      uiSchema={uiTree ?? {}}
      registry={registry}
      disabled={false}
      readonly={false}
      required={parent?.required?.includes(last) ?? false}
      fieldPathId={{ $id: idAt(idPrefix, name), path }}
      formData={undefined}
      onChange={(value: unknown) => store.commit(path, value)}
      onBlur={() => {}}
      onFocus={() => {}}
    />
  )
}
