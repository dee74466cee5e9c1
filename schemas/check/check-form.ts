import type { FormDocument, FormDocumentFieldUi, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from './checked-document.ts'
import { checkCall } from './check-calls.ts'
import { isObject } from './contract-check.ts'
import { missing, type FieldSchema, type Lookup } from './scope.ts'

/** A form's fields, its layout and its conditions name properties that its entity or its schema has. */
export function checkForm(document: CheckedDocument, pointer: string, form: FormDocument): void {
  const { scope } = document
  if (!form.entity && !form.schema) return error(document, pointer, 'a form needs an "entity" or a "schema"')
  const entity = form.entity ? expectFound(document, at(pointer, 'entity'), scope.entity(form.entity), `there is no entity "${form.entity}"`) : undefined
  if (form.entity && !entity) return

  const find = (path: string): Lookup<FieldSchema> => {
    const inSchema = isObject(form.schema) ? inside(form.schema, form.schema, path) : undefined
    if (inSchema) return { found: inSchema, module: scope.name }
    if (entity) return scope.field(entity, path)
    return missing(path, Object.keys(isObject(form.schema?.properties) ? form.schema.properties : {}))
  }
  const expectField = (path: string, where: string, atKey = false): void => { expectFound(document, where, find(path), `there is no field "${path}"${entity ? ` in the entity "${entity.name}"` : ' in the schema'}`, atKey) }
  const conditions = (node: unknown, where: string): void => {
    if (!isObject(node)) return
    for (const name of Object.keys(isObject(node.properties) ? node.properties : {})) expectField(name, at(where, 'properties', name), true)
    for (const key of ['allOf', 'anyOf', 'oneOf']) if (Array.isArray(node[key])) node[key].forEach((inner, index) => conditions(inner, at(where, key, index)))
    for (const key of ['not', 'if', 'then', 'else']) conditions(node[key], at(where, key))
  }
  const layout = (items: FormDocumentLayoutItem[], where: string): void => items.forEach((item, index) => {
    const here = at(where, index)
    if (typeof item === 'string') expectField(item, here)
    else if ('columns' in item) layout(item.columns, at(here, 'columns'))
    else { layout(item.fields, at(here, 'fields')); conditions(item.visible, at(here, 'visible')) }
  })

  form.fields?.forEach((path, index) => expectField(path, at(pointer, 'fields', index)))
  layout(form.layout ?? [], at(pointer, 'layout'))
  for (const name of Object.keys(form.data ?? {})) expectField(name, at(pointer, 'data', name), true)
  for (const [path, ui] of Object.entries(form.ui ?? {}) as [string, FormDocumentFieldUi][]) {
    const here = at(pointer, 'ui', path)
    expectField(path, here, true)
    // In an array's row a condition is about the row.
    if (!path.includes('[]') && !path.includes('.')) for (const key of ['visible', 'required', 'disabled'] as const) conditions(ui[key], at(here, key))
    if (typeof ui.endpoint === 'string') checkCall(document, here, { name: ui.endpoint, params: undefined }, { key: 'endpoint' })
  }
}

/** The part of a schema at `rows[].count` or `address.city`, through local references, items and alternatives. */
export const schemaPart = (schema: Record<string, unknown>, path: string): FieldSchema | undefined => (path === '' ? schema : inside(schema, schema, path))

function inside(root: Record<string, unknown>, schema: Record<string, unknown>, path: string): FieldSchema | undefined {
  let nodes: Record<string, unknown>[] = [schema]
  for (const step of path.replaceAll('[]', '').split('.')) {
    nodes = nodes.flatMap(node => expand(root, node, 0)).flatMap(node => {
      const found = isObject(node.properties) && Object.hasOwn(node.properties, step) ? node.properties[step] : undefined
      return isObject(found) ? [found] : node.type === 'object' && !isObject(node.properties) && node !== schema ? [{}] : []
    })
  }
  return nodes[0]
}

function expand(root: Record<string, unknown>, node: Record<string, unknown>, depth: number): Record<string, unknown>[] {
  if (depth > 20) return []
  const more: unknown[] = [node.items, node.then, node.else, ...['allOf', 'anyOf', 'oneOf'].flatMap(key => (Array.isArray(node[key]) ? node[key] : [])), ...Object.values(isObject(node.dependencies) ? node.dependencies : {})]
  if (typeof node.$ref === 'string') more.push(node.$ref.slice(2).split('/').reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), root))
  return [node, ...more.filter(isObject).flatMap(inner => expand(root, inner, depth + 1))]
}
