import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { Refusal } from '#server/errors.ts'
import type { TaskFile } from './define-task.ts'
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

/** A name as a header carries it. @source RFC 6266, RFC 8187 */
function disposition({ name }: TaskFile): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Serves the files of finished tasks, always to be saved. */
export function serveTaskFiles(app: FastifyInstance, config: Place, database: Database): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { key } = request.params as { key: string }
    const task = /^[0-9a-f]{48}$/.test(key) ? await database.read(trx => findTaskFile(trx, key)) : undefined
    const path = pathOf(config, key)
    const found = task?.file ? await stat(path).catch(() => undefined) : undefined
    if (!task?.file || !found) throw new Refusal('not-found')
    return reply
      .header('content-type', task.file.mime_type).header('content-length', found.size).header('content-disposition', disposition(task.file))
      .header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox")
      .send(createReadStream(path))
  }
  app.get(`${taskFilesPath}/:key/:name`, serve)
}
