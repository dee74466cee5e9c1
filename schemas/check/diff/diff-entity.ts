import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { diffAccess, diffRest, type Report } from './change.ts'
import { rankNames } from '#schemas/check/problem.ts'
import { isSameList, uniqueLists } from '#schemas/rules/entities/slug-field.ts'
import { statesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { branchesOf, diffCondition, diffExclusion, recordConditions } from './diff-condition.ts'
import { diffFixed } from './diff-fixed.ts'
import { diffRules } from './diff-record-rules.ts'
import { diffLifecycle } from './diff-lifecycle.ts'
import { compareRules } from './diff-rules.ts'
import { diffSequence } from './diff-sequence.ts'
import { diffSchema, isWiderType } from './diff-schema.ts'
import { diffTimeline } from './diff-timeline.ts'
import { diffTree } from './diff-tree.ts'
import { same } from './diff-values.ts'
import { diffChecks, diffComputed } from './diff-computed.ts'

type Node = Record<string, unknown>

/** Reports changes of an entity's records: fields at any depth, storage, permissions, and every other difference with its path. */
export function diffEntity(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const [old, now] = [before.schema.properties as Record<string, Node>, after.schema.properties as Record<string, Node>]
  const followers = followersOf(old, now, after.renamed ?? {})
  for (const [name, property] of Object.entries(old)) {
    const renamed = after.renamed?.[name]
    const needs: [boolean, boolean] = [isNeeded(before, name, renamed), isNeeded(after, renamed ?? name)]
    const context = (field: string) => ({
      isConverted: after.converted?.includes(field) === true,
      states: statesToldOf(before, after, field),
    })
    if (Object.hasOwn(now, name)) diffField(`${subject}: ${name}`, property, now[name]!, needs, context(name), report)
    else if (renamed !== undefined && Object.hasOwn(now, renamed)) {
      report(
        'breaking',
        `${subject}: ${name}`,
        `is called "${renamed}" from now on; its values move along, and who sends the former name is refused`,
      )
      diffField(`${subject}: ${renamed}`, property, now[renamed]!, needs, context(renamed), report)
    } else
      report(
        'breaking',
        `${subject}: ${name}`,
        `is gone; its values stay in the database but are neither read nor written${followers.has(name) ? renameHint(name, followers.get(name)!) : ''}`,
      )
  }
  for (const name of Object.keys(now)) {
    if (
      Object.hasOwn(old, name) ||
      Object.entries(after.renamed ?? {}).some(([former, present]) => present === name && Object.hasOwn(old, former))
    )
      continue
    const required = isNeeded(after, name) && now[name]!.default === undefined
    const former = [...followers].find(([, follower]) => follower === name)?.[0]
    const hint = former === undefined ? '' : renameHint(former, name)
    report(
      required ? 'risky' : 'additive',
      `${subject}: ${name}`,
      required ? `is new and required; records that exist have no value yet${hint}` : 'is new',
    )
  }
  const present = (name: string) => (Object.hasOwn(now, name) ? name : (after.renamed?.[name] ?? name))
  const [oldLists, newLists] = [uniqueLists(before).map((list) => list.map(present)), uniqueLists(after)]
  for (const fields of newLists)
    if (!oldLists.some((other) => isSameList(other, fields)))
      report('risky', subject, `${fields.join(' and ')} must be unique from now on; the publication fails when records share a value`)
  for (const fields of oldLists)
    if (!newLists.some((other) => isSameList(other, fields)))
      report('additive', subject, `${fields.join(' and ')} need not be unique any more`)
  if (before.storage?.trash !== false && after.storage?.trash === false)
    report('breaking', subject, 'has no trash any more; what is removed is gone for good')
  if (before.storage?.trash === false && after.storage?.trash !== false) report('additive', subject, 'has a trash from now on')
  if (!same(before.storage?.translate, after.storage?.translate) || before.storage?.sisters !== after.storage?.sisters)
    report('breaking', subject, 'stores translations in another way')
  for (const key of ['read', 'write', 'trash', 'destroy'] as const)
    diffAccess(`${subject}: ${key}`, before.access?.[key], after.access?.[key], report)
  diffRules(subject, before, after, report)
  const [readers, next] = [before.access?.fields ?? {}, after.access?.fields ?? {}]
  for (const name of new Set([...Object.keys(readers), ...Object.keys(next)]))
    diffAccess(`${subject}: ${name}`, readers[name], next[name], report)
  if ((before.generic ?? 'all') !== (after.generic ?? 'all'))
    report('breaking', subject, `is served by ${after.generic ?? 'all'} of the generic calls instead of ${before.generic ?? 'all'}`)
  diffTimeline(subject, before, after, report)
  diffTree(subject, before, after, report)
  diffNames(subject, before, after, report)
  diffLifecycle(subject, before, after, report)
  diffChecks(subject, before, after, report)
  const schemas = [before.schema, after.schema] as [Node, Node]
  for (const key of recordConditions) diffCondition(subject, key, schemas[0][key], schemas[1][key], report)
  diffCondition(subject, 'if', branchesOf(schemas[0]), branchesOf(schemas[1]), report)
  diffFixed(subject, before, after, report)
  // The older word for "protected" is still read.
  const [guarded, guards] = [before, after].map(({ storage }) => storage?.protected ?? storage?.kept)
  diffExclusion(subject, 'storage.protected', guarded, guards, report)
  const isReported = [...Object.keys(old), ...Object.keys(now)].some((name) => isNeeded(before, name) !== isNeeded(after, name))
  diffRest(
    subject,
    before,
    after,
    report,
    (pointer) =>
      (isReported && pointer.startsWith('/schema/required')) ||
      /^\/(schema\/(properties|allOf|anyOf|oneOf|not|dependencies|if|then|else)(\/|$)|storage\/(unique|trash|translate|sisters|protected|kept|needed_by)|fixed|access|generic|timeline|tree|lifecycle|checks|renamed|names|converted)/.test(
        pointer,
      ),
  )
}

/** Reports what callers of declared calls have to call fields from now on. */
function diffNames(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const [old, now] = [before.names ?? {}, after.names ?? {}]
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[field] ?? field, now[field] ?? field]
    if (was === is) continue
    // Under its former name nobody knew a field that is new, or that has another name since.
    const isNew = Object.hasOwn(after.schema.properties, field) && !Object.hasOwn(before.schema.properties, field)
    report(
      isNew ? 'additive' : 'breaking',
      `${subject}: ${field}`,
      `is called "${is}" instead of "${was}" in answers and errors of declared calls`,
    )
  }
}

