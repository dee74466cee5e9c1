import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { withPlainRoot } from '#renderer/form/schema/root-schema.ts'
import { schemaKeywords } from '#schemas/rules/json-schema/schema-index.ts'

/** A schema as somebody wrote it, with what stood beside it. */
export interface WrittenCase {
  schema: unknown
  uiSchema?: unknown
  data?: unknown
}

type Node = Record<string, unknown>

/** Name of the one field of a form whose schema is not about an object. */
export const onlyField = 'value'

/** Whether the schema is about an object, as a form is: by its type, its properties, or what it is put together from. */
function isAboutObject(schema: unknown, data: unknown): boolean {
  if (!isRecord(schema)) return false
  if (schema.type !== undefined)
    return schema.type === 'object' || (Array.isArray(schema.type) && schema.type.includes('object') && isRecord(data))
  if (isRecord(schema.properties)) return true
  return isRecord(data) && (isRecord(schema.if) || schemaKeywords.list.some((key) => Array.isArray(schema[key])))
}

/** The data that was written beside a schema, as its form holds it. */
export function dataOf({ schema, data }: WrittenCase): Node {
  return isRecord(data) && isAboutObject(plainRoot(schema), data) ? data : { [onlyField]: data }
}

const plainRoot = (schema: unknown): unknown => (isRecord(schema) ? withPlainRoot(schema) : schema)

/** The form of a schema; one that is not about an object becomes the only field, a document of its own inside the form's. */
export function formOf({ schema, uiSchema, data }: WrittenCase): FormAnswer {
  const ui = isRecord(uiSchema) ? uiOf(uiSchema) : {}
  const given = plainRoot(schema)
  if (isRecord(given) && isAboutObject(given, data)) {
    return {
      name: 'check',
      schema: { ...given, ...(given.additionalProperties === undefined && { additionalProperties: true }) },
      ui,
    } as FormAnswer
  }
  const part = isRecord(given) ? { ...given, $id: typeof given.$id === 'string' ? given.$id : 'pishkhan:checked' } : given
  const properties = { [onlyField]: isRecord(part) ? { $ref: String(part.$id) } : given }
  return {
    name: 'check',
    schema: { type: 'object', properties, required: [onlyField], ...(isRecord(part) && { definitions: { checked: part } }) },
    ui: {},
  } as unknown as FormAnswer
}

/** What of another library's looks has its like here; the rest changes looks only. */
const widgetNames: Record<string, string> = {
  textarea: 'textarea',
  password: 'password',
  radio: 'radio',
  checkboxes: 'checkboxes',
  select: 'select',
  hidden: 'hidden',
  color: 'color',
  date: 'date',
  'alt-date': 'date',
  datetime: 'date-time',
  'date-time': 'date-time',
  text: 'text',
  checkbox: 'checkbox',
  TextareaWidget: 'textarea',
  PasswordWidget: 'password',
}

/** `{ name: { 'ui:widget': 'textarea' } }` becomes `{ name: { widget: 'textarea' } }`; our own looks stay as they are. */
function uiOf(uiSchema: Node): Node {
  const flat: Node = {}
  const walk = (node: Node, path: string): void => {
    const options = isRecord(node['ui:options']) ? node['ui:options'] : {}
    const of = (name: string): unknown => node[`ui:${name}`] ?? options[name]
    const widget = typeof of('widget') === 'string' ? widgetNames[of('widget') as string] : undefined
    const look = Object.fromEntries(
      [
        ['widget', widget],
        ['title', of('title')],
        ['description', of('description') ?? of('help')],
        ['placeholder', of('placeholder')],
      ].filter(([, value]) => typeof value === 'string'),
    )
    if (path !== '' && Object.keys(look).length > 0) flat[path] = look
    for (const [key, inner] of Object.entries(node))
      if (!key.startsWith('ui:') && isRecord(inner))
        walk(inner, key === 'items' && path !== '' ? `${path}[]` : path === '' ? key : `${path}.${key}`)
  }
  const isOurs = !JSON.stringify(uiSchema).includes('"ui:')
  if (isOurs) return uiSchema
  walk(uiSchema, '')
  return flat
}
