import { isRecord } from '#schemas/rules/is-record.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { sequenceFields, sequenceOf } from '#schemas/rules/entities/sequence.ts'
import { uniqueLists } from '#schemas/rules/entities/slug-field.ts'
import { copiedFields } from '#schemas/rules/lifecycle/copied-fields.ts'
import { isComputed } from '#schemas/formula/computed-words.ts'
import type { EntityDocument, LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { fieldsOf, missing } from '#schemas/check/scope.ts'
import { expectOwn } from './check-effects.ts'

type Copy = LifecycleDocumentEffect['copy']

/** Checks how an effect makes a record: how it is found, what is copied into it and its rows, and that it has what it needs. */
export function checkMade(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  effect: LifecycleDocumentEffect,
  target: EntityDocument,
): void {
  const isMade = effect.create !== undefined || effect.save !== undefined
  for (const word of ['copy', 'rows', 'as'] as const)
    if (!isMade && effect[word] !== undefined)
      error(document, at(pointer, word), `"${word}" is a word for "create" and "save"`, { atKey: true })
  if (effect.save === undefined && effect.by !== undefined)
    error(document, at(pointer, 'by'), '"by" is a word for "save": it says which record is changed', { atKey: true })
  if (effect.save !== undefined) checkBy(document, pointer, effect, target)
  const source = rowsOf(document, pointer, entity, effect)
  if (!isMade || !source) return
  checkCopy(document, at(pointer, 'copy'), source, target, effect.copy)
  const given = { ...(effect.values ?? {}), ...effect.by, ...effect.rows }
  expectComplete(document, pointer, source, target, effect.copy, given)
  checkRows(document, pointer, entity, effect, target)
}

/** The entity of the rows that an effect is done for, or that of the record. */
function rowsOf(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  { for: list, as }: LifecycleDocumentEffect,
): EntityDocument | undefined {
  if (list === undefined) return entity
  if (as !== undefined) error(document, at(pointer, 'as'), 'with "for" there may be several, so none of them has a name', { atKey: true })
  return listOf(document, at(pointer, 'for'), entity, list)
}

function listOf(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  name: string,
  atKey = false,
): EntityDocument | undefined {
  const fields = fieldsOf(entity)
  const lists = Object.keys(fields).filter((key) => fields[key]!.rows !== undefined)
  const rows = Object.hasOwn(fields, name) ? fields[name]!.rows : undefined
  if (rows === undefined)
    return void error(document, pointer, `there is no list of rows "${name}" in the entity "${entity.name}"`, {
      ...missing(name, lists),
      atKey,
    })
  return document.scope.entity(rows).found
}

function checkBy(document: CheckedDocument, pointer: string, { by }: LifecycleDocumentEffect, target: EntityDocument): void {
  if (!by) return error(document, pointer, 'by which unique fields is the record found? Write "by": { "<field>": "{record.id}" }')
  const names = Object.keys(by)
  const known = names.map((name) => expectOwn(document, at(pointer, 'by', name), target, name, true))
  if (known.includes(false)) return
  const plain = names.map((name) => name.replace(/_id$/, ''))
  const lists = uniqueLists(target)
  if (!lists.some((list) => list.length > 0 && list.every((name) => names.includes(name) || plain.includes(name))))
    error(
      document,
      at(pointer, 'by'),
      `several records of "${target.name}" may have these values: name fields that are unique together ("storage": { "unique": [${JSON.stringify(plain)}] })`,
      { allowed: lists.map((list) => list.join(', ')) },
    )
}

function checkCopy(document: CheckedDocument, pointer: string, from: EntityDocument, to: EntityDocument, copy: Copy): void {
  if (copy === 'all') {
    if (copiedFields(from, to, copy).length === 0)
      error(document, pointer, `"${from.name}" and "${to.name}" have no field in common to copy`)
    return
  }
  copy?.forEach((name, index) => {
    const here = at(pointer, index)
    if (!expectOwn(document, here, from, name) || !expectOwn(document, here, to, name)) return
    if (sequenceFields(to).includes(name)) error(document, here, `the server itself numbers "${name}": no effect gives or copies it`)
    else if (Object.hasOwn(to.lifecycle ?? {}, name)) error(document, here, `"${name}" changes by its transitions only`)
    else if (isComputed(to, name)) error(document, here, `"${name}" is computed, so nothing is copied into it`)
    else if (isGapless(from, name)) error(document, here, `"${name}" is a number without gaps, which only one record has`)
  })
}

const isGapless = ({ schema }: EntityDocument, name: string): boolean => {
  const sequence = sequenceOf(schema.properties[name])
  return sequence?.kind === 'counted' && sequence.gapless
}

/** Reports required fields that nothing gives to a new record. */
function expectComplete(
  document: CheckedDocument,
  pointer: string,
  from: EntityDocument,
  to: EntityDocument,
  copy: Copy,
  given: Readonly<Record<string, unknown>>,
): void {
  const copied = copiedFields(from, to, copy)
  const isGiven = (name: string): boolean => {
    const property: unknown = to.schema.properties[name]
    return (
      copied.includes(name) ||
      Object.hasOwn(given, name) ||
      Object.hasOwn(given, `${name}_id`) ||
      sequenceFields(to).includes(name) ||
      Object.hasOwn(to.lifecycle ?? {}, name) ||
      name === parentOf(to) ||
      (isRecord(property) && (property.default !== undefined || property.computed !== undefined || property.slug !== undefined))
    )
  }
  for (const name of to.schema.required ?? [])
    if (!isGiven(name)) error(document, pointer, `a new "${to.name}" needs "${name}": give it in "values" or "copy"`)
}

function checkRows(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  { rows = {} }: LifecycleDocumentEffect,
  target: EntityDocument,
): void {
  for (const [name, { from, copy, values = {} }] of Object.entries(rows)) {
    const here = at(pointer, 'rows', name)
    const [source, into] = [listOf(document, at(here, 'from'), entity, from), listOf(document, here, target, name, true)]
    if (!source || !into) continue
    if ((target.schema.properties[name] as { edit?: string }).edit === 'own')
      error(document, here, `rows of "${name}" are written by calls of their own, not with their record`, { atKey: true })
    checkCopy(document, at(here, 'copy'), source, into, copy)
    for (const each of Object.keys(values))
      if (expectOwn(document, at(here, 'values', each), into, each, true) && Object.hasOwn(into.lifecycle ?? {}, each))
        error(document, at(here, 'values', each), `"${each}" changes by its transitions only`, { atKey: true })
    expectComplete(document, here, source, into, copy, values)
  }
}
