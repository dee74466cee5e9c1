import { isRecord } from '#schemas/rules/is-record.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { placesOf, type Node, type Place } from './formatted-places.ts'
import { findFiles, type UploadedFile } from './stored-files.ts'

/**
 * Puts what the server knows of a file in the place of what the sender says of it, wherever a schema has the format
 * `file`: name, size, type and links are those that were stored. A file is named by its id and its link, so that nobody
 * comes by one by counting. A picture from elsewhere has no id; its addresses have to be addresses, and so
 * does a file that is kept as its link alone. `alt` is the sender's.
 * Changes `values`; answers what is wrong by field path.
 */
export async function takeFiles(
  { trx }: Pick<ModelContext, 'trx'>,
  entity: ModelEntity,
  values: Record<string, unknown>,
  before: Record<string, unknown> | undefined,
): Promise<FieldErrors> {
  const filePlaces = placesOf(entity, values, isFile)
  const errors: FieldErrors = Object.fromEntries(
    filePlaces
      .filter(({ value }) => typeof value === 'string' && value !== '' && !isAddress(value))
      .map(({ path }) => [path, [{ key: 'rules.url' }]]),
  )
  const places = filePlaces.filter((place): place is Place<Node> => isRecord(place.value))
  if (places.length === 0) return errors
  const stored = before ? JSON.stringify(before) : ''
  const known = await findFiles(
    trx,
    places.flatMap(({ value: { id } }) => (Number.isSafeInteger(id) ? [id as number] : [])),
  )
  for (const { path, value, schema, put } of places) {
    const alt = typeof value.alt === 'string' && value.alt.trim() !== '' ? { alt: value.alt.trim().slice(0, 500) } : {}
    if (value.id === undefined || value.id === null) {
      const own = picked(value)
      const isNothing = Object.keys(value).length === 0
      if (!isNothing && !hasAddress(own)) errors[path] = [{ key: 'errors.unknown_file' }]
      Object.assign(errors, addressErrors(value, path))
      put(isNothing && allowsNull(schema) ? null : { ...own, ...alt })
      continue
    }
    const file: UploadedFile | undefined = known.get(value.id as number)
    if (file && file.link === value.link) put({ ...file, ...alt })
    // A record keeps what it had, even when the file has gone.
    else if (file || !(typeof value.link === 'string' && stored.includes(JSON.stringify(value.link))))
      errors[path] = [{ key: 'errors.unknown_file' }]
  }
  return errors
}

const allowsNull = ({ type }: Node): boolean => Array.isArray(type) && type.includes('null')

const isFile = ({ format }: Node): boolean => format === 'file'

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 2000 &&
  /^(?:https?:\/\/|\/)[^/\\\s][^\\\s]*$/.test(value) &&
  !/\/\.\.(?:[/?#]|$)/.test(value)

/** What a picture from elsewhere may have: its address under one of the names in use, and addresses by version. */
const addresses = ['link', 'src', 'thumbnail'] as const

const hasAddress = (value: Node): boolean =>
  addresses.some((name) => name in value) || (isRecord(value.versions) && Object.keys(value.versions).length > 0)

function addressErrors(value: Node, path: string): FieldErrors {
  const fields = [
    ...addresses.map((name) => [name, value[name]] as const),
    ...Object.entries(isRecord(value.versions) ? value.versions : {}).map(([name, address]) => [`versions.${name}`, address] as const),
  ]
  return Object.fromEntries(
    fields
      .filter(([, address]) => address !== undefined && address !== null && !isAddress(address))
      .map(([name]) => [`${path}.${name}`, [{ key: 'rules.url' }]]),
  )
}

function picked(value: Node): Node {
  const texts = Object.fromEntries(
    [...addresses, 'name', 'mime_type']
      .filter((name) => typeof value[name] === 'string')
      .map((name) => [name, (value[name] as string).slice(0, 2000)]),
  )
  return { ...texts, ...(isRecord(value.versions) && { versions: value.versions }) }
}
