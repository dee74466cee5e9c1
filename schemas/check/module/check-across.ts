import { childForm } from '#schemas/rules/entities/child-form.ts'
import { productRoles } from '#schemas/rules/product-roles.ts'
import { iconNames } from '#schemas/rules/icon-names.ts'
import { at, error, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkMenu } from './check-menu.ts'
import { checkModalCycles } from '#schemas/check/screen/check-modals.ts'
import { checkPaths } from './check-paths.ts'
import { checkRequires } from './check-requires.ts'
import { checkRuledCalls } from './check-record-rules.ts'
import { checkRights } from './check-rights.ts'
import type { Source } from '#schemas/check/source.ts'
import { gridPath, missing, type Scope } from '#schemas/check/scope.ts'

/** Reports names and paths that two documents share, in the module and across modules. */
export function checkAcross(documents: CheckedDocument[], scope: Scope, sources: readonly Source[]): void {
  const others = [...scope.modules].filter(([name]) => name !== scope.name)
  const own = new Map<string, string>()
  const claim = (document: CheckedDocument, pointer: string, kind: string, name: string, owner: string | undefined): void => {
    const key = `${kind} ${name}`
    if (owner !== undefined) error(document, pointer, `the ${kind} "${name}" belongs to the module "${owner}"`)
    else if (own.has(key)) error(document, pointer, `the ${kind} "${name}" is already taken by ${own.get(key)!}`)
    else own.set(key, document.source.file)
  }

  for (const document of documents) {
    const value = document.source.value as Record<string, string> & { entity: string; path: string }
    if (document.kind === 'entity') {
      claim(document, '/name', 'entity', value.name!, others.find(([, module]) => Object.hasOwn(module.entities, value.name!))?.[0])
      if (value.name !== document.name) error(document, '/name', `the file must be called entities/${value.name!}.json`)
    }
    if (document.kind === 'screen') {
      claim(document, '/name', 'screen', value.name!, others.find(([, module]) => Object.hasOwn(module.screens, value.name!))?.[0])
    }
    if (document.kind === 'grid')
      claim(document, value.part ? '/part' : '', 'grid', gridPath(scope.name, document.name, value as never), undefined)
    if (document.kind === 'form' && value.name !== undefined && value.name !== document.name)
      error(document, '/name', `the file must be called forms/${value.name}.json`)
  }
  checkMenu(documents, scope)
  checkGrants(documents, scope)
  checkUnused(documents, scope, sources)
  for (const document of documents) checkIcons(document, document.source.value, '')
  checkPaths(documents, scope)
  checkModalCycles(documents, scope)
  checkRequires(documents, scope)
  checkRights(documents, scope)
  checkRuledCalls(documents, scope)
}

function checkGrants(documents: CheckedDocument[], scope: Scope): void {
  const declared = [...scope.modules.values()].flatMap(({ module }) => Object.keys(module.roles ?? {}))
  const roles = [...new Set([...(scope.context.roles ?? productRoles), ...declared])]
  const home = documents.find((document) => document.kind === 'module')
  for (const role of home ? Object.keys(scope.own.module.grants ?? {}) : []) {
    if (!roles.includes(role))
      error(home!, at('/grants', role), `there is no role "${role}" among those that are known: declare it under "roles"`, {
        ...missing(role, roles),
        atKey: true,
      })
  }
  for (const [index, role] of home ? (scope.own.module.gate?.roles ?? []).entries() : [])
    if (!roles.includes(role))
      error(home!, at('/gate/roles', index), `there is no role "${role}" among those that are known`, missing(role, roles))
  const own = scope.own.module.permissions ?? []
  for (const [index, permission] of home ? own.entries() : []) {
    const owner = [...scope.modules].find(([name, { module }]) => name !== scope.name && module.permissions?.includes(permission))
    if (owner)
      error(
        home!,
        at('/permissions', index),
        `the permission "${permission}" belongs to the module "${owner[0]}": begin it with the module's name, e.g. ` +
          `"${scope.name}.${permission.slice(permission.indexOf('.') + 1)}"`,
      )
  }
  for (const [role, permissions] of home ? Object.entries(scope.own.module.grants ?? {}) : [])
    for (const [index, permission] of Array.isArray(permissions) ? permissions.entries() : []) {
      const owner = [...scope.modules].find(([name, { module }]) => name !== scope.name && module.permissions?.includes(permission))
      if (owner && !own.includes(permission))
        warn(
          home!,
          at('/grants', role, index),
          `grants permissions of the module "${owner[0]}": write "${permission}" under "grants" of that module`,
        )
    }
  for (const role of home ? Object.keys(scope.own.module.roles ?? {}) : []) {
    const owner = [...scope.modules].find(([name, { module }]) => name !== scope.name && Object.hasOwn(module.roles ?? {}, role))
    if (productRoles.includes(role))
      error(home!, at('/roles', role), `the role "${role}" is one of the product: grant to it without declaring it`, { atKey: true })
    else if (owner)
      error(home!, at('/roles', role), `the role "${role}" belongs to the module "${owner[0]}": grant to it without declaring it`, {
        atKey: true,
      })
  }
}

/** Warns of forms and modals that no document names. */
function checkUnused(documents: CheckedDocument[], scope: Scope, sources: readonly Source[]): void {
  const own = documents.filter((document) => document.kind === 'form' || document.kind === 'modal')
  // Forms and modals that the server's own code opens are not named in documents.
  if (own.length === 0 || scope.own.endpoints.some((endpoint) => !endpoint.operation)) return
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : []
  const named = new Map(
    sources.filter((source) => !source.file.startsWith('locales/')).map((source) => [source, new Set(texts(source.value))]),
  )
  const theirs = new Set(
    [...scope.modules]
      .filter(([name]) => name !== scope.name)
      .flatMap(([, { forms, modals, screens, grids }]) => texts([forms, modals, screens, grids])),
  )
  for (const document of own) {
    const name = String(
      (document.source.value as { id?: unknown; name?: unknown }).id ?? (document.source.value as { name?: unknown }).name ?? document.name,
    )
    if (
      !theirs.has(`${scope.name}/${name}`) &&
      ![...named].some(([other, names]) => other !== document.source && (names.has(name) || names.has(`${scope.name}/${name}`))) &&
      !/-(view|edit)$|^(view|edit)$/.test(name) &&
      !isFormOfRows(document, scope)
    )
      warn(document, '', `the ${document.kind} "${name}" is not used`)
  }
}

/** Whether blocks of rows take the form by its name. */
function isFormOfRows({ kind, name, source }: CheckedDocument, scope: Scope): boolean {
  const entity = kind === 'form' ? scope.entity((source.value as { entity?: string }).entity ?? '').found : undefined
  return entity?.parent !== undefined && childForm(entity, (form) => scope.own.forms[form]) === name
}

/** Warns of unknown icons, which are drawn as a dot. */
function checkIcons(document: CheckedDocument, value: unknown, pointer: string): void {
  if (document.kind === 'messages' || value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    if (key === 'icon' && typeof item === 'string' && !item.includes('{')) {
      if (!iconNames.includes(item))
        warn(document, at(pointer, key), `there is no icon "${item}": a dot is drawn`, missing(item, iconNames))
    } else if (!['schema', 'properties', 'sample', 'payload'].includes(key)) checkIcons(document, item, at(pointer, key))
  }
}
