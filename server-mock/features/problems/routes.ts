import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Feature, Handler, Job } from '#server/feature.ts'
import { moduleText } from '#server/module-text.ts'
import { readRecord, seedRecords, trusted, writeRecord } from '#server/model/model.ts'
import { BrokenArchive, maxUnpackedMegabytes, readArchive, type ReportArchive } from './archive.ts'
import { reportInLayout, reportWords } from './report-words.ts'
import { seedReports } from './seed.ts'

const say = moduleText('problems')

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000
/** Recordings hold what somebody saw; they go after this time, the reports stay. */
const keptDays = 90
const maxAnHour = 20

const send: Handler<'problem-report-send'> = async (context) => {
  const { trx, registry, caller, now, payload, userAgent } = context
  const words = await reportWords(context)
  if (!words) throw new ApiError('permission-denied', { userMessage: say(context, 'off') })
  const { text, page, page_title, window, archive } = payload
  const read = archive === undefined ? undefined : open(context, archive)
  if (read?.fixture && !words.recording) throw new ApiError('permission-denied', { userMessage: say(context, 'recording_off') })
  await refuseFlood(context)
  const data = {
    text,
    page,
    language: caller.locale,
    browser: userAgent.slice(0, 400) || null,
    steps: read?.fixture ? (read.fixture.steps?.length ?? 0) : null,
    ...(page_title !== undefined && { page_title }),
    ...(window !== undefined && { window }),
  }
  const { id } = await writeRecord({ ...context, now }, 'problem_report', { data }, trusted)
  // Not by the model: the audit would keep a second copy that no job removes.
  if (archive !== undefined) await seedRecords(trx, registry, 'problem_recording', [{ report: id, archive }])
  return { results: { id } }
}

/** @throws a 422 at `archive` that says why it is not taken. */
function open(context: CallContext, archive: string): ReportArchive {
  try {
    return readArchive(archive)
  } catch (fault) {
    if (!(fault instanceof BrokenArchive)) throw fault
    const message = fault.isTooLarge
      ? say(context, 'archive_too_large', { max: maxUnpackedMegabytes })
      : say(context, 'archive_broken', { reason: fault.message })
    throw new ApiError('422', { errors: { archive: [message] }, userMessage: message })
  }
}

async function refuseFlood(context: CallContext): Promise<void> {
  const since = new Date(context.now.getTime() - hourMs)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from data.problem_report where created_by = ${context.caller.user!.id} and created_at > ${since}
  `.execute(context.trx)
  if ((rows[0]?.count ?? 0) >= maxAnHour)
    throw new ApiError('too-many-requests', { userMessage: say(context, 'too_many', { max: maxAnHour }) })
}

/** The archive of a report that the caller may read; undefined where there is none. */
async function archiveOf(context: CallContext<{ id: number }>): Promise<string | undefined> {
  const { id } = await readRecord(context, 'problem_report', context.params.id)
  const { rows } = await sql<{ archive: string }>`select archive from data.problem_recording where report = ${id}`.execute(context.trx)
  return rows[0]?.archive
}

const recording: Handler<'problem-report-recording'> = async (context) => {
  const archive = await archiveOf(context)
  if (archive === undefined) return { results: null }
  const { fixture, answers, picture } = readArchive(archive)
  return { results: { opens: fixture?.opens ?? null, steps: fixture?.steps ?? [], answers, picture } }
}

const fixture: Handler<'problem-report-fixture'> = async (context) => {
  const base64 = await archiveOf(context)
  if (base64 === undefined) throw new ApiError('not-found')
  return { results: { filename: `report-${context.params.id}.zip`, mime_type: 'application/zip', base64 } }
}

/** Takes away what is older than it may be, and what belongs to a report that is gone. */
const purge: Job = {
  name: 'problem-recordings-purge',
  everyMs: dayMs,
  async run(trx, registry, now) {
    if (!registry.entities.has('problem_recording')) return
    const until = new Date(now.getTime() - keptDays * dayMs)
    await sql`
      delete from data.problem_recording where created_at < ${until} or not exists
        (select 1 from data.problem_report where data.problem_report.id = data.problem_recording.report)
    `.execute(trx)
  },
}

/** Reports of problems by the people who use the panel: what they write, a picture, and the last two minutes as a fixture. */
export const problems: Feature = {
  module: 'problems',
  handlers: { 'problem-report-send': send, 'problem-report-recording': recording, 'problem-report-fixture': fixture },
  layout: reportInLayout,
  jobs: [purge],
  seed: seedReports,
}
