import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Job } from '#server/feature.ts'
import type { ReceivedFile } from '#server/plugins/multipart-body.ts'

type Place = Pick<Config, 'filesDir'>

/** A file that waits for what its sender makes of it. */
export interface KeptImport {
  key: string
  userId: number
  /** `module/class/part` */
  grid: string
  /** Parameters of the grid that its screen has. */
  params: Record<string, string | number>
  name: string
}

const keyPattern = /^[A-Za-z0-9_-]{22}$/
const folderOf = ({ filesDir }: Place) => join(filesDir, 'imports')
const dayMs = 24 * 60 * 60 * 1000

export const errorsPath = (place: Place, key: string): string => join(folderOf(place), key, 'errors')

/** Keeps a file for a day, for whoever sent it alone. */
export async function keepImport(place: Place, file: ReceivedFile, about: Omit<KeptImport, 'key' | 'name'>): Promise<KeptImport> {
  const kept: KeptImport = { ...about, key: randomBytes(17).toString('base64url').slice(0, 22), name: file.name }
  const folder = join(folderOf(place), kept.key)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(file.path, join(folder, 'received'))
  await writeFile(join(folder, 'about.json'), JSON.stringify(kept), { mode: 0o600 })
  return kept
}

/** The file of a key with what is known of it. @throws `not-found`, also for somebody else's */
export async function openImport(place: Place, key: string, userId: number | undefined): Promise<{ kept: KeptImport; bytes: Buffer }> {
  const folder = join(folderOf(place), key)
  const about = keyPattern.test(key) ? await readFile(join(folder, 'about.json'), 'utf8').catch(() => undefined) : undefined
  const kept = about === undefined ? undefined : (JSON.parse(about) as KeptImport)
  if (!kept || kept.userId !== userId) throw new ApiError('not-found', { userMessage: { key: 'errors.import_gone' } })
  return { kept, bytes: await readFile(join(folder, 'received')) }
}

/** Notes in the transaction that writes an import that it is written. @throws `precondition-failed` for one that has been */
export async function claimImport({ trx, now }: Pick<CallContext, 'trx' | 'now'>, key: string): Promise<void> {
  const claimed = await trx
    .insertInto('pishkhan.written_imports')
    .values({ key, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.import_written' } })
}

/** Forgets what was sent a day ago. */
export const purgeImports: Job = {
  name: 'forget-imports',
  everyMs: dayMs / 24,
  async run(trx, _registry, now, config) {
    await trx
      .deleteFrom('pishkhan.written_imports')
      .where('at', '<', new Date(now.getTime() - 2 * dayMs))
      .execute()
    for (const key of await readdir(folderOf(config)).catch(() => [])) {
      const path = join(folderOf(config), key)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < now.getTime() - dayMs) await rm(path, { recursive: true, force: true })
    }
  },
}
