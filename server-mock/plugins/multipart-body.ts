import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { ApiError } from '#server/errors.ts'
import { fileTooLarge, tooManyFiles } from './file-refusals.ts'
import { parseJsonBody, refuseUnsafeValues } from './json-body.ts'

/** A file that has arrived completely, in a folder of its own. Its content has not been checked yet. */
export interface ReceivedFile {
  /** Folder that holds this file alone, on the volume of the stored ones. */
  folder: string
  path: string
  /** Name given by the sender, safe to show: no path, no control characters. */
  name: string
  /** Media type that the sender claims. */
  declaredType: string
  size: number
  sha256: string
}

/** A multipart body: its text fields, and its one file. */
export interface MultipartBody {
  fields: Record<string, unknown>
  file: ReceivedFile | undefined
  /** Removes what is left of the file where it arrived. */
  discard: () => Promise<void>
}

/** Longest silence of a sender before the upload is given up. */
const silenceMs = 60 * 1000
const fieldBytes = 64 * 1024
/** How much of a too large file is read to find its size; beyond it the connection is closed. */
const readOnFactor = 8

export const unfinishedFolder = (config: Pick<Config, 'filesDir'>): string => join(config.filesDir, 'unfinished')

/** Lets multipart bodies through unread; `receiveMultipart` reads them once the caller is known. */
export async function acceptMultipart(app: FastifyInstance) {
  await app.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Reads a multipart body, its file straight to disk. An upload that is refused or breaks off leaves nothing behind.
 * @throws `unsupported-media-type` for another body, `file-too-large`, `too-many-files`, `bad-request`.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'filesDir' | 'uploadMaxBytes'>,
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw new ApiError('unsupported-media-type')
  const body: MultipartBody = {
    fields: {},
    file: undefined,
    discard: async () => {
      if (body.file) await rm(body.file.folder, { recursive: true, force: true })
    },
  }
  try {
    for await (const part of request.parts({
      limits: { fileSize: Infinity, files: 2, fields: 10, fieldSize: fieldBytes, headerPairs: 50, parts: 12 },
    })) {
      if (part.type === 'field') body.fields[part.fieldname] = readField(part)
      else if (part.fieldname !== 'file') throw new ApiError('bad-request')
      else if (body.file) throw tooManyFiles(1)
      else body.file = await store(part, reply, config)
    }
    refuseUnsafeValues(body.fields)
    return body
  } catch (fault) {
    // What is still to come is not parsed: the parser itself reads on to the end.
    request.raw.unpipe()
    request.raw.resume()
    await body.discard()
    throw asRefusal(fault)
  }
}

function readField({
  fieldname,
  value,
  valueTruncated,
  fieldnameTruncated,
}: {
  fieldname: string
  value: unknown
  valueTruncated: boolean
  fieldnameTruncated: boolean
}): unknown {
  if (valueTruncated || fieldnameTruncated || typeof value !== 'string') throw new ApiError('payload-too-large')
  return fieldname === 'payload' ? parseJsonBody(value) : value
}

interface FilePart {
  file: Readable
  filename: string
  mimetype: string
}

async function store(
  { file, filename, mimetype }: FilePart,
  reply: FastifyReply,
  { filesDir, uploadMaxBytes }: Pick<Config, 'filesDir' | 'uploadMaxBytes'>,
): Promise<ReceivedFile> {
  const folder = join(unfinishedFolder({ filesDir }), randomBytes(16).toString('hex'))
  const path = join(folder, 'received')
  const hash = createHash('sha256')
  let size = 0
  const silence = setTimeout(() => file.destroy(new ApiError('request-timeout')), silenceMs)
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      silence.refresh()
      size += chunk.length
      hash.update(chunk)
      if (size > uploadMaxBytes * readOnFactor) {
        reply.header('connection', 'close')
        done(fileTooLarge(size, uploadMaxBytes))
      } else if (size > uploadMaxBytes) done()
      else done(null, chunk)
    },
  })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(file, measure, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    if (size > uploadMaxBytes) throw fileTooLarge(size, uploadMaxBytes)
    return { folder, path, name: readableName(filename), declaredType: mimetype, size, sha256: hash.digest('hex') }
  } catch (fault) {
    await rm(folder, { recursive: true, force: true })
    throw fault
  } finally {
    clearTimeout(silence)
  }
}

const longestName = 200

/** What browsers write for a quote and for the ends of lines in a name. @source WHATWG HTML, "Multipart form data" */
const writtenOut: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' }

/** A name without folders, control signs and marks of direction, cut in its middle part when it is very long. */
export function readableName(name: string): string {
  const plain = name
    .replace(/%(?:22|0D|0A)/gi, (code) => writtenOut[code.toUpperCase()]!)
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const letters = [...plain]
  if (letters.length <= longestName) return plain || 'file'
  const end = /\.[^.]{1,12}$/.exec(plain)?.[0] ?? ''
  return `${letters.slice(0, longestName - end.length).join('')}${end}`
}

/** What the reader of the body complains about. */
function asRefusal(fault: unknown): unknown {
  const { code } = fault as { code?: string }
  if (code === 'FST_FILES_LIMIT') return tooManyFiles(1)
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new ApiError('payload-too-large')
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new ApiError('bad-request')
  return fault instanceof ApiError || isFaultOfDisk(code) ? fault : new ApiError('bad-request')
}

const isFaultOfDisk = (code: string | undefined) => code !== undefined && /^E[A-Z]{3,}$/.test(code)
