import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { withoutMark } from '#schemas/check/parse-module.ts'
import type { CallName, CallOf, Feature, Handler } from '#server/feature.ts'
import { ApiError } from '#server/errors.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { refuseLargeJson } from '#server/plugins/json-body.ts'
import { requireProof } from '#server/features/auth/proof.ts'
import { keepToken } from '#server/plugins/renew-token.ts'
import { readBackfills } from '#server/model/compute/backfills.ts'
import { publishModule, removeModule, rollBackModule, type PublicationResult, type PublishOptions } from '#server/publishing/publish.ts'
import { tryDocument } from '#server/publishing/try-document.ts'
import { listVersions, readVersion } from '#server/publishing/store.ts'
import { endTrial, tryModule } from '#server/publishing/trials/run-trials.ts'
import { readRunningTrial } from '#server/publishing/trials/trial-rows.ts'
import { diff, gate, history } from './history.ts'
import { audienceIn, panelFault, trials } from './trials.ts'

type PublishCall = 'publish' | 'publish-rollback' | 'publish-remove'
type NotedCall = PublishCall | 'publish-trial-finish' | 'publish-trial-end'

const optionsOf = (
  { caller, config, now, payload }: Pick<CallOf<NotedCall>, 'caller' | 'config' | 'now' | 'payload'>,
  features: readonly Feature[],
): PublishOptions => ({
  publisher: { id: caller.user!.id, name: caller.user!.username },
  config,
  features,
  now,
  note: payload.note ?? '',
  ...('gate' in payload && payload.gate !== undefined && { gate: payload.gate }),
  dryRun: 'dry_run' in payload && payload.dry_run === true,
  ...('based_on' in payload && payload.based_on !== undefined && { basedOn: payload.based_on }),
})

/** Ends the trial that runs of the module first, where the caller asks for it. */
const endingTrial = (context: CallOf<PublishCall>, options: PublishOptions): PublishOptions =>
  context.payload.end_trial === true
    ? {
        ...options,
        endTrial: async (trx) => {
          if (await readRunningTrial(trx, context.payload.module)) await endTrial(context, context.payload.module, { as: 'end' }, options)
        },
      }
    : options

const answer = (result: PublicationResult) => ({ results: result, metadata: { publication: result.publication } })

const maxDocumentDepth = 200

/** Documents arrive as objects, or as text, so that problems can be reported with their line. */
function filesOf(documents: Record<string, unknown>): ModuleFiles {
  for (const content of Object.values(documents)) if (typeof content === 'string') refuseLargeJson(content, maxDocumentDepth)
  return Object.fromEntries(
    Object.entries(documents).map(([path, content]) => [
      path,
      typeof content === 'string' ? withoutMark(content) : `${JSON.stringify(content, null, 2)}\n`,
    ]),
  )
}

const versions: Handler<'publish-versions'> = async ({ trx, params }) => ({
  results: await listVersions(trx, params.module),
  metadata: { backfills: await readBackfills(trx) },
})

const fetchDocuments: Handler<'publish-fetch'> = async ({ trx, params }) => {
  const storedVersion = await readVersion(trx, params.module, params.version)
  if (!storedVersion) throw new ApiError('not-found')
  const { module, version, release, is_current } = storedVersion.version
  return { results: { module, version, release, is_current, documents: storedVersion.files } }
}

const token: Handler<'publish-token'> = async ({ trx, caller, config, now }) => {
  requireProof({ caller, now })
  return { results: { token: await keepToken(trx, caller, config.secret, now) } }
}

/** Publishing changes what everybody may do: it takes a developer, whatever roles were granted. */
const forDevelopers =
  <Name extends CallName>(handler: Handler<Name>): Handler<Name> =>
  (context) => {
    if (!context.caller.isDeveloper) throw new ApiError('permission-denied')
    return handler(context)
  }

/** The calls that publish. `features` are those whose endpoints a published module may count on. */
export function createPublishing(features: readonly Feature[]): Feature {
  const publish: Handler<'publish'> = async (context) => {
    const { module, documents, trial } = context.payload
    const options = endingTrial(context, optionsOf(context, features))
    if (!trial) return answer(await publishModule(context.trx, module, filesOf(documents), options))
    return answer(await tryModule(context, module, filesOf(documents), audienceIn(trial), options))
  }
  const rollBack: Handler<'publish-rollback'> = async (context) =>
    answer(
      await rollBackModule(
        context.trx,
        context.payload.module,
        context.payload.version,
        endingTrial(context, optionsOf(context, features)),
      ),
    )
  const remove: Handler<'publish-remove'> = async (context) =>
    answer(await removeModule(context.trx, context.payload.module, endingTrial(context, optionsOf(context, features))))
  const ending =
    (as: 'finish' | 'end'): Handler<'publish-trial-finish' | 'publish-trial-end'> =>
    async (context) => {
      const { module, note } = context.payload
      const { trial, publication } = await endTrial(
        context,
        module,
        { as, ...(note !== undefined && { note }) },
        optionsOf(context, features),
      )
      return { results: { module, version: trial.tried_version, publication }, metadata: { publication } }
    }
  const attempt: Handler<'publish-try'> = async (context) => ({
    results: await tryDocument(context, { features, readSite: readSiteSettings }, context.payload),
  })
  return {
    module: 'publishing',
    handlers: {
      publish: forDevelopers(publish),
      'publish-try': forDevelopers(attempt),
      'publish-rollback': forDevelopers(rollBack),
      'publish-remove': forDevelopers(remove),
      'publish-trial-finish': forDevelopers(ending('finish')),
      'publish-trial-end': forDevelopers(ending('end')),
      'publish-trials': trials,
      'publish-history': forDevelopers(history),
      'publish-diff': forDevelopers(diff),
      'publish-gate': forDevelopers(gate),
      'panel-fault': panelFault,
      'publish-versions': forDevelopers(versions),
      'publish-fetch': forDevelopers(fetchDocuments),
      'publish-token': forDevelopers(token),
    },
  }
}
