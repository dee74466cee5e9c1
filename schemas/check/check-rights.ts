import type { EntityDocument, FormDocument, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { layoutFields } from '#schemas/rules/form-conditions.ts'
import { at, warn, type CheckedDocument } from './checked-document.ts'
import { isObject } from './contract-check.ts'
import { fieldsOf, type Scope } from './scope.ts'

/** A call that the input of a field makes, and where the document says so. */
interface WidgetCall {
  endpoint: string
  pointer: string
}

/** Roles that may write the records of a form and may not make the calls that one of its fields needs. */
export function checkRights(documents: readonly CheckedDocument[], scope: Scope): void {
  const roles = rolesOf(scope)
  for (const document of documents) {
    if (document.kind !== 'form') continue
    const form = document.source.value as FormDocument
    const entity = form.entity === undefined ? undefined : scope.entity(form.entity).found
    const write = entity && writePermission(scope, entity)
    if (!write) continue
    for (const { endpoint, pointer } of widgetCalls(form, entity)) {
      const needed = scope.endpoint(endpoint).found?.access
      if (!isPermission(needed)) continue
      const refused = [...roles]
        .filter(([, permissions]) => permissions.has(write) && !permissions.has(needed))
        .map(([role]) => `"${role}"`)
      if (refused.length > 0)
        warn(
          document,
          pointer,
          `${refused.length === 1 ? 'the role' : 'the roles'} ${refused.join(', ')} may write "${entity.name}" (${write}) and may not call "${endpoint}", which this field needs: grant "${needed}" too, or give the field an "access"`,
        )
    }
  }
}

/** What each role is granted by all modules together. Administrators and developers have everything. */
function rolesOf(scope: Scope): Map<string, Set<string>> {
  const roles = new Map<string, Set<string>>()
  for (const { module } of scope.modules.values())
    for (const [role, permissions] of Object.entries(module.grants ?? {}))
      if (Array.isArray(permissions)) roles.set(role, new Set([...(roles.get(role) ?? []), ...permissions]))
  return roles
}

/** What it takes to save a record: the permission of the entity's own call, else that of the entity. */
function writePermission(scope: Scope, entity: EntityDocument): string | undefined {
  const call = entity.calls?.save === undefined ? undefined : scope.endpoint(entity.calls.save).found?.access
  return isPermission(call) ? call : (entity.access?.write ?? entity.access?.read)
}

const isPermission = (access: unknown): access is string => typeof access === 'string' && !['guest', 'user'].includes(access)

function widgetCalls(form: FormDocument, entity: EntityDocument): WidgetCall[] {
  const drawn = [...(form.fields ?? []), ...[...layoutFields(form.layout ?? [])].map(({ field }) => field)]
  const fields = fieldsOf(entity)
  const ui = (form.ui ?? {}) as Record<string, FormDocumentFieldUi>
  const named = Object.entries(ui).flatMap(([path, settings]) => (settings.access === undefined ? callsOf(settings, at('/ui', path)) : []))
  const files = Object.keys(fields)
    .filter((name) => drawn.length === 0 || drawn.includes(name))
    .filter((name) => fields[name]!.format === 'file' || fields[name]!.items?.format === 'file')
    .filter((name) => ui[name]?.access === undefined)
    .map((name) => ({ endpoint: 'upload', pointer: Object.hasOwn(ui, name) ? at('/ui', name) : '/entity' }))
  return [...named, ...files]
}

function callsOf(settings: FormDocumentFieldUi, pointer: string): WidgetCall[] {
  const nested = (['check', 'create'] as const).flatMap((key) => {
    const part: unknown = settings[key]
    return isObject(part) && typeof part.endpoint === 'string' ? [{ endpoint: part.endpoint, pointer: at(pointer, key, 'endpoint') }] : []
  })
  return typeof settings.endpoint === 'string' ? [{ endpoint: settings.endpoint, pointer: at(pointer, 'endpoint') }, ...nested] : nested
}
