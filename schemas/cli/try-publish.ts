import type { Change } from '#schemas/check/diff/diff-modules.ts'
import { hasErrors } from '#schemas/check/check-module.ts'
import type { Problem } from '#schemas/check/problem.ts'
import { ServerRefusal, type Client } from './client.ts'
import { moduleName } from './module-folder.ts'

/** The response of `publish`. */
export interface Published {
  module: string
  version: number | null
  publication: number
  changed?: boolean
  problems?: Problem[]
  migrations?: string[]
  /** Of a trial: what it means for stored records. */
  effects?: StoredEffect[]
  /** Of a version that only some people are shown. */
  trial?: { version: number | null }
}

/** What a publication would mean for records that are stored: `412 of 3,000`, or `10,000+` where not all were looked at. */
export interface StoredEffect {
  entity: string
  /** The computed field that would have another value. */
  field?: string
  /** The formula of the check that they would not meet. */
  check?: string
  /** Records that it concerns. */
  count: number
  /** Records that were looked at; `is_all` where these are all. */
  of: number
  is_all: boolean
}

/** The result of a trial publication: the response, or the reasons for the refusal. */
export interface PublishTrial {
  result?: Published
  problems: Problem[]
  /** A reason for the refusal that is not about the documents. */
  refusal?: string
}

/**
 * Sends documents to a server; with `dry_run` the server only checks them.
 * @throws ServerRefusal that is not about the documents
 */
export async function sendDocuments(client: Client, files: Record<string, string>, more: Record<string, unknown>): Promise<PublishTrial> {
  try {
    const result = await client.call<Published>('POST', 'publish', { module: moduleName(files), documents: files, ...more })
    return { result, problems: result.problems ?? [] }
  } catch (fault) {
    if (!(fault instanceof ServerRefusal)) throw fault
    if (fault.code === 'stale-version') return { problems: [], refusal: fault.message }
    if (fault.problems.length === 0) throw fault
    return { problems: fault.problems }
  }
}

/** The message for breaking changes, with the way to publish them unless errors stop it too; undefined if there are none. */
export function breakingRefusal(changes: readonly Change[], problems: readonly Problem[] = []): string | undefined {
  const breaking = changes.filter((change) => change.level === 'breaking').length
  if (breaking === 0) return undefined
  const message = `${breaking === 1 ? 'one change breaks' : `${breaking} changes break`} what works now`
  return hasErrors(problems) ? message : `${message}; --allow-breaking publishes all the same`
}