/** Keywords with a message of their own are left out of the general comparison. */
function diffField(
  field: string,
  before: Node,
  after: Node,
  [wasNeeded, needed]: [boolean, boolean],
  { isConverted, states }: { isConverted: boolean; states: ReadonlySet<unknown> },
  report: Report,
): void {
  const isOther =
    !same([before.type].flat().sort(), [after.type].flat().sort()) ||
    before.format !== after.format ||
    before.references !== after.references
  const isWider = before.format === after.format && before.references === after.references && isWiderType(before.type, after.type)
  if (isOther)
    report(
      isWider ? 'risky' : 'breaking',
      field,
      `was ${describe(before)}, becomes ${describe(after)}; ${isWider ? 'more is taken, and who reads it may not expect that' : isConverted ? 'what is stored is converted, and the publication fails while a value does not fit' : 'values that do not fit are refused'}`,
    )
  const isTold = (value: unknown) => !states.has(value)
  const lost = listOf(before.enum).filter((value) => isTold(value) && Array.isArray(after.enum) && !after.enum.includes(value))
  const gained = listOf(after.enum).filter((value) => isTold(value) && Array.isArray(before.enum) && !before.enum.includes(value))
  if (lost.length > 0) report('breaking', field, `no longer allows ${lost.map(String).join(', ')}; records that have it cannot be saved`)
  if (gained.length > 0) report('additive', field, `also allows ${gained.map(String).join(', ')}`)
  if (!before.enum && Array.isArray(after.enum)) report('risky', field, 'allows only listed values from now on')
  if (Array.isArray(before.enum) && !after.enum) report('additive', field, 'allows any value from now on')
  if (!wasNeeded && needed)
    report('breaking', field, 'becomes required; who does not send it is refused, and records without it must be completed when next saved')
  if (wasNeeded && !needed) report('additive', field, 'is no longer required')
  diffSequence(field, before, after, report)
  // A field that becomes required, or is so no longer, is told above.
  const rules = compareRules(before.rules, after.rules, wasNeeded === needed ? [] : ['required'])
  if (rules !== 'same')
    report(
      ({ tighter: 'breaking', other: 'risky', looser: 'additive' } as const)[rules],
      field,
      `is checked by other rules: ${JSON.stringify(before.rules ?? '')} becomes ${JSON.stringify(after.rules ?? '')}; ${ruleMeanings[rules]}`,
    )
  const isShortened = before.rows !== undefined && Number(after.maxItems) < Number(before.maxItems ?? Infinity)
  if (isShortened) report('risky', field, `takes ${String(after.maxItems)} rows at most from now on; records with more cannot be saved`)
  const changes = [
    'rules',
    ...(isShortened ? ['maxItems'] : []),
    ...(isOther ? ['type', 'format', 'references'] : []),
    ...(same([...listOf(before.enum)].sort(), [...listOf(after.enum)].sort()) ? [] : ['enum']),
  ]
  if (!same(before.value, after.value))
    report(
      after.value === undefined ? 'additive' : 'breaking',
      field,
      after.value === undefined
        ? 'is no longer set by conditions; whoever writes a record decides'
        : 'is set by conditions from now on, or by others than before; another value is refused, and records get it when next saved',
    )
  diffComputed(field, before, after, report)
  diffSchema(field, before, after, report, {
    isReported: (pointer) =>
      /^\/(slug\/within|computed|scale|currency|frozen_in|sequence|value)/.test(pointer) || changes.includes(pointer.split('/')[1]!),
  })
}

