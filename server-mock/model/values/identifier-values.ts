import { isIdentifierFormat, parseIdentifier } from '#schemas/rules/values/identifiers.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { placesOf, type Node } from './formatted-places.ts'

const isIdentifier = ({ format }: Node): boolean => isIdentifierFormat(format)

/** Stores national codes, cards and other numbers that people copy in Latin digits without separators. Changes `values`. */
export function writeIdentifiers(entity: ModelEntity, values: Record<string, unknown>): void {
  for (const { value, put, schema } of placesOf(entity, values, isIdentifier))
    if (typeof value === 'string' && isIdentifierFormat(schema.format)) put(parseIdentifier(schema.format, value))
}
