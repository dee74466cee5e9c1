import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { brokenFile, pictureTooLarge } from '#server/plugins/file-refusals.ts'
import { ApiError } from '#server/errors.ts'

/** Most pixels of a picture; a small file can claim to be a very large one. */
const maxPixels = 64_000_000
/** @source specification, "thumbnail width 768" */
export const thumbnailWidth = 768
/** Shown by the panel 150 px wide, on screens of twice the density too. */
const panelThumbSide = 300
const longestMs = 60_000
const atOnce = 2

const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

export const isPicture = (mediaType: string): boolean => Object.hasOwn(formats, mediaType)

/**
 * Takes out of a picture where, when and with what it was taken, and turns it upright. Its colours stay as they are; one without any of
 * that is left as it is. @throws `file-broken`
 */
export async function removeMetadata(path: string): Promise<void> {
  await whenFree(async () => {
    try {
      const {
        exif,
        iptc,
        xmp,
        tifftagPhotoshop,
        comments,
        orientation = 1,
        pages = 1,
        format,
        width,
        height,
      } = await sharp(path, { limitInputPixels: false }).metadata()
      if (![exif, iptc, xmp, tifftagPhotoshop, comments].some((block) => block !== undefined) && orientation === 1) return
      if (width * height > maxPixels) throw pictureTooLarge(width, height, maxPixels)
      const upright = sharp(path, { limitInputPixels: maxPixels, animated: pages > 1 }).timeout({ seconds: longestMs / 1000 })
      const written = await (pages > 1 ? upright : upright.autoOrient()).keepIccProfile().toFormat(format, qualities[format]).toBuffer()
      await writeFile(path, written, { mode: 0o600 })
    } catch (fault) {
      const { code } = fault as { code?: string }
      if (fault instanceof ApiError || code === 'ENOSPC') throw fault
      throw brokenFile()
    }
  })
}

/** Written once more, a picture must not look worse. */
const qualities: Readonly<Record<string, object>> = {
  jpeg: { quality: 95, chromaSubsampling: '4:4:4' },
  webp: { quality: 95 },
  heif: { quality: 90, compression: 'av1' },
}

export interface PictureVersions {
  width: number
  height: number
  /** Bytes of the versions together. */
  bytes: number
  names: Record<string, string>
}

/**
 * Makes the versions of a picture in its folder: `panel_thumb`, a square, and `thumbnail`, at most 768 wide. They stand
 * upright and carry none of the original's metadata. The sizes are those of the picture as it is seen.
 * @throws `file-broken` for what cannot be drawn whole, `file-too-large` for more pixels than are taken.
 */
export async function makeVersions(folder: string, original: string, mediaType: string): Promise<PictureVersions> {
  return whenFree(async () => {
    try {
      const open = () =>
        sharp(join(folder, original), { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: longestMs / 1000 })
      const { width, height, format, orientation = 1 } = await sharp(join(folder, original), { limitInputPixels: false }).metadata()
      if (format !== formats[mediaType]) throw brokenFile()
      if (width * height > maxPixels) throw pictureTooLarge(width, height, maxPixels)
      const thumbnail = await open()
        .autoOrient()
        .resize({ width: thumbnailWidth, withoutEnlargement: true })
        .webp({ quality: 82 })
        .toFile(join(folder, 'thumbnail.webp'))
      const panelThumb = await open()
        .autoOrient()
        .resize({ width: panelThumbSide, height: panelThumbSide, fit: 'cover', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(join(folder, 'panel_thumb.webp'))
      return {
        ...(orientation > 4 ? { width: height, height: width } : { width, height }),
        bytes: thumbnail.size + panelThumb.size,
        names: { panel_thumb: 'panel_thumb.webp', thumbnail: 'thumbnail.webp' },
      }
    } catch (fault) {
      const { code } = fault as { code?: string }
      if (fault instanceof ApiError || code === 'ENOSPC') throw fault
      throw brokenFile()
    }
  })
}

let running = 0
const waiting: (() => void)[] = []

/** Two pictures at a time: each may take much memory. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
