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
        ...(typeof value.parent === 'string' ? { parent: value.parent } : {}),
        schema: { type: 'object', properties: Object.fromEntries(Object.entries(properties).filter(([, property]) => isRecord(property))) },
        ...(isRecord(value.lifecycle) ? { lifecycle: usableLifecycle(value.lifecycle) } : {}),
        ...(isRecord(value.timeline) ? { timeline: isRecord(value.timeline.comments) ? { comments: {} } : {} } : {}),
      }
    }
    case 'grid':
      return typeof value.entity === 'string' ? value : undefined
    case 'metric':
      return typeof value.entity === 'string' && isRecord(value.values) ? value : undefined
    case 'ledger':
    case 'notification':
      return undefined
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

/** Fields with states and the names of their transitions, whatever is wrong inside. */
function usableLifecycle(lifecycle: Record<string, unknown>): Record<string, unknown> {
  const usable = (transition: unknown) => {
    const { from, to } = isRecord(transition) ? transition : {}
    return { from: Array.isArray(from) ? from : [], to: to ?? null }
  }
  return Object.fromEntries(
    Object.entries(lifecycle)
      .filter(([, machine]) => isRecord(machine))
      .map(([field, machine]) => {
        const { initial = null, transitions } = machine as Record<string, unknown>
        const named = Object.entries(isRecord(transitions) ? transitions : {})
        return [field, { initial, transitions: Object.fromEntries(named.map(([name, transition]) => [name, usable(transition)])) }]
      }),
  )
}
