import type { CallContext, Feature, Handler } from '#server/features/feature.ts'
import { Refusal } from '#server/errors.ts'
import { publishModule, removeModule, rollBackModule, type PublicationResult, type PublishOptions } from '#server/publishing/publish.ts'
import type { ModuleFiles } from '#server/publishing/read-module.ts'
import { listVersions, readVersion } from '#server/publishing/store.ts'

const optionsOf = ({ caller, config, now, payload }: CallContext): PublishOptions => ({
  publisher: { id: caller.user!.id, name: caller.user!.username }, config, now,
  note: (payload.note as string | undefined) ?? '', dryRun: payload.dry_run === true,
})

const answer = (result: PublicationResult) => ({ results: result, metadata: { publication: result.publication } })

/** Documents arrive as objects, or as text so that a problem can be told by its line. Fixtures stay with their author. */
function filesOf(documents: Record<string, unknown>): ModuleFiles {
  const entries = Object.entries(documents).filter(([path]) => !path.startsWith('fixtures/'))
  return Object.fromEntries(entries.map(([path, content]) => [path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`]))
}

const publish: Handler = async context => answer(await publishModule(context.trx, context.payload.module as string, filesOf(context.payload.documents as Record<string, unknown>), optionsOf(context)))

const rollBack: Handler = async context => answer(await rollBackModule(context.trx, context.payload.module as string, context.payload.version as number | undefined, optionsOf(context)))

const remove: Handler = async context => answer(await removeModule(context.trx, context.payload.module as string, optionsOf(context)))

const versions: Handler = async ({ trx, params }) => ({ results: await listVersions(trx, params.module as string | undefined) })

const fetchDocuments: Handler = async ({ trx, params }) => {
  const found = await readVersion(trx, params.module as string, params.version as number | undefined)
  if (!found) throw new Refusal('not-found')
  const { module, version, release, is_current } = found.version
  return { results: { module, version, release, is_current, documents: found.files } }
}

/** Publishing changes what everybody may do: it takes a developer, whatever roles were granted. */
const forDevelopers = (handler: Handler): Handler => context => {
  if (!context.caller.isDeveloper) throw new Refusal('permission-denied')
  return handler(context)
}

export const publishing: Feature = {
  module: 'publishing',
  handlers: {
    publish: forDevelopers(publish), 'publish-rollback': forDevelopers(rollBack), 'publish-remove': forDevelopers(remove),
    'publish-versions': forDevelopers(versions), 'publish-fetch': forDevelopers(fetchDocuments),
  },
}
