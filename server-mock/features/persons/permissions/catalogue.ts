import { humanise, messageOf, textOf, within, type Expansion } from '#server/documents/expansion.ts'
import { gridAccess } from '#server/documents/reach.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { transitionTitle } from '#server/model/lifecycles/state-titles.ts'
import { ownRoles, unlimitedRoles } from '#server/features/persons/rights.ts'

export interface Opened {
  /** A page or list, records that may be read or written, a step from one state to another. */
  kind: 'page' | 'record' | 'step'
  title: string
}

export interface Permission {
  name: string
  title: string
  opens: Opened[]
  /** Roles that grant it, in the order of `roles`. */
  roles: string[]
}

export interface PermissionGroup {
  /** The module. */
  name: string
  title: string
  permissions: Permission[]
}

/** All permissions by module, with what each opens and the roles of `roles` that grant it. */
export function permissionGroups(expansion: Expansion, roles: readonly string[]): PermissionGroup[] {
  const opened = openedBy(expansion)
  return [...expansion.registry.modules.values()]
    .filter(({ module }) => (module.permissions ?? []).length > 0)
    .map(({ module }) => ({
      name: module.name,
      title: textOf(within(expansion, module.name), module.title),
      permissions: module.permissions!.map((name) => ({
        name,
        title: permissionTitle(expansion, module.name, name),
        opens: opened.get(name) ?? [],
        roles: roles.filter((role) => grants(expansion.registry, role, name)),
      })),
    }))
    .sort((one, other) => one.title.localeCompare(other.title, expansion.reader.locale))
}

/** Whether a role has a permission, by what modules grant or because it has all. */
export function grants(registry: DocumentRegistry, role: string, permission: string): boolean {
  const own = ownRoles[permission]
  if (own !== undefined) return role === own
  return unlimitedRoles.includes(role) || registry.grants.get(role)?.has(permission) === true
}

/**
 * The message `permissions.<name>` of its module, else that of what follows the module's name (`permission.write` of `content.write`),
 * else the name made readable.
 */
function permissionTitle(expansion: Expansion, module: string, name: string): string {
  const rest = name.slice(name.indexOf('.') + 1)
  return (
    messageOf(within(expansion, module), `permissions.${name}`) ??
    messageOf(within(expansion, 'persons'), `permission.${rest}`) ??
    humanise(rest)
  )
}

/** What the documents ask each permission for; a title that names a record is left out. */
function openedBy(expansion: Expansion): Map<string, Opened[]> {
  const { registry, reader } = expansion
  const opened = new Map<string, Opened[]>()
  const add = (permission: unknown, kind: Opened['kind'], title: string | undefined) => {
    if (typeof permission !== 'string' || !title || title.includes('{')) return
    const list = opened.get(permission) ?? []
    opened.set(permission, list)
    if (!list.some((each) => each.title === title)) list.push({ kind, title })
  }
  for (const { module, document } of registry.screens.values())
    add(document.access, 'page', textOf(within(expansion, module), document.title ?? ''))
  for (const { module, document } of registry.grids.values())
    add(gridAccess(registry, document), 'page', textOf(within(expansion, module), document.title ?? ''))
  for (const owner of registry.entities.values()) {
    const { access, title, lifecycle = {} } = owner.document
    for (const kind of ['read', 'write', 'trash', 'destroy'] as const)
      add(access?.[kind], 'record', textOf(within(expansion, owner.module), title))
    for (const { transitions = {} } of Object.values(lifecycle))
      for (const [name, transition] of Object.entries(transitions))
        add(transition.access, 'step', transitionTitle(registry, reader, owner, name, transition))
  }
  return opened
}

/** Whether a permission is one of the modules that are enabled. */
export const isPermission = ({ modules }: DocumentRegistry, name: string): boolean =>
  [...modules.values()].some(({ module }) => module.permissions?.includes(name))
