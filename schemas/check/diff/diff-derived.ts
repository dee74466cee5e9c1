import { isRecord } from '#schemas/rules/is-record.ts'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import type { Report } from './change.ts'
import { same } from './diff-values.ts'

/**
 * Tells of a declared call whose document stays what it takes or answers from now on, since its entity has changed: callers outside of
 * the panel meet it too.
 */
export function diffDerived(
  subject: string,
  [before, old]: readonly [ModuleDocuments, EndpointDocument],
  [after, now]: readonly [ModuleDocuments, EndpointDocument],
  report: Report,
): void {
  if (!same(old, now)) return
  const [was, is] = [complete(before, old), complete(after, now)]
  for (const [part, verb] of [
    ['params', 'takes'],
    ['payload', 'takes'],
    ['results', 'answers'],
  ] as const) {
    if (same(was[part], is[part])) continue
    const [earlier, later] = [propertiesOf(was[part]), propertiesOf(is[part])]
    const named = (names: string[]): string => names.map((name) => `"${name}"`).join(', ')
    const gone = Object.keys(earlier).filter((name) => !Object.hasOwn(later, name))
    const added = Object.keys(later).filter((name) => !Object.hasOwn(earlier, name))
    const other = Object.keys(later).filter((name) => name !== 'data' && Object.hasOwn(earlier, name) && !same(earlier[name], later[name]))
    if (gone.length > 0) report('risky', subject, `no longer ${verb} ${named(gone)}, since its entity has changed`)
    if (other.length > 0) report('risky', subject, `${verb} ${named(other)} in another shape, since its entity has changed`)
    if (added.length > 0) report('additive', subject, `${verb} ${named(added)} too, since its entity has changed`)
  }
}

const complete = ({ entities, forms }: ModuleDocuments, endpoint: EndpointDocument): EndpointDocument =>
  completeEndpoint(endpoint, { entity: (name) => entities[name], formEntity: (form) => forms[form]?.entity })

/** Properties of what is sent or answered; of a list those of an item. */
function propertiesOf(schema: unknown): Record<string, unknown> {
  if (!isRecord(schema)) return {}
  const item = schema.type === 'array' && isRecord(schema.items) ? schema.items : schema
  return isRecord(item.properties) ? item.properties : {}
}
