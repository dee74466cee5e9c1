import { isRecord } from '#schemas/rules/is-record.ts'
import type { Action, EntityDocument, Target } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkValuesOf } from '#schemas/check/form/check-form-values.ts'
import { fieldsOf, missing } from '#schemas/check/scope.ts'

/** Calls that work for every entity, which `model` names. */
const generic = ['single', 'list', 'save', 'trash', 'restore', 'destroy', 'activate', 'deactivate', 'describe', 'audit']

export interface Call {
  name: string
  method?: string
  version?: number
  params?: unknown
  payload?: unknown
}

/** Checks the call of an endpoint: it exists, and takes this method, these parameters and this body. */
export function checkCall(
  document: CheckedDocument,
  pointer: string,
  call: Call,
  { method, key = 'name' }: { method?: string; key?: string } = {},
): void {
  if (call.name.includes('{')) return
  const endpoint = expectFound(
    document,
    at(pointer, key),
    document.scope.endpoint(call.name, call.version),
    `there is no endpoint "${call.name}"${call.version && call.version > 1 ? ` of version ${call.version}` : ''}`,
  )
  if (!endpoint) return
  if (call.method && call.method !== endpoint.method)
    error(document, at(pointer, 'method'), `"${call.name}" is called by ${endpoint.method}`, { allowed: [endpoint.method] })
  if (method && endpoint.method !== method)
    error(document, at(pointer, key), `"${call.name}" is called by ${endpoint.method}, but only ${method} is possible here`)
  checkArguments(document, at(pointer, 'params'), call.params, endpoint.params, call.name)
  if (generic.includes(call.name))
    for (const part of ['params', 'payload'] as const) {
      const args = call[part]
      const model = isRecord(args) ? args.model : undefined
      if (typeof model !== 'string' || model.includes('{')) continue
      const entity = expectFound(document, at(pointer, part, 'model'), document.scope.entity(model), `there is no entity "${model}"`)
      if (entity && call.name === 'save' && isRecord(args)) checkSaved(document, at(pointer, part, 'data'), args.data, entity)
    }
  if (isRecord(call.payload)) checkArguments(document, at(pointer, 'payload'), call.payload, endpoint.payload, call.name)
}

/** Checks the fields and values that a call saves. */
function checkSaved(document: CheckedDocument, pointer: string, data: unknown, entity: EntityDocument): void {
  if (data === undefined || (typeof data === 'string' && data.includes('{'))) return
  if (!isRecord(data)) return error(document, pointer, `"data" is an object of fields of the entity "${entity.name}", or "{form}"`)
  const names = Object.keys(fieldsOf(entity))
  const find = (name: string) => document.scope.field(entity, Object.hasOwn(fieldsOf(entity), name) ? name : name.replace(/_id$/, ''))
  for (const name of Object.keys(data))
    if (find(name).found === undefined)
      error(document, at(pointer, name), `there is no field "${name}" in the entity "${entity.name}"`, {
        ...missing(name, names),
        atKey: true,
      })
  checkValuesOf(document, pointer, data, find)
}

/** Reports arguments that the endpoint's schema does not take, and missing ones. Their values are known only at run time. */
function checkArguments(document: CheckedDocument, pointer: string, args: unknown, schema: unknown, endpoint: string): void {
  if (!isRecord(schema) || !isRecord(schema.properties)) return
  const names = Object.keys(schema.properties)
  if (isRecord(args) && schema.additionalProperties === false) {
    for (const name of Object.keys(args))
      if (!names.includes(name))
        error(document, at(pointer, name), `"${endpoint}" does not take "${name}"`, { ...missing(name, names), atKey: true })
  }
  for (const name of Array.isArray(schema.required) ? schema.required.map(String) : []) {
    if (isRecord(args) && !Object.hasOwn(args, name)) error(document, pointer, `"${endpoint}" needs "${name}"`)
  }
}

/** Checks that an action has what its type needs, and that everything it names exists. */
export function checkAction(document: CheckedDocument, pointer: string, action: Action): void {
  const options = action.options ?? {}
  const inside = at(pointer, 'options')
  const need = (key: keyof typeof options): boolean => {
    if (options[key] !== undefined) return true
    error(document, action.options ? inside : pointer, `an action of type ${action.type} needs "options.${key}"`)
    return false
  }
  switch (action.type) {
    case 'call':
      if (need('name')) checkCall(document, inside, options as Call)
      break
    case 'download':
      if (options.to === undefined && need('name')) checkCall(document, inside, options as Call)
      break
    case 'modal':
      if (need('modal') && typeof options.modal === 'string')
        expectFound(document, at(inside, 'modal'), document.scope.modal(options.modal), `there is no modal "${options.modal}"`)
      break
    case 'navigate':
      need('to')
      break
    case 'copy':
      need('text')
      break
  }
}

