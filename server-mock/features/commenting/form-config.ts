import { fieldLabel, findEntity } from '#server/documents/entity-field.ts'
import type { CallContext, ResultsOf } from '#server/feature.ts'

/** Field that people do not see: programs fill it in. */
export const trap = 'subject'

const inputs = { text: 'textarea', name: 'text', email: 'email', mobile: 'mobile', website: 'url' } as const

/** The fields of the comment form with the rules of the entity, so that the site refuses what the server would. */
export function commentFormConfig({ registry, caller }: CallContext): ResultsOf<'commenting-form-config'> {
  const entity = findEntity(registry, 'comment')!
  const properties = entity.document.schema.properties as Record<string, { rules?: string; maxItems?: number }>
  const expansion = { registry, reader: caller, module: entity.module }
  const fields = Object.entries(inputs).map(([name, type]) => {
    const rules = properties[name]?.rules ?? ''
    return { name, title: fieldLabel(expansion, entity, name), type, required: rules.split('|').includes('required'), rules }
  })
  return {
    fields,
    rules: Object.fromEntries(fields.map(({ name, rules }) => [name, rules])),
    trap,
    attachments: properties.attachments?.maxItems ?? 0,
  }
}
