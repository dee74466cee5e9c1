import type { JsonSchema } from '#schemas/types/contract.d.ts'

/** What a call that reads a timeline takes beside the record. */
export const timelineParams: Record<string, JsonSchema> = {
  cursor: { type: 'string', minLength: 1, maxLength: 200 },
  kinds: { type: 'string', maxLength: 200 },
  order: { enum: ['newest', 'oldest'] },
}

/** What a comment has; its entity checks the values. */
export const commentFields: Record<string, JsonSchema> = {
  text: { type: 'string' },
  private: { type: 'boolean' },
  files: { type: 'array', items: { type: 'object' } },
  parent: { type: ['integer', 'null'], minimum: 1 },
}

/** An entry of a timeline as it is answered. */
export const timelineNode: JsonSchema = {
  type: 'object',
  additionalProperties: true,
  required: ['id', 'kind', 'status', 'status_title', 'description', 'date', 'user', 'color'],
  properties: {
    id: { type: 'string' },
    kind: { type: 'string' },
    status_title: { type: 'string' },
    description: { type: ['string', 'null'] },
    date: { type: 'string' },
    user: { type: ['object', 'null'] },
    color: { type: 'string' },
  },
}
