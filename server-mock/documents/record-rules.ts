import type { EntityDocument, EntityDocumentRecordRule as RecordRule } from '#schemas/types/contract.d.ts'
import { isAllowed, type Caller } from '#server/caller.ts'
import type { Reader } from './expansion.ts'

export type { RecordRule }
export type RuleKind = NonNullable<RecordRule['kinds']>[number]

/** What `"scope": "own"` is short for. */
const ownRule: RecordRule = { where: { created_by: '{session.user.id}' } }

/** The record rules of an entity; undefined where it has none, and every record is for all who may read the entity. */
export const rulesOf = ({ access }: Pick<EntityDocument, 'access'>): readonly RecordRule[] | undefined =>
  access?.rows ?? (access?.scope === 'own' ? [ownRule] : undefined)

/** Administrators and developers, but for records that are personal. */
export const isUnlimited = (reader: Pick<Reader, 'isAdmin' | 'isDeveloper'>, { access }: Pick<EntityDocument, 'access'>): boolean =>
  (reader.isAdmin || reader.isDeveloper) && access?.personal !== true

/**
 * The rules that hold for a reader, of which a record has to meet one: none of them leaves nothing. Undefined where he is not limited:
 * an entity without rules, administrators and developers, and whoever has a rule without `where`.
 */
export function rulesFor(
  reader: Pick<Reader, 'user' | 'isAdmin' | 'isDeveloper' | 'permissions'>,
  entity: Pick<EntityDocument, 'access'>,
  kind: RuleKind,
): readonly RecordRule[] | undefined {
  const rules = rulesOf(entity)
  if (!rules || isUnlimited(reader, entity)) return undefined
  const held = rules.filter(
    ({ permission, kinds }) => (kinds?.includes(kind) ?? true) && (permission === undefined || isAllowed(reader as Caller, permission)),
  )
  return held.some(({ where }) => where === undefined) ? undefined : held
}
