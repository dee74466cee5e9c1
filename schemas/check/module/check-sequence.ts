import { formatFields, formatInsertions, yearOf } from '#schemas/rules/entities/sequence-format.ts'
import { sequenceOf, type CountedSequence } from '#schemas/rules/entities/sequence.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { findTransition, transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing, type FieldSchema } from '#schemas/check/scope.ts'

/** Days that each month has in every year. */
const leastDays = {
  jalali: [31, 31, 31, 31, 31, 31, 30, 30, 30, 30, 30, 29],
  gregorian: [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
} as const

const ofRandom = ['random', 'of', 'prefix']
const ofCounted = ['format', 'digits', 'scope', 'date', 'gapless', 'returned', 'at']

/** The server numbers a text, and nothing that has another value already. */
export function checkSequence(document: CheckedDocument, entity: EntityDocument, name: string, property: Record<string, unknown>): void {
  const pointer = at('/schema/properties', name, 'sequence')
  if (property.type !== 'string') error(document, pointer, 'the server numbers texts: the type is "string"')
  for (const key of ['enum', 'const', 'default', 'format', 'references'])
    if (property[key] !== undefined) error(document, pointer, `the server gives the value, so "${key}" cannot hold for it`)
  const written = property.sequence as Record<string, unknown>
  const sequence = sequenceOf(property)
  if (!sequence) return error(document, pointer, 'says "random", or a "format" of numbers that follow each other')
  const foreign = (sequence.kind === 'random' ? ofCounted : ofRandom).filter((key) => written[key] !== undefined)
  for (const key of foreign)
    error(
      document,
      at(pointer, key),
      sequence.kind === 'random'
        ? `"${key}" is a word for numbers that follow each other, and these are drawn`
        : `"${key}" is a word for numbers that are drawn, and these follow each other: a field has one number`,
      { atKey: true },
    )
  if (sequence.kind === 'counted') checkCounted(document, entity, name, sequence)
}

function checkCounted(document: CheckedDocument, entity: EntityDocument, name: string, sequence: CountedSequence): void {
  const pointer = at('/schema/properties', name, 'sequence')
  const property = entity.schema.properties[name] as { sequence: { scope?: unknown[] } }
  const inserted = formatInsertions(sequence.format)
  const format = at(pointer, 'format')
  if (inserted.filter((part) => part === 'n').length !== 1) error(document, format, 'has one "{n}", which is the number itself')
  if (/[{}]/.test(sequence.format.replace(/\{[^{}]*\}/g, ''))) error(document, format, 'has a brace that nothing belongs to')
  if (inserted.includes('year') && !sequence.year)
    error(document, format, '"{year}" needs a calendar: write "year.jalali", "year.gregorian" or { "year": … } into "scope"')
  if (sequence.year && !inserted.includes('year'))
    error(document, format, 'two years would have the same numbers: they count by themselves, so "{year}" belongs into the format')
  const given = sequence.at === undefined ? undefined : findTransition(entity, sequence.at)
  if (sequence.at !== undefined && !given) {
    const names = transitionsOf(entity).map((each) => each.name)
    error(document, at(pointer, 'at'), `there is no transition "${sequence.at}" in this entity`, missing(sequence.at, names))
  }
  if (sequence.gapless && sequence.at === undefined)
    error(document, at(pointer, 'gapless'), 'numbers without a gap are given by a transition, so that drafts take none: name it as "at"')
  if (sequence.at !== undefined && isNeeded(entity, name))
    error(document, pointer, `"${name}" is given by a transition, so a new record cannot need it: take "required" away`)
  const isFilled = (field: string) => isNeeded(entity, field) || given?.transition.form?.required?.includes(field) === true
  const expectPart = (path: string, here: string) => {
    const [first = '', ...rest] = path.split('.')
    const field = expectFound(document, here, document.scope.field(entity, path), `there is no field "${path}" in this entity`)
    if (!field) return
    const own = document.scope.field(entity, first).found as FieldSchema
    if (first === name) return error(document, here, 'a number is not made of itself')
    if (first === parentOf(entity) && sequence.at === undefined)
      return error(document, here, `the record of "${first}" may be made together with its rows, so no number can be made of it`)
    if (rest.length > 0 && own.references === undefined) return error(document, here, `"${first}" does not refer to a record`)
    if (field.rows !== undefined || ['array', 'object'].some((type) => [field.type].flat().includes(type)))
      return error(document, here, `"${path}" has no single value, so no number can be made of it`)
    if (first !== parentOf(entity) && first !== 'created_by' && !isFilled(first))
      error(
        document,
        here,
        `"${first}" may be empty when the number is given: require it${given ? `, or ask for it in the form of "${sequence.at!}"` : ''}`,
      )
  }
  for (const path of new Set(formatFields(sequence.format))) expectPart(path, format)
  property.sequence.scope?.forEach((path, index) => {
    const here = at(pointer, 'scope', index)
    const year = yearOf(path)
    if (year) {
      if (JSON.stringify(year) !== JSON.stringify(sequence.year)) error(document, here, 'numbers are counted by the years of one calendar')
      if (year.from !== undefined && Number(year.from.slice(3)) > (leastDays[year.calendar][Number(year.from.slice(0, 2)) - 1] ?? 0))
        error(document, at(here, 'year', 'from'), `not every year has the day ${year.from}`)
      return
    }
    if (typeof path !== 'string') return
    expectPart(path, here)
    const shown = formatFields(sequence.format).filter((part) => part === path || part.startsWith(`${path}.`))
    if (shown.length === 0)
      error(
        document,
        here,
        `records with another "${path}" would have the same numbers: write "{${path}}" or a field of it into the format`,
      )
    for (const part of shown) warnUnlessTellsApart(document, entity, path, part, format)
  })
  if (sequence.date === undefined) return
  const day = expectFound(
    document,
    at(pointer, 'date'),
    document.scope.field(entity, sequence.date),
    `there is no field "${sequence.date}" in this entity`,
  )
  if (!sequence.year) error(document, at(pointer, 'date'), 'has no effect without a year in "scope"', { atKey: true })
  if (day && !['date', 'date-time'].includes(String(day.format)))
    error(document, at(pointer, 'date'), `"${sequence.date}" is no day and no moment`)
  else if (day && sequence.date !== 'created_at' && !isFilled(sequence.date))
    error(document, at(pointer, 'date'), `"${sequence.date}" may be empty when the number is given: require it`)
}

/** A part of a format that two records of the scope may share lets their numbers meet. */
function warnUnlessTellsApart(document: CheckedDocument, entity: EntityDocument, path: string, part: string, pointer: string): void {
  if (part === path) return
  const target = document.scope.entity((document.scope.field(entity, path).found as FieldSchema | undefined)?.references ?? '').found
  const field = part.slice(path.length + 1)
  if (!target || field === 'id' || sequenceOf(target.schema.properties[field])) return
  if (!(target.storage?.unique ?? []).some((list) => list.length === 1 && list[0] === field))
    warn(document, pointer, `two records of "${target.name}" may have the same "${field}", and then the same numbers: make it unique`)
}

const isNeeded = (entity: EntityDocument, name: string): boolean =>
  entity.schema.required?.includes(name) === true ||
  /(^|\|)required(\||$)/.test(String((entity.schema.properties[name] as { rules?: unknown } | undefined)?.rules ?? ''))
