import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { ApiError } from '#server/errors.ts'
import { refuseLargeJson } from '#server/plugins/json-body.ts'
import { keepToken } from '#server/plugins/renew-token.ts'
import { publishModule, removeModule, rollBackModule, type PublicationResult, type PublishOptions } from '#server/publishing/publish.ts'
import { tryDocument, type Trial } from '#server/publishing/try-document.ts'
import { listVersions, readVersion } from '#server/publishing/store.ts'

const optionsOf = ({ caller, config, now, payload }: CallContext, features: readonly Feature[]): PublishOptions => ({
  publisher: { id: caller.user!.id, name: caller.user!.username },
  config,
  features,
  now,
  note: (payload.note as string | undefined) ?? '',
  dryRun: payload.dry_run === true,
  ...(payload.based_on === undefined ? {} : { basedOn: payload.based_on as number | null }),
})

const answer = (result: PublicationResult) => ({ results: result, metadata: { publication: result.publication } })

const maxDocumentDepth = 200

/** Documents arrive as objects, or as text so that a problem can be told by its line. */
function filesOf(documents: Record<string, unknown>): ModuleFiles {
  for (const content of Object.values(documents)) if (typeof content === 'string') refuseLargeJson(content, maxDocumentDepth)
  return Object.fromEntries(
    Object.entries(documents).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
    ]),
  )
}

const versions: Handler = async ({ trx, params }) => ({ results: await listVersions(trx, params.module as string | undefined) })

const fetchDocuments: Handler = async ({ trx, params }) => {
  const found = await readVersion(trx, params.module as string, params.version as number | undefined)
  if (!found) throw new ApiError('not-found')
  const { module, version, release, is_current } = found.version
  return { results: { module, version, release, is_current, documents: found.files } }
}

const token: Handler = async ({ trx, caller, config, now }) => ({ results: { token: await keepToken(trx, caller, config.secret, now) } })

/** Publishing changes what everybody may do: it takes a developer, whatever roles were granted. */
const forDevelopers =
  (handler: Handler): Handler =>
  (context) => {
    if (!context.caller.isDeveloper) throw new ApiError('permission-denied')
    return handler(context)
  }

/** The calls that publish. `features` are those whose endpoints a published module may count on. */
export function createPublishing(features: readonly Feature[]): Feature {
  const publish: Handler = async (context) =>
    answer(
      await publishModule(
        context.trx,
        String(context.payload.module),
        filesOf(context.payload.documents as Record<string, unknown>),
        optionsOf(context, features),
      ),
    )
  const rollBack: Handler = async (context) =>
    answer(
      await rollBackModule(
        context.trx,
        String(context.payload.module),
        context.payload.version as number | undefined,
        optionsOf(context, features),
      ),
    )
  const remove: Handler = async (context) =>
    answer(await removeModule(context.trx, String(context.payload.module), optionsOf(context, features)))
  const attempt: Handler = async (context) => ({ results: await tryDocument(context, features, context.payload as unknown as Trial) })
  const handlers = {
    publish,
    'publish-try': attempt,
    'publish-rollback': rollBack,
    'publish-remove': remove,
    'publish-versions': versions,
    'publish-fetch': fetchDocuments,
    'publish-token': token,
  }
  return {
    module: 'publishing',
    handlers: Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, forDevelopers(handler)])),
  }
}
