import { findNodeAtLocation, getLocation, getNodeValue, parseTree, type JSONPath, type Node } from 'jsonc-parser'
import { iconNames } from '#schemas/rules/icon-names.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { ruleNames } from '#schemas/rules/validation/rule-string.ts'
import { contractSchemas, type SchemaNode } from './contract-schemas.ts'

/** Names that no schema lists, because they are this panel's own. */
export interface KnownNames {
  widgets: readonly { name: string; props?: SchemaNode }[]
  cells: readonly string[]
  endpoints: readonly string[]
  /** Keys of the module's messages, without `$`. */
  messages: readonly string[]
  /** Fields of the entity that the document is about, with those that other modules add. */
  fields?: readonly string[]
}

export interface Suggestion {
  label: string
  apply: string
  detail?: string
  kind: 'key' | 'value'
}
export interface Suggestions {
  from: number
  to: number
  options: Suggestion[]
}

interface Place {
  file: string
  node: SchemaNode
}

/**
 * Completions at `offset` of a document, by the contract's schema of its kind: missing keys, values of a closed list,
 * and names of widgets, rules, cells, icons, endpoints and messages. Null if nothing is known.
 */
export function suggest(text: string, offset: number, kind: string, names: KnownNames): Suggestions | null {
  const location = getLocation(text, offset)
  const tree = parseTree(text, undefined, { allowTrailingComma: true })
  const touched =
    location.previousNode && offset >= location.previousNode.offset && offset <= location.previousNode.offset + location.previousNode.length
      ? location.previousNode
      : undefined
  const word = /[\w$.-]*$/.exec(text.slice(0, offset))![0]
  const range = touched ? { from: touched.offset, to: touched.offset + touched.length } : { from: offset - word.length, to: offset }
  if (location.isAtPropertyKey) {
    const parent = location.path.slice(0, -1)
    const present = new Set(
      ((tree && findNodeAtLocation(tree, parent)?.children) ?? []).map((property) => String(property.children?.[0]?.value)),
    )
    const hasColon = /^\s*:/.test(text.slice(range.to))
    const options = keysAt(kind, parent, tree, names).filter(({ key }) => !present.has(key) || key === touched?.value)
    return {
      ...range,
      options: options.map(({ key, detail }) => ({
        label: key,
        apply: hasColon ? JSON.stringify(key) : `${JSON.stringify(key)}: `,
        detail,
        kind: 'key',
      })),
    }
  }
  const key = location.path.at(-1)
  if (key === 'rules' && touched?.type === 'string') return rulesAt(text, offset, touched)
  const values = [...valuesAt(kind, location.path), ...namedValues(location.path, tree, names, String(touched?.value ?? ''))]
  return values.length === 0
    ? null
    : { ...range, options: [...new Set(values)].map((value) => ({ label: value, apply: value, kind: 'value' })) }
}

/** The rule after the last pipe before the cursor; the text around it stays. */
function rulesAt(text: string, offset: number, touched: Pick<Node, 'offset' | 'length'>): Suggestions {
  const before = text.slice(touched.offset + 1, offset)
  const from = offset - (before.length - before.lastIndexOf('|') - 1)
  return { from, to: offset, options: ruleNames.map((name) => ({ label: name, apply: name, kind: 'value' })) }
}

function namedValues(path: JSONPath, tree: Node | undefined, names: KnownNames, typed: string): string[] {
  const key = path.at(-1)
  const quoted = (list: readonly string[]) => list.map((name) => JSON.stringify(name))
  const lists: Record<string, readonly string[]> = {
    widget: names.widgets.map(({ name }) => name),
    cell: names.cells,
    icon: iconNames,
    rules: ruleNames,
    endpoint: names.endpoints,
  }
  if (typeof key === 'string' && Object.hasOwn(lists, key)) return quoted(lists[key]!)
  if (key === 'name' && (path.at(-2) === 'options' || path.includes('load') || path.includes('fetch'))) return quoted(names.endpoints)
  const fields = naming.has(String(path.findLast((step) => typeof step === 'string' && step !== 'add'))) ? fieldsIn(tree, names) : []
  return quoted([
    ...fields,
    ...(typed.startsWith('$') || ['title', 'label', 'text', 'placeholder', 'description', 'toast', 'confirm'].includes(String(key))
      ? names.messages.map((name) => `$${name}`)
      : []),
  ])
}

