import type { Trx } from '#server/database/database.ts'

/** A file as it goes over the wire and as records keep it. */
export interface UploadedFile {
  id: number
  /** What was sent; fetched from this server. */
  link: string
  mime_type: string
  /** Links by version: `original`; of a picture also `panel_thumb` and `thumbnail`. */
  versions: Record<string, string>
  name: string
  /** Bytes. */
  size: number
  width?: number
  height?: number
}

/** Where uploaded files are fetched: `/files/<key>/<name>`. Who has the link may; the key cannot be guessed. */
export const filesPath = '/files'

interface FileRow {
  id: number
  key: string
  name: string
  mime_type: string
  size: number
  width: number | null
  height: number | null
  versions: Record<string, string>
}

export const fileColumns = ['id', 'key', 'name', 'mime_type', 'size', 'width', 'height', 'versions'] as const

export function uploadedFile({ id, key, name, mime_type, size, width, height, versions }: FileRow): UploadedFile {
  const links = Object.fromEntries(Object.entries(versions).map(([version, file]) => [version, `${filesPath}/${key}/${file}`]))
  return {
    id,
    link: links.original!,
    mime_type,
    versions: links,
    name,
    size: Number(size),
    ...(width !== null && height !== null && { width, height }),
  }
}

/** The files of these ids; what is not there is left out. */
export async function findFiles(trx: Trx, ids: readonly number[]): Promise<Map<number, UploadedFile>> {
  if (ids.length === 0) return new Map()
  const rows = (await trx
    .selectFrom('pishkhan.files')
    .select([...fileColumns])
    .where('id', 'in', [...ids])
    .execute()) as FileRow[]
  return new Map(rows.map((row) => [row.id, uploadedFile(row)]))
}
