import type { Caller } from '#server/caller.ts'
import { expandLayout } from '#server/documents/expand-layout.ts'
import { textOf } from '#server/documents/expansion.ts'
import { rulesFor } from '#server/documents/record-rules.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { readMenuRecords } from '#server/features/panel/menu-records.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { findModel, mayCallGeneric, mayDo, ruledBy, type ModelEntity } from '#server/model/context.ts'
import { readStored, trusted } from '#server/model/model.ts'
import { administratorRole, developerRole } from '#server/plugins/authentication.ts'
import { effectiveRoles, slugsIn } from '#server/plugins/effective-roles.ts'
import { withMemberships } from '#server/plugins/memberships.ts'
import { isStronger } from '#server/features/persons/rights.ts'
import { readRoles, roleTitle, type RoleChoice } from './role-titles.ts'

const kinds = ['read', 'write', 'trash', 'destroy'] as const

interface Person {
  user: NonNullable<Caller['user']>
  roles: readonly string[]
  permits: readonly string[]
}

/** The caller as if he were somebody else, in his own language. */
function callerAs({ caller, registry }: CallContext, { user, roles, permits }: Person): Caller {
  return {
    ...caller,
    user,
    roles,
    isAdmin: roles.includes(administratorRole),
    isDeveloper: roles.includes(developerRole),
    permissions: new Set([...roles.flatMap((role) => [...(registry.grants.get(role) ?? [])]), ...permits]),
    memberships: [],
  }
}

/** The user of `id`, or somebody who has `role` alone. @throws `not-found` */
async function personOf(context: CallContext, { id, role }: { id?: number; role?: string }, roles: readonly RoleChoice[]): Promise<Person> {
  if (id === undefined) {
    if (!roles.some(({ value }) => value === role)) throw new ApiError('not-found')
    return { user: { id: 0, username: role!, name_full: roleTitle(roles, role!) }, roles: [role!], permits: [] }
  }
  const stored: Record<string, unknown> = await readStored(context, 'user', id, trusted)
  const username = String(stored.username)
  return {
    user: { id, username, name_full: (stored.name_full as string | null) ?? username },
    roles: stored.blocked === true ? [] : effectiveRoles(stored.roles, stored.blocked_roles),
    permits: stored.blocked === true ? [] : slugsIn(stored.permits),
  }
}

/**
 * The frame that a user, or a role, gets, and what he may do with which records.
 * @throws `permission-denied` for somebody who may do what the caller may not
 */
const preview: Handler<'access-preview'> = async (context) => {
  const roles = await readRoles(context)
  const person = await personOf(context, context.params, roles)
  if (isStronger(context, person.roles, person.permits)) throw new ApiError('permission-denied')
  const { registry, config, trx } = context
  const caller = await withMemberships(trx, registry, callerAs(context, person))
  const { site_title: name, panel_logo: logo, copyright } = await readSiteSettings(context)
  const reader = { ...caller, locales: config.locales }
  const layout = expandLayout(
    registry,
    reader,
    { name, logo, copyright: copyright ?? null, avatar: null },
    await readMenuRecords({ ...context, caller }),
  )
  return {
    results: {
      name: person.user.name_full,
      roles: person.roles.map((role) => roleTitle(roles, role)),
      permits: [...person.permits],
      layout,
      records: recordsOf({ ...context, caller }),
    },
  }
}

/** Kinds of records that may be read or written, by module; `limited` where only some of them are. */
function recordsOf(context: CallContext) {
  const { registry, caller } = context
  return [...registry.entities.values()].flatMap(({ module, document }) => {
    const entity = findModel(context, document.name)
    const allowed = kinds.filter((kind) => mayDo(caller, entity, kind) && isOffered(context, entity, kind))
    if (allowed.length === 0 || entity.accessParent) return []
    const home = { registry, reader: caller, module }
    return [
      {
        model: document.name,
        module: textOf(home, registry.modules.get(module)!.module.title),
        title: textOf(home, document.title),
        allowed,
        limited: rulesFor(caller, ruledBy(entity).document, 'read') !== undefined,
      },
    ]
  })
}

/** Whether there is a call that does it: records of some kinds are written by the server alone. */
const isOffered = (context: CallContext, entity: ModelEntity, kind: (typeof kinds)[number]): boolean =>
  kind === 'read' || (kind === 'write' && entity.document.calls?.save !== undefined) || mayCallGeneric(context, entity, kind)

/** What somebody sees of the panel. */
export const accessPreview: Handlers = { 'access-preview': preview }
