import { asSentence, nounBeforeName } from '#schemas/rules/text/nouns.ts'
import type { Action, EntityDocument, GridDocument, ModalAnswer } from '#schemas/types/contract.d.ts'
import { entityAccess, typeOf } from './entity-field.ts'
import { may, within, type Expansion } from './expansion.ts'
import type { ModalCollector } from './expand-modal.ts'
import { panelModule } from './messages.ts'
import { mayReach } from './reach.ts'
import { routeTarget } from './route-target.ts'
import type { Owned } from './registry.ts'

interface Removal {
  method: 'DELETE' | 'PATCH'
  flag: string
  icon: string
  color: 'danger' | 'primary'
  access: 'trash' | 'destroy'
  endpoint: 'trash' | 'restore' | 'destroy'
}

/** Actions that open a confirmation whose button calls the generic endpoint. */
const confirmed: Record<string, Removal> = {
  trash: { method: 'DELETE', flag: 'can_trash', icon: 'trash', color: 'danger', access: 'trash', endpoint: 'trash' },
  restore: { method: 'PATCH', flag: 'can_restore', icon: 'restore', color: 'primary', access: 'trash', endpoint: 'restore' },
  destroy: { method: 'DELETE', flag: 'can_destroy', icon: 'destroy', color: 'danger', access: 'destroy', endpoint: 'destroy' },
  delete: { method: 'DELETE', flag: 'can_destroy', icon: 'trash', color: 'danger', access: 'destroy', endpoint: 'destroy' },
}
const pages: Record<string, { flag: string; access: 'read' | 'write' }> = {
  view: { flag: 'can_view', access: 'read' },
  edit: { flag: 'can_edit', access: 'write' },
}
const switches = new Set(['activate', 'deactivate'])

export const isGenericAction = (name: string): boolean => Object.hasOwn(confirmed, name) || Object.hasOwn(pages, name) || switches.has(name)

/**
 * What a bare name among a grid's actions stands for; see docs/wire.md. A modal that the module itself defines under the
 * name is opened in place of the generic confirmation. Undefined where the reader may not do it, where nothing of that
 * name is there to open, and for writes to an entity whose generic calls only read and are not answered by calls of its own.
 */
export function genericAction(
  expansion: Expansion,
  grid: Owned<GridDocument>,
  entity: Owned<EntityDocument>,
  name: string,
  modals: ModalCollector,
  { bulk = false } = {},
): Action | undefined {
  if (Object.hasOwn(pages, name)) return pageAction(expansion, grid, entity, name, modals)
  const writable = (entity.document.generic ?? 'all') === 'all'
  if (Object.hasOwn(confirmed, name)) {
    const { flag, icon, access, color, endpoint } = confirmed[name]!
    if (!may(expansion, entityAccess(entity.document, access))) return undefined
    const own = ownModal(expansion, grid.module, name)
    if (!own && !writable && !entity.document.calls?.[endpoint]) return undefined
    const modal = own
      ? modals.open(within(expansion, grid.module), name)
      : modals.add(confirmation(expansion, entity, name, { bulk, row: bulk ? undefined : nameOf(grid.document, entity.document) }))
    return modal === undefined
      ? undefined
      : {
          id: name,
          type: 'modal',
          title: panelText(expansion, `actions.${name}.title`),
          icon,
          color: color === 'danger' ? 'danger' : 'default',
          flag,
          options: { modal },
        }
  }
  return writable && may(expansion, entityAccess(entity.document, 'write'))
    ? switchAction(expansion, entity, name, { bulk, row: bulk ? undefined : nameOf(grid.document, entity.document) })
    : undefined
}

function ownModal({ registry }: Expansion, module: string, name: string): boolean {
  return registry.modal(module, name)?.module === module
}

/** `view` and `edit` lead to the screen `<module>-<entity>-<name>`, or open the modal of that name. */
function pageAction(
  expansion: Expansion,
  grid: Owned<GridDocument>,
  entity: Owned<EntityDocument>,
  name: string,
  modals: ModalCollector,
): Action | undefined {
  const { flag, access } = pages[name]!
  if (!may(expansion, entityAccess(entity.document, access))) return undefined
  const action = { id: name, title: panelText(expansion, `actions.${name}.title`), icon: name, flag }
  const kebab = entity.document.name.replaceAll('_', '-')
  for (const module of new Set([entity.module, grid.module])) {
    const screen = `${module}-${kebab}-${name}`
    if (expansion.registry.screens.has(screen)) {
      return mayReach(expansion, { name: screen })
        ? { ...action, type: 'navigate', options: { to: routeTarget(expansion.registry, screen, Object.keys(grid.document.params ?? {})) } }
        : undefined
    }
    for (const modal of [screen, `${entity.document.name}-${name}`, `${kebab}-${name}`, name]) {
      if (!ownModal(expansion, module, modal)) continue
      const id = modals.open(within(expansion, module), modal)
      return id === undefined ? undefined : { ...action, type: 'modal', options: { modal: id } }
    }
  }
  return undefined
}

