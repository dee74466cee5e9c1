import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { agreesWith, extensionOf, mediaTypes } from '#schemas/rules/values/file-types.ts'
import type { Config } from '#server/config.ts'
import { emptyFile, falseName, wrongFileType } from '#server/plugins/file-refusals.ts'
import { unfinishedFolder, type ReceivedFile } from '#server/plugins/multipart-body.ts'
import { isPicture, makeVersions, removeMetadata } from './picture-versions.ts'

/** A file whose content has been looked at, with its versions, where it arrived. */
export interface CheckedFile extends Omit<ReceivedFile, 'path' | 'declaredType'> {
  mimeType: string
  width: number | null
  height: number | null
  /** Bytes that the smaller versions of a picture take. */
  versionsSize: number
  /** Name in its folder of each version; `original` is what was sent. */
  versions: Record<string, string>
}

type Place = Pick<Config, 'filesDir'>

export const storedFolder = ({ filesDir }: Place): string => join(filesDir, 'stored')

/**
 * What a file is, told by its content; its name and what its sender says have to agree. Pictures get their versions.
 * @throws `file-type`, `file-empty`, `file-broken`, `file-too-large`.
 */
export async function checkFile(
  { path, folder, name, declaredType, size, sha256 }: ReceivedFile,
  { uploadTypes }: Pick<Config, 'uploadTypes'>,
): Promise<CheckedFile> {
  const extension = extensionOf(name)
  const expected = uploadTypes.includes(extension) ? mediaTypes[extension] : undefined
  if (expected === undefined || !agreesWith(declaredType, expected)) throw wrongFileType(uploadTypes)
  if (size === 0) throw emptyFile()
  const detected = await fileTypeFromFile(path).catch(() => undefined)
  if (detected === undefined || kindOf(detected.mime) !== expected) throw falseName(extension, uploadTypes)
  const original = `original.${extension === 'jpeg' ? 'jpg' : extension}`
  await rename(path, join(folder, original))
  // A moving PNG is written by few libraries; what is moved is no photograph.
  if (isPicture(expected) && detected.mime !== 'image/apng') await removeMetadata(join(folder, original))
  const picture = isPicture(expected) ? await makeVersions(folder, original, expected) : undefined
  return {
    folder,
    name,
    ...(picture ? await measure(join(folder, original)) : { size, sha256 }),
    mimeType: expected,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    versionsSize: picture?.bytes ?? 0,
    versions: { original, ...picture?.names },
  }
}

/** Size and hash of a file as it is now. */
async function measure(path: string): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const bytes = await readFile(path)
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** An animated PNG counts as a PNG. */
const kindOf = (mime: string): string => (mime === 'image/apng' ? 'image/png' : mime)

/** Moves a checked file with its versions into the store, all at once; answers its key. */
export async function keepFile({ folder }: Pick<CheckedFile, 'folder'>, place: Place): Promise<string> {
  const key = randomBytes(17).toString('base64url').slice(0, 22)
  await mkdir(storedFolder(place), { recursive: true, mode: 0o700 })
  await rename(folder, join(storedFolder(place), key))
  return key
}

export const removeStored = (key: string, place: Place): Promise<void> =>
  rm(join(storedFolder(place), key), { recursive: true, force: true })

/** Keys of all stored files, whether or not anything knows of them. */
export const storedKeys = (place: Place): Promise<string[]> => namesIn(storedFolder(place))

export async function storedBefore(key: string, moment: Date, place: Place): Promise<boolean> {
  const info = await stat(join(storedFolder(place), key)).catch(() => undefined)
  return info !== undefined && info.mtime < moment
}

/** Removes what uploads that were broken off have left, unless it grew since the given moment. */
export async function discardUnfinished(place: Place, before: Date): Promise<void> {
  const folder = unfinishedFolder(place)
  for (const name of await namesIn(folder)) {
    const inner = await namesIn(join(folder, name))
    const times = await Promise.all(
      [join(folder, name), ...inner.map((each) => join(folder, name, each))].map((path) =>
        stat(path).then(
          ({ mtime }) => mtime,
          () => new Date(0),
        ),
      ),
    )
    if (times.every((time) => time < before)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
