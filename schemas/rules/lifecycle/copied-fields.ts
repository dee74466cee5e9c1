import { isComputed } from '#schemas/formula/computed-words.ts'
import { parentOf, placeField } from '#schemas/rules/entities/child-entity.ts'
import { sequenceFields } from '#schemas/rules/entities/sequence.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

interface Property {
  type?: unknown
  format?: unknown
  rows?: unknown
  slug?: unknown
  references?: unknown
}

/** Whether an effect may give a field its value: nobody numbers, computes or moves it otherwise. */
export function isWritten(entity: EntityDocument, name: string): boolean {
  const property = entity.schema.properties[name] as Property | undefined
  return (
    property !== undefined &&
    property.rows === undefined &&
    property.slug === undefined &&
    name !== placeField &&
    name !== parentOf(entity) &&
    !isComputed(entity, name) &&
    !sequenceFields(entity).includes(name) &&
    !Object.hasOwn(entity.lifecycle ?? {}, name)
  )
}

/** The fields that a record takes from one of another entity: those that are named, or all that both have as values of one type. */
export function copiedFields(from: EntityDocument, to: EntityDocument, copy: 'all' | readonly string[] | undefined): readonly string[] {
  if (copy !== 'all') return copy ?? []
  const kindOf = (entity: EntityDocument, name: string): string => {
    const { type, format, references } = entity.schema.properties[name] as Property
    return JSON.stringify([[type].flat().find((one) => one !== 'null'), format, references])
  }
  return Object.keys(to.schema.properties).filter(
    (name) => Object.hasOwn(from.schema.properties, name) && isWritten(to, name) && kindOf(from, name) === kindOf(to, name),
  )
}
