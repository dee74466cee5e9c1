import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { Refusal } from '#server/errors.ts'
import { sendFile } from '#server/plugins/send-file.ts'
import { findTaskFile, type StoredTask } from './task-store.ts'

type Place = Pick<Config, 'filesDir'>

/** Where the file of a task is fetched: whoever has the link may, for as long as the task is kept. The key cannot be guessed. */
export const taskFilesPath = '/task-files'

const folderOf = ({ filesDir }: Place) => join(filesDir, 'tasks')
const pathOf = (place: Place, key: string) => join(folderOf(place), key)

/** Link under which a task's file is fetched. */
export const taskFileLink = ({ file_key: key, file }: Pick<StoredTask, 'file_key' | 'file'>): string | undefined => file ? `${taskFilesPath}/${key}/${encodeURIComponent(file.name)}` : undefined

/** Writes chunks as they come; of a file that is not finished nothing is kept. @returns its size in bytes */
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

/** Serves the files of finished tasks, always to be saved. */
export function serveTaskFiles(app: FastifyInstance, config: Place, database: Database): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { key } = request.params as { key: string }
    const task = /^[0-9a-f]{48}$/.test(key) ? await database.read(trx => findTaskFile(trx, key)) : undefined
    const path = pathOf(config, key)
    const found = task?.file ? await stat(path).catch(() => undefined) : undefined
    if (!task?.file || !found) throw new Refusal('not-found')
    return sendFile(reply, { path, name: task.file.name, mediaType: task.file.mime_type })
  }
  app.get(`${taskFilesPath}/:key/:name`, serve)
}
