import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { privateFields } from '#schemas/fixtures/private-fields.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import type { CallContext } from '#server/feature.ts'

const known = new WeakMap<DocumentRegistry, readonly string[]>()

/** Names of the fields of all modules whose values a recording does not hold. */
function privateNames(registry: DocumentRegistry): readonly string[] {
  const before = known.get(registry)
  if (before) return before
  const documents = [...registry.entities.values(), ...registry.endpoints.values()].map(({ document }) => document)
  const names = [...privateFields(documents)].sort()
  known.set(registry, names)
  return names
}

/** The layout says how the caller may report a problem. */
export async function reportInLayout(context: CallContext): Promise<{ report?: LayoutAnswer['report'] }> {
  const report = await reportWords(context)
  return report ? { report } : {}
}

/** How the caller may report a problem, as the layout says it; undefined where the site takes no reports. */
export async function reportWords(
  context: Pick<CallContext, 'trx' | 'registry' | 'caller' | 'config'>,
): Promise<LayoutAnswer['report'] | undefined> {
  if (!context.registry.entities.has('problem_report') || context.caller.user === null) return undefined
  const { problem_reports: chosen } = await readSiteSettings(context)
  if (!Array.isArray(chosen) || !chosen.includes('reports')) return undefined
  return { recording: chosen.includes('recording'), private: [...privateNames(context.registry)] }
}
