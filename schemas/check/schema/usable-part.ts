import { isRecord } from '#schemas/rules/is-record.ts'

/** The part of an invalid document that still defines its name, so that other documents can refer to it. */
export function usablePart(kind: string, name: string, value: unknown): unknown {
  if (!isRecord(value)) return undefined
  const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [])
  switch (kind) {
    case 'module':
      return {
        name: typeof value.name === 'string' ? value.name : '',
        permissions: texts(value.permissions),
        requires: texts(value.requires),
      }
    case 'entity': {
      const properties = isRecord(value.schema) && isRecord(value.schema.properties) ? value.schema.properties : {}
      return {
        name: typeof value.name === 'string' ? value.name : name,
        schema: { type: 'object', properties: Object.fromEntries(Object.entries(properties).filter(([, property]) => isRecord(property))) },
      }
    }
    case 'grid':
      return typeof value.entity === 'string' ? value : undefined
    case 'screen':
      return typeof value.path === 'string' && typeof value.name === 'string' ? value : undefined
    case 'extension':
      return typeof value.extends === 'string' && isRecord(value.properties)
        ? {
            extends: value.extends,
            properties: Object.fromEntries(Object.entries(value.properties).filter(([, property]) => isRecord(property))),
          }
        : undefined
    case 'endpoints':
      return {
        endpoints: (Array.isArray(value.endpoints) ? value.endpoints : []).filter(
          (endpoint) => isRecord(endpoint) && typeof endpoint.name === 'string',
        ),
      }
    case 'messages':
      return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    case 'layout':
      return undefined
    default:
      return value
  }
}