const ruleMeanings = {
  tighter: 'they are tightened, so values that were taken are refused',
  other: 'stored values may no longer pass',
  looser: 'more is taken',
}

/** Values of a field that come or go as states of its lifecycle, where they are told. */
function statesToldOf(before: EntityDocument, after: EntityDocument, field: string): Set<unknown> {
  const [old, now] = [before.lifecycle?.[field], after.lifecycle?.[field]].map((lifecycle) => (lifecycle ? statesOf(lifecycle) : undefined))
  if (!old || !now) return new Set()
  return new Set([...old.filter((state) => !now.includes(state)), ...now.filter((state) => !old.includes(state))])
}

/** Fields that are gone with the new field that may be the same under another name: of the same kind, the one with the nearest name. */
function followersOf(old: Record<string, Node>, now: Record<string, Node>, renamed: Readonly<Record<string, string>>): Map<string, string> {
  const kindOf = ({ type, format, references, rows, enum: values }: Node) => JSON.stringify([type, format, references, rows, values])
  const free = new Set(Object.keys(now).filter((name) => !Object.hasOwn(old, name) && !Object.values(renamed).includes(name)))
  const followers = new Map<string, string>()
  for (const [name, property] of Object.entries(old)) {
    if (Object.hasOwn(now, name) || Object.hasOwn(renamed, name)) continue
    const [nearest] = rankNames(
      name,
      [...free].filter((other) => kindOf(now[other]!) === kindOf(property)),
    )
    if (nearest === undefined) continue
    free.delete(nearest)
    followers.set(name, nearest)
  }
  return followers
}

const renameHint = (former: string, name: string): string =>
  `; if "${name}" is the former "${former}", say so, and the values move along: "renamed": { "${former}": "${name}" }`

const isNeeded = (entity: EntityDocument, name: string, present = name): boolean =>
  entity.schema.required?.includes(present) ||
  /(^|\|)required(\||$)/.test(String((entity.schema.properties[name] as Node | undefined)?.rules ?? ''))
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const describe = (node: Node): string =>
  node.references
    ? `a reference to ${String(node.references)}`
    : [([] as unknown[]).concat(node.type ?? (node.enum ? 'one of a list' : 'anything')).join(' or '), node.format]
        .filter(Boolean)
        .join(' ')