/** Paths of the panel that no document defines. */
const ownPaths = /^\/?(auth|errors?|developer|developer-tools|profile)(\/|$)/

/**
 * Checks that a link leads to a screen, a grid or an address of another site. `fixed` links (menus) have no row to fill
 * parameters from.
 */
export function checkTarget(document: CheckedDocument, pointer: string, target: Target, { fixed = false } = {}): void {
  const screens = screensOf(document)
  if (typeof target !== 'string') {
    if (target.name === 'grid' || target.name.includes('{')) return
    const screen = expectFound(
      document,
      at(pointer, 'name'),
      screens.has(target.name) ? { found: screens.get(target.name)!, module: '' } : missing(target.name, screens.keys()),
      `there is no screen "${target.name}"`,
    )
    if (!screen) return
    for (const { name, optional } of parametersOf(screen)) {
      if (!optional && !Object.hasOwn(target.params ?? {}, name))
        error(document, pointer, `the screen "${target.name}" (${screen}) needs the parameter "${name}"`)
    }
    for (const name of Object.keys(target.params ?? {})) {
      const names = parametersOf(screen).map((parameter) => parameter.name)
      if (!names.includes(name))
        warn(document, at(pointer, 'params', name), `the path of "${target.name}" (${screen}) has no parameter "${name}"`, {
          ...missing(name, names),
          atKey: true,
        })
    }
    return
  }
  if (target === '' || target.includes('{') || /^(https?:|mailto:|tel:|#|\?)/i.test(target) || ownPaths.test(target)) return
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return error(document, pointer, `"${target}" is no address that a link may lead to`)
  if (target.startsWith('/') && target !== '/')
    warn(document, pointer, `paths are written without a leading slash: "${target.slice(1)}"`, { suggestion: target.slice(1) })
  const grid = /^\/?grid\/([^/?#]+\/[^/?#]+\/[^/?#]+)(?:[/?#]|$)/.exec(target)?.[1]
  if (grid) {
    const { found, ...otherwise } = { found: undefined, ...document.scope.grid(grid) } as {
      found?: unknown
      allowed?: string[]
      suggestion?: string
    }
    const [module, , part] = grid.split('/')
    // The grid exists, but not the entity that its path contains; that is reported in the grid.
    if (
      Object.entries(document.scope.modules.get(module!)?.grids ?? {}).some(
        ([name, entry]) => (entry.part ?? name) === part && document.scope.entity(entry.entity).found === undefined,
      )
    )
      return
    if (found === undefined)
      error(document, pointer, `there is no grid "${grid}"`, {
        allowed: (otherwise.allowed ?? []).map((path) => `grid/${path}`),
        ...(otherwise.suggestion ? { suggestion: `grid/${otherwise.suggestion}` } : {}),
      })
    return
  }
  const path = screens.get(target)
  if (path !== undefined) {
    const needed = parametersOf(path).filter((parameter) => !parameter.optional)
    if (fixed && needed.length > 0)
      error(
        document,
        pointer,
        `the screen "${target}" (${path}) needs the parameter "${needed[0]!.name}": write { "name": "${target}", "params": { … } }`,
      )
    return
  }
  if (![...screens.values()].some((pattern) => fits(pattern, target)) && target !== '/')
    error(document, pointer, `"${target}" is neither a screen nor a path of one`, missing(target, [...screens.keys(), ...screens.values()]))
}

/** Paths of all modules by route name. */
function screensOf({ scope }: CheckedDocument): Map<string, string> {
  return new Map(
    [...scope.modules.values()].flatMap((documents) => Object.values(documents.screens).map((screen) => [screen.name, screen.path])),
  )
}

export const parametersOf = (path: string): { name: string; optional: boolean }[] =>
  [...path.matchAll(/:([a-z_]+)(\?)?/g)].map(([, name, optional]) => ({ name: name!, optional: optional === '?' }))

function fits(pattern: string, path: string): boolean {
  const segments = path.split(/[?#]/)[0]!.split('/').filter(Boolean)
  const parts = pattern.split('/').filter(Boolean)
  return (
    segments.length <= parts.length &&
    segments.length >= parts.filter((part) => !part.endsWith('?')).length &&
    segments.every((segment, index) => parts[index]!.startsWith(':') || parts[index] === segment)
  )
}
