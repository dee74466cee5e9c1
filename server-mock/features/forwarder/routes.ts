import { validationError } from '#server/errors.ts'
import { savedFields } from '#server/call-target.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { moduleText } from '#server/module-text.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { successText } from '#server/features/panel/records.ts'
import { seedForwarder } from './seed.ts'
import { serveLinks } from './serve-links.ts'
import { freeShortLink, isShortLink, webAddress } from './short-links.ts'

const say = moduleText('forwarder')

/** @throws a 422 at `target` for an address that a short link must not lead to: none of the web, or another short link */
async function requireTarget(context: CallContext, target: unknown): Promise<void> {
  if (typeof target !== 'string' || target.trim() === '') return
  const address = webAddress(target)
  if (!address) throw validationError({ target: [say(context, 'target_refused')] })
  // Links that lead to each other would go round for ever, and count every round.
  if (await isShortLink(context.trx, address)) throw validationError({ target: [say(context, 'target_short')] })
}

const save: Handler<'forwarder-link-save'> = async (context) => {
  const { id, version, fields } = savedFields(context.payload)
  await requireTarget(context, fields.target)
  const isNew = id === undefined || id === null
  const data = { ...fields, ...(isNew && { short_link: await freeShortLink(context.trx) }) }
  const record = await writeRecord(context, 'link', { id, version, data }, trusted)
  return { results: recordResults(record), metadata: { toast: successText(context, 'link', isNew ? 'save' : 'update') } }
}

/** Short links: each leads from an address of this server to a page elsewhere, and knows how often it was opened. */
export const forwarder: Feature = { module: 'forwarder', handlers: { 'forwarder-link-save': save }, serve: serveLinks, seed: seedForwarder }
