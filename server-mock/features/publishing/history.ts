import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/feature.ts'
import { listPublications, readGateReport, readPublishedModules, readVersion } from '#server/publishing/store.ts'

export const history: Handler<'publish-history'> = async ({ trx, params }) => ({
  results: await listPublications(trx, params),
  metadata: { modules: await readPublishedModules(trx) },
})

export const diff: Handler<'publish-diff'> = async ({ trx, params: { module, from, to } }) => {
  const after = (await readVersion(trx, module, to))?.files
  const before = from === undefined ? undefined : (await readVersion(trx, module, from))?.files
  if (!after || (from !== undefined && !before)) throw new ApiError('not-found')
  const changes = diffModules(before && parseModule(before), parseModule(after))
  return {
    results: {
      changes: changes.map(({ level, subject, sentence }) => ({ level, subject, sentence })),
      files: changedFiles(before ?? {}, after),
    },
  }
}

export const gate: Handler<'publish-gate'> = async ({ trx, params: { publication } }) => {
  const results = await readGateReport(trx, publication)
  if (!results) throw new ApiError('not-found')
  return { results }
}

function changedFiles(before: ModuleFiles, after: ModuleFiles): { path: string; change: 'added' | 'changed' | 'removed' }[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((path) => {
    if (before[path] === after[path]) return []
    return [{ path, change: before[path] === undefined ? 'added' : after[path] === undefined ? 'removed' : 'changed' }] as const
  })
}
