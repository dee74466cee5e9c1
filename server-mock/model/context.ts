import { addedFields } from '#schemas/extensions/extend-entity.ts'
import { hasParentAccess, parentOf } from '#schemas/rules/entities/child-entity.ts'
import { ledgerEntities } from '#schemas/rules/ledgers/ledger-entities.ts'
import { ledgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import type { EntityDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { guardedEntities } from '#schemas/rules/guarded-entities.ts'
import { defaultLocale, locales } from '#schemas/rules/locales.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { isAllowed, type Caller } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import { shapeOf, type EntityColumn, type EntityShape } from '#server/database/entity-shape.ts'
import { tableUses, textColumns, type TableUse, type TextColumn } from '#server/database/tables/text-columns.ts'
import { entityAccess } from '#server/documents/entity-field.ts'
import { rulesFor } from '#server/documents/record-rules.ts'
import { servedGrids, type DocumentRegistry } from '#server/documents/registry.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { printable } from './ids.ts'

export type ModelContext = Pick<CallContext, 'caller' | 'registry' | 'trx' | 'now' | 'countsAll' | 'form'> & {
  config?: Pick<Config, 'defaultLocale' | 'locales'> & Partial<Config>
  /** Sends what was queued at once after the commit. */
  wakeTasks?: CallContext['wakeTasks']
}

export interface ModelOptions {
  /**
   * The call's own permission was checked and stands for the entity's access. Fields that need a permission stay protected, and record
   * rules hold.
   */
  permitted?: boolean
  /**
   * Code of a feature that has checked access itself: it reads and writes every field of every record. Never for what documents declare.
   * What a write answers, and what a conflict tells, is still what the caller may read.
   */
  trusted?: boolean
  /** With `trusted`: fields that extensions have added as well, for what documents compare and bring about; never for an answer. */
  added?: boolean
  /** Fields that are `readOnly` and that this write may change all the same. */
  readOnly?: readonly string[]
  /** Fields that a transition writes: it stands for them, whether they are read-only, need a permission or are locked. */
  stepping?: readonly string[]
  /** What the state of the record locks may be changed: for what a transition itself brings about. */
  unlocked?: boolean
  /** `keep`: the states that are sent are stored as they are, for the import of what happened elsewhere. */
  states?: 'keep'
}

/** For code of a feature that has checked access itself, or whose endpoint requires the permission in the catalogue. */
export const trusted = { trusted: true } as const satisfies ModelOptions
/** For what documents compare and bring about, whoever has caused it. */
export const declared = { trusted: true, added: true } as const satisfies ModelOptions

/** An entity as the model works with it. */
export interface ModelEntity {
  name: string
  module: string
  document: EntityDocument
  shape: EntityShape
  use: TableUse
  text: TextColumn[]
  /**
   * Of rows that may be used by whoever may use their parent, and of entries of a ledger with their account: that entity, whose record rule
   * holds for them.
   */
  accessParent?: ModelEntity
  /** Reference to the record of that entity. */
  accessColumn?: string
  /** Ledger whose entries or holds these are: nobody else writes them. */
  ledger?: string
}

const known = new WeakMap<DocumentRegistry, Map<string, ModelEntity>>()

function entitiesOf(registry: DocumentRegistry): Map<string, ModelEntity> {
  let entities = known.get(registry)
  if (!entities) {
    const documents = new Map([...registry.entities].map(([name, { document }]) => [name, document]))
    const uses = tableUses(
      documents,
      servedGrids(registry),
      [...registry.metrics.values()].map(({ document }) => document),
      [...registry.notifications.values()].flat().map(({ document }) => document),
    )
    entities = new Map<string, ModelEntity>(
      [...registry.entities].map(([name, { module, document }]) => {
        const shape = shapeOf(document)
        const use = uses.get(name)!
        return [name, { name, module, document, shape, use, text: textColumns(shape, use) }]
      }),
    )
    for (const entity of entities.values())
      if (hasParentAccess(entity.document)) {
        entity.accessParent = entities.get(parentOf(entity.document)!)
        entity.accessColumn = entity.shape.parent?.name
      }
    for (const { document } of registry.ledgers?.values() ?? []) markEntities(document, entities)
    known.set(registry, entities)
  }
  return entities
}

/** Entries and holds are read under the rules of their account, and written by nobody but the ledger. */
function markEntities(ledger: LedgerDocument, entities: ReadonlyMap<string, ModelEntity>): void {
  const [account] = ledgerParts(ledger).accounts
  for (const { name } of ledgerEntities(ledger)) {
    const entity = entities.get(name)
    if (!entity) continue
    entity.ledger = ledger.name
    entity.accessParent = entities.get(account!.entity)
    entity.accessColumn = account!.column
  }
}

/** The entity of a name, which may be written `module/name`; undefined when it is not published. */
export const lookUpEntity = (registry: DocumentRegistry, model: string): ModelEntity | undefined =>
  entitiesOf(registry).get(model.slice(model.indexOf('/') + 1))

/** @throws a 422 on `model` when no such entity is published. */
export function findModel(context: Pick<ModelContext, 'registry'>, model: unknown): ModelEntity {
  const entity = typeof model === 'string' ? lookUpEntity(context.registry, model) : undefined
  if (!entity) throw validationError({ model: [{ key: 'errors.unknown_model', values: { model: printable(model) } }] })
  return entity
}

export type AccessKind = 'read' | 'write' | 'trash' | 'destroy'

/** Whether a generic call of this kind would be answered. */
export function mayCallGeneric({ caller }: Pick<ModelContext, 'caller'>, entity: ModelEntity, kind: AccessKind): boolean {
  const served = entity.document.generic ?? 'all'
  return (served === 'all' || (served === 'read' && kind === 'read')) && mayDo(caller, entity, kind)
}

/** Whether the call that answers this one for the entity would let the caller: the generic one, or its own in that one's place. */
export function mayCall(
  context: Pick<ModelContext, 'caller' | 'registry'>,
  entity: ModelEntity,
  kind: AccessKind,
  call: keyof NonNullable<EntityDocument['calls']>,
): boolean {
  const own = entity.document.calls?.[call]
  const found = own === undefined ? undefined : context.registry.endpoints.get(`1/${own}`)
  return found
    ? mayDo(context.caller, entity, kind) && isAllowed(context.caller, found.document.access)
    : mayCallGeneric(context, entity, kind)
}

/** Whether the entity's access allows it, by whatever call. */
export const mayDo = (caller: Caller, entity: ModelEntity, kind: AccessKind) => isAllowed(caller, entityAccess(entity.document, kind))

/** Whether the caller may find records by their title without the right to read them. Takes at least one permission in the panel. */
export const mayFindNames = ({ caller }: Pick<ModelContext, 'caller'>, { document }: ModelEntity): boolean =>
  document.access?.names !== undefined &&
  isAllowed(caller, document.access.names) &&
  (caller.isAdmin || caller.isDeveloper || caller.permissions.size > 0)

/**
 * @throws `permission-denied` for writing entries of a ledger, whoever asks; and for writing a guarded entity by what a document declares,
 * whatever permission it names
 */
export function requireAccess(
  context: Pick<ModelContext, 'caller'>,
  entity: ModelEntity,
  kind: AccessKind,
  { trusted, permitted }: ModelOptions,
) {
  if (kind !== 'read' && entity.ledger !== undefined)
    throw new ApiError('permission-denied', { userMessage: { key: 'errors.ledger_writes_itself' } })
  if (!trusted && kind !== 'read' && guardedEntities.has(entity.name))
    throw new ApiError('permission-denied', { userMessage: { key: 'errors.guarded_entity' } })
  if (!trusted && !permitted && !mayCallGeneric(context, entity, kind)) throw new ApiError('permission-denied')
}

/**
 * Whether the caller has the permission that a field asks for. Code of a feature has checked that itself, but not of fields that other
 * modules add.
 */
export function mayUseField(caller: Caller, entity: ModelEntity, column: EntityColumn, options: ModelOptions): boolean {
  const fields = entity.document.access?.fields
  return isChecked(entity, column, options) || !fields || !Object.hasOwn(fields, column.field) || isAllowed(caller, fields[column.field])
}

/** Whether the caller's rights on a field have been checked by whoever asks the model. */
export const isChecked = ({ document }: ModelEntity, { field }: EntityColumn, { trusted, added }: ModelOptions): boolean =>
  trusted === true && (added === true || !addedFields(document).has(field))

/** The entity whose record rules hold for an entity: of rows that follow the access of their parent, that one. */
export const ruledBy = (entity: ModelEntity): ModelEntity => (entity.accessParent ? ruledBy(entity.accessParent) : entity)

/** Whether somebody may read all records of an entity by themselves. */
export const mayReadAll = ({ caller }: Pick<ModelContext, 'caller'>, entity: ModelEntity): boolean =>
  mayDo(caller, entity, 'read') && rulesFor(caller, ruledBy(entity).document, 'read') === undefined

/** How a record is named: `{member.name} – {kind}`. */
export const displayOf = ({ document }: Pick<ModelEntity, 'document'>): string => document.display ?? '{title}'

/** Own fields that a record is called by, by column. */
export const displayFields = (entity: ModelEntity): string[] =>
  columnsAt(
    entity,
    pathsIn(displayOf(entity)).filter((path) => !path.includes('.')),
  )

/** Columns that the titles of stored rows are made from: of a path, the reference that it follows. */
export const displayColumns = (entity: ModelEntity): string[] =>
  columnsAt(
    entity,
    pathsIn(displayOf(entity)).map((path) => path.split('.')[0]!),
  )

const columnsAt = (entity: ModelEntity, fields: readonly string[]): string[] =>
  fields.map((field) => entity.shape.byName.get(field)?.name).filter((name) => name !== undefined)

/** Languages that are read where the caller's has no text: of the same script first, then English. */
const readable: Readonly<Record<string, readonly string[]>> = { fa: ['fa', 'ar', 'en'], ar: ['ar', 'fa', 'en'] }

/** Locales in the order in which a translated text is looked for. */
export const localeOrder = ({ caller, config }: Pick<ModelContext, 'caller' | 'config'>): string[] => [
  ...new Set<string>([caller.locale, ...(readable[caller.locale] ?? ['en']), config?.defaultLocale ?? defaultLocale(locales), ...locales]),
]

/** The caller of work that no user started: jobs and seeds. Use it with `trusted`. */
export const systemCaller = (locale: string = defaultLocale(locales)): Caller => ({
  user: null,
  sessionId: null,
  roles: [],
  isAdmin: false,
  isDeveloper: false,
  permissions: new Set(),
  locale,
  timezone: 'UTC',
  requestId: '',
})
