import { guardedEntities } from '#schemas/rules/guarded-entities.ts'
import { sequenceFields } from '#schemas/rules/entities/sequence.ts'
import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { fieldsOf, missing, type HookKind } from '#schemas/check/scope.ts'
import { conditionFields } from './check-endpoints.ts'
import { isOfLedger } from './check-ledger.ts'
import { checkMade } from './check-made.ts'
import { checkPost, checkReverse } from './check-posts.ts'

/** Whether the entity has the field; an error where it has not. */
export function expectOwn(document: CheckedDocument, pointer: string, entity: EntityDocument, name: string, atKey = false): boolean {
  const known = Object.hasOwn(fieldsOf(entity), name) || document.scope.field(entity, name).found !== undefined
  if (!known)
    error(document, pointer, `there is no field "${name}" in the entity "${entity.name}"`, {
      ...missing(name, Object.keys(fieldsOf(entity))),
      atKey,
    })
  return known
}

/** A hook that a document names is one that a feature of the server has. */
export function expectHook(document: CheckedDocument, pointer: string, name: string | undefined, kind: HookKind, verb: string): void {
  const known = document.scope.context.hooks?.[kind]
  if (name !== undefined && known && !known.includes(name))
    error(document, pointer, `nobody can ${verb} "${name}": no feature of the server has it`, missing(name, known))
}

const effectKinds = ['set', 'create', 'save', 'transition', 'trash', 'post', 'reverse', 'effect'] as const

/** Checks what an effect of a transition or a call does: one thing, to records and fields that there are. */
export function checkEffect(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  effect: LifecycleDocumentEffect,
  earlier: readonly LifecycleDocumentEffect[],
): void {
  const kinds = effectKinds.filter((kind) => effect[kind] !== undefined)
  if (kinds.length !== 1)
    return error(document, pointer, `an effect does one thing: ${effectKinds.map((kind) => `"${kind}"`).join(', ')}`, {
      allowed: [...effectKinds],
    })
  conditionFields(document, at(pointer, 'only_if'), effect.only_if, entity)
  expectHook(document, at(pointer, 'effect'), effect.effect, 'effects', 'do')
  if (effect.effect !== undefined) return
  const kind = kinds[0]!
  if (kind === 'post') return checkPost(document, pointer, entity, effect)
  if (kind === 'reverse') return checkReverse(document, pointer, entity, effect)
  const name =
    effect.set === 'record' ? entity.name : (effect.set ?? effect.create ?? effect.save ?? effect.trash ?? effect.of ?? entity.name)
  const key = kind === 'transition' ? 'of' : kind
  const target = expectFound(document, at(pointer, key), document.scope.entity(name), `there is no entity "${name}"`)
  if (!target) return
  if (guardedEntities.has(target.name)) error(document, at(pointer, key), `"${target.name}" says who may do what: no document writes it`)
  if (isOfLedger(document, target.name))
    error(document, at(pointer, key), `"${target.name}" is written by its ledger alone: write "post" or "reverse"`)
  if (effect.where !== undefined && (effect.set === 'record' || kind === 'create' || kind === 'save'))
    error(document, at(pointer, 'where'), 'has no effect here', { atKey: true })
  checkWhere(document, at(pointer, 'where'), effect.where, target)
  if (kind === 'transition') {
    const names = transitionsOf(target).map((each) => each.name)
    if (!names.includes(effect.transition!))
      error(
        document,
        at(pointer, 'transition'),
        `there is no transition "${effect.transition}" in the entity "${target.name}"`,
        missing(effect.transition!, names),
      )
  }
  const states = new Set(Object.keys(target.lifecycle ?? {}))
  const numbered = new Set(sequenceFields(target))
  const expectUnnumbered = (name: string, here: string, atKey: boolean) => {
    if (numbered.has(name)) error(document, here, `the server itself numbers "${name}": no effect gives or copies it`, { atKey })
  }
  for (const each of Object.keys(effect.values ?? {})) {
    expectUnnumbered(each, at(pointer, 'values', each), true)
    if (expectOwn(document, at(pointer, 'values', each), target, each, true) && states.has(each))
      error(document, at(pointer, 'values', each), `"${each}" changes by its transitions only`, { atKey: true })
  }
  checkMade(document, pointer, entity, effect, target)
  if (effect.as !== undefined && earlier.some((other) => other.as === effect.as))
    error(document, at(pointer, 'as'), `another effect has the name "${effect.as}"`)
}
