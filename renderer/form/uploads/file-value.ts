import type { UploadedFile } from '#renderer/api/upload-file.ts'
import { extensionOf, mediaTypes } from '#schemas/rules/values/file-types.ts'
import { typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

/** A file of a field's value, whichever way the value names it. */
export interface FileEntry {
  /** Tells the files of one field apart. */
  key: string
  link: string
  name: string
  mimeType: string
  /** Bytes, where they are known. */
  size?: number
  /** Address of a thumbnail, for pictures. */
  preview?: string
  alt?: string
  /** As the value has it. */
  value: unknown
}

/** How a schema stores files: as objects from the server or as links; one file, or a list. */
export interface FileShape {
  many: boolean
  objects: boolean
}

export function shapeOf(schema: FieldSchema): FileShape {
  const many = typeOf(schema) === 'array'
  const one = many && isRecord(schema.items) ? (schema.items as FieldSchema) : schema
  return { many, objects: typeOf(one) !== 'string' }
}

/** The files of a value; entries that name no file are left out. */
export function readFiles(value: unknown): FileEntry[] {
  const seen = new Map<string, number>()
  return [value].flat().flatMap((one: unknown) => {
    const entry = entryOf(one)
    if (!entry) return []
    const times = (seen.get(entry.link) ?? 0) + 1
    seen.set(entry.link, times)
    return [{ ...entry, key: times > 1 ? `${entry.link}#${times}` : entry.link }]
  })
}

function entryOf(value: unknown): Omit<FileEntry, 'key'> | undefined {
  if (typeof value === 'string')
    return value === '' ? undefined : { link: value, name: nameIn(value), ...describe(value, undefined, undefined), value }
  if (!isRecord(value)) return undefined
  const versions: Record<string, unknown> = isRecord(value.versions) ? value.versions : {}
  const text = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined)
  const small = text(versions.panel_thumb) ?? text(value.thumbnail)
  const link = text(value.link) ?? text(value.src) ?? text(versions.original) ?? small
  if (link === undefined) return undefined
  return {
    link,
    name: text(value.name) ?? nameIn(link),
    ...describe(link, text(value.mime_type), small),
    size: typeof value.size === 'number' ? value.size : undefined,
    alt: text(value.alt),
    value,
  }
}

function describe(link: string, type: string | undefined, small: string | undefined): Pick<FileEntry, 'mimeType' | 'preview'> {
  const mimeType =
    type ??
    /^data:([a-z0-9.+/-]+)/i.exec(link)?.[1] ??
    mediaTypes[extensionOf(link.split(/[?#]/)[0]!)] ??
    (/\.svg$/i.test(link) ? 'image/svg+xml' : '')
  return { mimeType, preview: small ?? (mimeType.startsWith('image/') ? link : undefined) }
}

/** A link alone does not contain the file's original name. It is stored after `#`, which is never sent to a server. */
const nameMark = '#name='

function nameIn(link: string): string {
  if (link.startsWith('data:')) return ''
  const last = link.includes(nameMark)
    ? link.slice(link.indexOf(nameMark) + nameMark.length)
    : (link.split(/[?#]/)[0]!.split('/').at(-1) ?? '')
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The value of a field for these files. */
export function writeFiles(files: readonly FileEntry[], { many }: FileShape): unknown {
  if (many) return files.map(({ value }) => value)
  return files.at(-1)?.value
}

/** An uploaded file in the form in which the field stores it. */
export function entryFor(file: UploadedFile, { objects }: FileShape): FileEntry {
  const { link, name = '', size } = file
  const value = objects
    ? Object.fromEntries(Object.entries(file).filter(([, part]) => part !== undefined))
    : name === ''
      ? link
      : `${link}${nameMark}${encodeURIComponent(name)}`
  return { key: objects ? link : String(value), link, name, size, ...describe(link, file.mime_type, file.versions.panel_thumb), value }
}
