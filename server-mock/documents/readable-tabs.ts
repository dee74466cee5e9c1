import { parseWhere, whereConditions } from '#schemas/rules/conditions/where.ts'
import type { EntityDocument, GridDocumentTab, Where } from '#schemas/types/contract.d.ts'
import { mayReadField } from './entity-field.ts'
import type { Expansion } from './expansion.ts'
import type { Owned } from './registry.ts'

/** The tabs of a grid without those that compare a field which the reader may not read: their counts would tell of it. */
export const readableTabs = (
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  tabs: readonly GridDocumentTab[],
): GridDocumentTab[] =>
  entity?.document.access?.fields === undefined
    ? [...tabs]
    : tabs.filter(({ where }) => comparedPaths(where).every((path) => mayReadField(expansion, entity, path)))

const comparedPaths = (where: Where | undefined): string[] =>
  where === undefined
    ? []
    : typeof where === 'string'
      ? [...whereConditions(parseWhere(where))].map(({ condition }) => condition.key)
      : Object.keys(where)
