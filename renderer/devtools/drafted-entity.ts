import { isRecord } from '#schemas/rules/is-record.ts'

/** A document of another module that a draft extends: `library` and `grids/books.json`. */
export interface Extended {
  module: string
  path: string
}

/** What a draft, as far as it can be read, says of the entity whose fields it names. */
export function draftedEntity(text: string, kind: string): { entity?: string; extended?: Extended } {
  const textOf = (key: string) => new RegExp(`"${key}"\\s*:\\s*"([a-z][a-z0-9_/-]*)"`).exec(text)?.[1]
  if (kind === 'extension') {
    const [module, folder, name] = textOf('extends')?.split('/') ?? []
    if (folder === 'entities' && name !== undefined) return { entity: name }
    return module !== undefined && folder !== undefined && name !== undefined
      ? { extended: { module, path: `${folder}/${name}.json` } }
      : {}
  }
  const entity = textOf(kind === 'entity' ? 'name' : 'entity')
    ?.split('/')
    .at(-1)
  return entity === undefined ? {} : { entity }
}

/** Names of the fields that a model has, those of other modules among them, as the call `info` tells them. */
export const fieldNames = (info: unknown): string[] =>
  isRecord(info) && Array.isArray(info.fields) ? info.fields.flatMap((field) => (isRecord(field) ? [String(field.name)] : [])) : []