/** Properties whose texts name fields. */
const naming = new Set('layout columns filters fields key field sort group_by translate search display totals tabs'.split(' '))

const fieldsIn = (tree: Node | undefined, { fields = [] }: KnownNames): string[] => [
  ...new Set([...Object.keys((tree && propertiesOf(tree)) ?? {}), ...fields]),
]

function propertiesOf(tree: Node): SchemaNode | undefined {
  const found = findNodeAtLocation(tree, ['schema', 'properties'])
  const value: unknown = found && getNodeValue(found)
  return isRecord(value) ? value : undefined
}

function keysAt(kind: string, path: JSONPath, tree: Node | undefined, names: KnownNames): { key: string; detail?: string }[] {
  const places = placesAt(kind, path)
  const widget = tree && (findNodeAtLocation(tree, [...path, 'widget'])?.value as unknown)
  const props = typeof widget === 'string' ? names.widgets.find(({ name }) => name === widget)?.props : undefined
  const inUi = path.at(-2) === 'ui' ? fieldsIn(tree, names) : []
  const found = new Map<string, string | undefined>()
  for (const name of ['ui', 'where'].includes(String(path.at(-1))) ? fieldsIn(tree, names) : []) found.set(name, undefined)
  for (const { node } of [...places, ...(props && inUi.length > 0 ? [{ file: '', node: props }] : [])]) {
    for (const [key, schema] of Object.entries(isRecord(node.properties) ? node.properties : {}))
      if (!found.has(key)) found.set(key, isRecord(schema) && typeof schema.description === 'string' ? schema.description : undefined)
  }
  return [...found].map(([key, detail]) => ({ key, detail }))
}

function valuesAt(kind: string, path: JSONPath): string[] {
  return placesAt(kind, path).flatMap(({ node }) => {
    if (Array.isArray(node.enum)) return node.enum.map((value) => JSON.stringify(value))
    if ('const' in node) return [JSON.stringify(node.const)]
    return node.type === 'boolean' ? ['true', 'false'] : []
  })
}

/** The schemas that hold at a path, through references and alternatives. */
function placesAt(kind: string, path: JSONPath): Place[] {
  const file = `${kind}.json`
  const root = contractSchemas[file]
  let places: Place[] = root ? expand({ file, node: root }) : []
  for (const step of path)
    places = places
      .flatMap((place) => inside(place, step))
      .flatMap((place) => expand(place))
      .slice(0, 60)
  return places
}

function inside({ file, node }: Place, step: string | number): Place[] {
  const found: unknown[] = []
  if (typeof step === 'number') found.push(...(Array.isArray(node.items) ? [node.items[step] as unknown] : [node.items]))
  else if (isRecord(node.properties) && Object.hasOwn(node.properties, step)) found.push(node.properties[step])
  else found.push(...Object.values(isRecord(node.patternProperties) ? node.patternProperties : {}), node.additionalProperties)
  return found.filter(isRecord).map((part) => ({ file, node: part }))
}

function expand(place: Place, depth = 0): Place[] {
  if (depth > 8) return []
  const { file, node } = place
  const more: Place[] = ['allOf', 'anyOf', 'oneOf']
    .flatMap((key) => (Array.isArray(node[key]) ? node[key] : []))
    .concat([node.then, node.else])
    .filter(isRecord)
    .map((part) => ({ file, node: part }))
  const target = typeof node.$ref === 'string' ? follow(file, node.$ref) : undefined
  return [place, ...[...more, ...(target ? [target] : [])].flatMap((part) => expand(part, depth + 1))]
}

function follow(file: string, reference: string): Place | undefined {
  const [name, pointer = ''] = reference.split('#')
  const home = name ? name.split('/').at(-1)! : file
  let node: unknown = contractSchemas[home]
  for (const step of pointer.split('/').slice(1)) node = isRecord(node) ? node[step] : undefined
  return isRecord(node) ? { file: home, node } : undefined
}
