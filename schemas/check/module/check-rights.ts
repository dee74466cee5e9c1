import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, FormDocument, FormDocumentFieldUi, GridDocument } from '#schemas/types/contract.d.ts'
import { layoutFields } from '#schemas/rules/conditions/form-conditions.ts'
import { at, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import type { FieldSchema, Scope } from '#schemas/check/scope.ts'

/** A call that the control of a field makes, and the place in the document. */
interface WidgetCall {
  endpoint: string
  pointer: string
}

/** Warns of roles that may write the records of a form but may not make a call that one of its fields needs. */
export function checkRights(documents: readonly CheckedDocument[], scope: Scope): void {
  const roles = rolesOf(scope)
  for (const document of documents) {
    if (document.kind === 'grid') checkImportKey(document, document.source.value as GridDocument, scope, roles)
    if (document.kind !== 'form') continue
    const form = document.source.value as FormDocument
    const entity = form.entity === undefined ? undefined : scope.entity(form.entity).found
    const write = entity && writePermission(scope, entity)
    if (!write) continue
    const needs = [
      ...widgetCalls(form, entity).map(({ endpoint, pointer }) => ({
        pointer,
        needed: scope.endpoint(endpoint).found?.access,
        what: `call "${endpoint}"`,
      })),
      ...choices(form, entity).map(({ target, pointer }) => ({
        pointer,
        needed: scope.entity(target).found?.access?.names ?? scope.entity(target).found?.access?.read,
        what: `read "${target}"`,
      })),
    ]
    for (const { pointer, needed, what } of needs) {
      if (!isPermission(needed)) continue
      const refused = [...roles]
        .filter(([, permissions]) => permissions.has(write) && !permissions.has(needed))
        .map(([role]) => `"${role}"`)
      if (refused.length > 0)
        warn(
          document,
          pointer,
          `${refused.length === 1 ? 'the role' : 'the roles'} ${refused.join(', ')} may write "${entity.name}" (${write}) and may not ${what}, ` +
            `which this field needs: grant "${needed}" too, or give the field an "access"`,
        )
    }
  }
}

/** Warns of roles that may import into a grid but may not read the field by which rows find their records. */
function checkImportKey(
  document: CheckedDocument,
  grid: GridDocument,
  scope: Scope,
  roles: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  if (grid.import === undefined || grid.import === true || grid.import.key === undefined) return
  const { key, endpoint } = grid.import
  const entity = scope.entity(grid.entity).found
  const needed = entity?.access?.fields?.[key]
  const call = endpoint === undefined ? undefined : scope.endpoint(endpoint).found?.access
  const write = isPermission(call) ? call : entity && writePermission(scope, entity)
  if (!isPermission(needed) || !write) return
  const refused = [...roles].filter(([, permissions]) => permissions.has(write) && !permissions.has(needed)).map(([role]) => `"${role}"`)
  if (refused.length > 0)
    warn(
      document,
      '/import/key',
      `${refused.length === 1 ? 'the role' : 'the roles'} ${refused.join(', ')} may import here (${write}) and may not read "${key}", ` +
        `by which rows find their records: grant "${needed}" too, or choose another key`,
    )
}

/** Permissions of each role from all modules together. Administrators and developers have all. */
function rolesOf(scope: Scope): Map<string, Set<string>> {
  const roles = new Map<string, Set<string>>()
  for (const { module } of scope.modules.values())
    for (const [role, permissions] of Object.entries(module.grants ?? {}))
      if (Array.isArray(permissions)) roles.set(role, new Set([...(roles.get(role) ?? []), ...permissions]))
  return roles
}

/** The permission needed to save a record: that of the entity's own call, otherwise that of the entity. */
function writePermission(scope: Scope, entity: EntityDocument): string | undefined {
  const call = entity.calls?.save === undefined ? undefined : scope.endpoint(entity.calls.save).found?.access
  return isPermission(call) ? call : (entity.access?.write ?? entity.access?.read)
}

const isPermission = (access: unknown): access is string => typeof access === 'string' && !['guest', 'user'].includes(access)

/** Fields of an entity that a form draws, without those that need a permission of their own. */
function drawnFields(form: FormDocument, entity: EntityDocument): { name: string; field: FieldSchema; pointer: string }[] {
  const drawn = [...(form.fields ?? []), ...[...layoutFields(form.layout ?? [])].map(({ field }) => field)]
  const ui = (form.ui ?? {}) as Record<string, FormDocumentFieldUi>
  return Object.entries(entity.schema.properties as Record<string, FieldSchema>)
    .filter(([name, field]) => field.readOnly !== true && (drawn.length === 0 || drawn.includes(name)))
    .filter(([name]) => (Object.hasOwn(ui, name) ? ui[name]?.access : undefined) === undefined)
    .map(([name, field]) => ({ name, field, pointer: Object.hasOwn(ui, name) ? at('/ui', name) : '/entity' }))
}

/** Calls that a form's fields make, including file uploads. */
function widgetCalls(form: FormDocument, entity: EntityDocument): WidgetCall[] {
  const named = Object.entries((form.ui ?? {}) as Record<string, FormDocumentFieldUi>).flatMap(([path, settings]) =>
    settings.access === undefined ? callsOf(settings, at('/ui', path)) : [],
  )
  const files = drawnFields(form, entity)
    .filter(({ field }) => field.format === 'file' || field.items?.format === 'file')
    .map(({ pointer }) => ({ endpoint: 'upload', pointer }))
  return [...named, ...files]
}

/** Entities whose records a form's fields offer as choices, if the field has no call of its own for them. */
function choices(form: FormDocument, entity: EntityDocument): { target: string; pointer: string }[] {
  return drawnFields(form, entity).flatMap(({ name, field, pointer }) => {
    const target = field.references ?? field.items?.references
    const hasCall = typeof (form.ui as Record<string, FormDocumentFieldUi> | undefined)?.[name]?.endpoint === 'string'
    return typeof target === 'string' && !hasCall ? [{ target, pointer }] : []
  })
}

function callsOf(settings: FormDocumentFieldUi, pointer: string): WidgetCall[] {
  const nested = (['check', 'create'] as const).flatMap((key) => {
    const part: unknown = settings[key]
    return isRecord(part) && typeof part.endpoint === 'string' ? [{ endpoint: part.endpoint, pointer: at(pointer, key, 'endpoint') }] : []
  })
  return typeof settings.endpoint === 'string' ? [{ endpoint: settings.endpoint, pointer: at(pointer, 'endpoint') }, ...nested] : nested
}