/** Insertion for the name of a row, e.g. `{row.title}`; undefined where rows of the grid do not have it. */
function nameOf(grid: GridDocument, entity: EntityDocument): string | undefined {
  const keys = new Set(grid.columns.map((column) => (typeof column === 'string' ? column : column.key)))
  const display = entity.display ?? '{title}'
  const fields = [...display.matchAll(/\{([^{}]+)\}/g)].map(([, field]) => field!)
  return fields.length > 0 && fields.every((field) => keys.has(field)) ? display.replace(/\{([^{}]+)\}/g, '{row.$1}') : undefined
}

/** What a question is about: one row, with an insertion for its name, or a selection. */
interface Asked {
  row: string | undefined
  bulk: boolean
}

/** Text of the question: with the row's name where it is known, else with the type; for a selection with the count. */
function questionOf(
  expansion: Expansion,
  entity: Owned<EntityDocument>,
  name: string,
  { row, bulk }: Asked,
  plain: 'confirm' | 'full_confirm',
): string {
  const type = typeOf(expansion, entity)
  const typeBefore = nounBeforeName(type, expansion.reader.locale)
  if (bulk) return panelText(expansion, `actions.${name}.selection_confirm`, { type: typeBefore })
  return row === undefined
    ? panelText(expansion, `actions.${name}.${plain}`, { type })
    : panelText(expansion, `actions.${name}.named_confirm`, { type: typeBefore, name: row })
}

/** Toast after success: with the row's name where it is known, else with the type. */
function successOf(expansion: Expansion, entity: Owned<EntityDocument>, name: string, { row, bulk }: Asked): string {
  const { locale } = expansion.reader
  const type = typeOf(expansion, entity)
  if (bulk || row === undefined) return panelText(expansion, `actions.${name}.success`, { type })
  const text = panelText(expansion, `actions.${name}.named_success`, { type: nounBeforeName(type, locale), name: row })
  return asSentence(text, locale)
}

/** What heads a failure: with the row's name where it is known, else with the type. */
function errorOf(expansion: Expansion, entity: Owned<EntityDocument>, name: string, { row, bulk }: Asked): string {
  const type = typeOf(expansion, entity)
  if (bulk || row === undefined) return panelText(expansion, `actions.${name}.error`, { type })
  return panelText(expansion, `actions.${name}.named_error`, { type: nounBeforeName(type, expansion.reader.locale), name: row })
}

/** The question as a modal. A selection has a modal of its own. */
function confirmation(expansion: Expansion, entity: Owned<EntityDocument>, name: string, variant: Asked): ModalAnswer {
  const { method, endpoint, color } = confirmed[name]!
  return {
    id: variant.bulk ? `${name}-selection` : name,
    size: 'sm',
    title: panelText(expansion, `actions.${name}.title`),
    text: questionOf(expansion, entity, name, variant, 'full_confirm'),
    buttons: [
      { id: 'cancel', title: panelText(expansion, 'actions.cancel') },
      {
        id: 'ok',
        title: panelText(expansion, `actions.${name}.title`),
        color,
        action: {
          id: name,
          type: 'call',
          options: {
            name: endpoint,
            method,
            params: target(entity),
            success: { toast: successOf(expansion, entity, name, variant), close: true, refresh: 'grid' },
            error: { toast: errorOf(expansion, entity, name, variant) },
          },
        },
      },
    ],
  }
}

function switchAction(expansion: Expansion, entity: Owned<EntityDocument>, name: string, variant: Asked): Action {
  return {
    id: name,
    type: 'call',
    icon: name,
    flag: `can_${name}`,
    title: panelText(expansion, `actions.${name}.title`),
    confirm: questionOf(expansion, entity, name, variant, 'confirm'),
    options: {
      name,
      method: 'POST',
      payload: target(entity),
      success: { toast: successOf(expansion, entity, name, variant), refresh: 'row' },
      error: { toast: errorOf(expansion, entity, name, variant) },
    },
  }
}

const target = (entity: Owned<EntityDocument>) => ({ model: entity.document.name, id: '{row.id}', version: '{row.version}' })

function panelText({ registry, reader }: Expansion, key: string, values?: Record<string, unknown>): string {
  return registry.message(panelModule, reader.locale, key, values)
}
