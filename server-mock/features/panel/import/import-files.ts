import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Job, UnmanagedContext } from '#server/feature.ts'
import type { ReceivedFile } from '#server/plugins/multipart-body.ts'
import { requireSpace } from '#server/plugins/storage-space.ts'

type Place = Pick<Config, 'filesDir'>

/** A received file whose import has not been run yet. */
export interface StoredImport {
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

/** Bytes of the imports that are stored: those of a user, and of all. */
async function storedBytes(place: Place, userId: number): Promise<{ own: number; all: number }> {
  const sizes = { own: 0, all: 0 }
  for (const key of await readdir(folderOf(place)).catch(() => [])) {
    const folder = join(folderOf(place), key)
    const [info, about] = await Promise.all([
      stat(join(folder, 'received')).catch(() => undefined),
      readFile(join(folder, 'about.json'), 'utf8').catch(() => undefined),
    ])
    sizes.all += info?.size ?? 0
    if (about !== undefined && (JSON.parse(about) as StoredImport).userId === userId) sizes.own += info?.size ?? 0
  }
  return sizes
}

/**
 * Stores a file for a day, for its sender only. It counts to the space that he and all have.
 * @throws `quota-exceeded`, `storage-full`
 */
export async function keepImport(
  { config: place, database }: Pick<UnmanagedContext, 'config' | 'database'>,
  file: ReceivedFile,
  about: Omit<StoredImport, 'key' | 'name'>,
): Promise<StoredImport> {
  const { size } = file
  const { own, all } = await storedBytes(place, about.userId)
  const besides = { own: own + size, all: all + size }
  await database.transaction((trx) => requireSpace(trx, { size, userId: about.userId, besides }, place))
  const stored: StoredImport = { ...about, key: randomBytes(17).toString('base64url').slice(0, 22), name: file.name }
  const folder = join(folderOf(place), stored.key)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(file.path, join(folder, 'received'))
  await writeFile(join(folder, 'about.json'), JSON.stringify(stored), { mode: 0o600 })
  return stored
}

/** The file of a key with what is known of it. @throws `not-found`, also for somebody else's */
export async function openImport(place: Place, key: string, userId: number | undefined): Promise<{ stored: StoredImport; bytes: Buffer }> {
  const folder = join(folderOf(place), key)
  const about = keyPattern.test(key) ? await readFile(join(folder, 'about.json'), 'utf8').catch(() => undefined) : undefined
  const stored = about === undefined ? undefined : (JSON.parse(about) as StoredImport)
  if (!stored || stored.userId !== userId) throw new ApiError('not-found', { userMessage: { key: 'errors.import_gone' } })
  return { stored, bytes: await readFile(join(folder, 'received')) }
}

/** Notes in the transaction that writes an import that it is written. @throws `precondition-failed` for one that has been */
export async function claimImport({ trx, now }: Pick<CallContext, 'trx' | 'now'>, key: string): Promise<void> {
  const claimed = await trx
    .insertInto('pishkhan.written_imports')
    .values({ key, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) throw alreadyWritten()
}

const alreadyWritten = () => new ApiError('precondition-failed', { userMessage: { key: 'errors.import_written' } })

/** @throws `precondition-failed` for an import that has been written */
export async function requireUnwritten({ trx }: Pick<CallContext, 'trx'>, key: string): Promise<void> {
  const written = await trx.selectFrom('pishkhan.written_imports').select('key').where('key', '=', key).executeTakeFirst()
  if (written) throw alreadyWritten()
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
      const info = await stat(path).catch(() => undefined)
      if (info && info.mtimeMs < now.getTime() - dayMs) await rm(path, { recursive: true, force: true })
    }
  },
}
