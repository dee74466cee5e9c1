import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import { deriveKey } from '#server/keys.ts'
import { sendFile } from '#server/plugins/send-file.ts'
import { findTask, type StoredTask } from './task-store.ts'

type Place = Pick<Config, 'filesDir'>

export const taskFilesPath = '/task-files'
/** How long the address of a file is valid. */
const addressLifeMs = 2 * 60 * 1000

const folderOf = ({ filesDir }: Place) => join(filesDir, 'tasks')
const pathOf = (place: Place, key: string) => join(folderOf(place), key)

const signatureOf = (secret: string, { id, file_key: key }: Pick<StoredTask, 'id' | 'file_key'>, expires: number) =>
  createHmac('sha256', deriveKey(secret, 'links')).update(`task-file ${id} ${key} ${expires}`).digest('hex')

/** An address for downloading a task's file without a token, valid for two minutes; undefined without a file. */
export function taskFileAddress(
  { secret }: Pick<Config, 'secret'>,
  task: StoredTask,
  now: Date,
): { link: string; expires_at: string } | undefined {
  if (task.state !== 'done' || !task.file) return undefined
  const expires = now.getTime() + addressLifeMs
  return {
    link: `${taskFilesPath}/${task.id}/${encodeURIComponent(task.file.name)}?expires=${expires}&signature=${signatureOf(secret, task, expires)}`,
    expires_at: new Date(expires).toISOString(),
  }
}

/**
 * Writes chunks as they come; an incomplete file is deleted.
 * @returns its size in bytes
 */
export async function writeTaskFile(place: Place, key: string, chunks: AsyncIterable<string | Uint8Array>): Promise<number> {
  await mkdir(folderOf(place), { recursive: true, mode: 0o700 })
  const unfinished = `${pathOf(place, key)}.part`
  const file = await open(unfinished, 'w', 0o600)
  let size = 0
  try {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk
      await file.writeFile(bytes)
      size += bytes.byteLength
    }
    await file.sync()
  } catch (fault) {
    await file.close()
    await rm(unfinished, { force: true })
    throw fault
  }
  await file.close()
  await rename(unfinished, pathOf(place, key))
  return size
}

export async function removeTaskFile(place: Place, key: string): Promise<void> {
  await rm(pathOf(place, key), { force: true })
  await rm(`${pathOf(place, key)}.part`, { force: true })
}

/** Serves the files of finished tasks at their signed addresses, always as downloads. */
export function serveTaskFiles(
  app: FastifyInstance,
  config: Pick<Config, 'filesDir' | 'secret'>,
  database: Database,
  now: () => Date,
): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id: string }
    const { expires, signature } = request.query as Record<string, unknown>
    const task = /^[1-9]\d{0,14}$/.test(id) ? await database.read((trx) => findTask(trx, Number(id))) : undefined
    if (!task || task.state !== 'done' || !task.file || !isSigned(config.secret, task, expires, signature)) throw new ApiError('not-found')
    if (Number(expires) < now().getTime()) throw new ApiError('not-found', { userMessage: { key: 'errors.file_address_old' } })
    const path = pathOf(config, task.file_key)
    if (!(await stat(path).catch(() => undefined))) throw new ApiError('not-found')
    return sendFile(reply, { path, name: task.file.name, mediaType: task.file.mime_type })
  }
  app.get(`${taskFilesPath}/:id/:name`, serve)
}

function isSigned(secret: string, task: StoredTask, expires: unknown, signature: unknown): boolean {
  if (typeof expires !== 'string' || !/^\d{1,15}$/.test(expires) || typeof signature !== 'string') return false
  const [sent, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(secret, task, Number(expires)))]
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
