import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'

type FindEntity = (name: string) => EntityDocument | undefined

/** A change that effects hang on: a transition of an entity, or the making of its records. */
interface Step {
  entity: EntityDocument
  /** Undefined for a record that is made. */
  transition?: string
  /** Whether something stands in the way of going round for ever: a condition, or a choice of records. */
  isConditional: boolean
}

const nameOf = ({ entity, transition }: Pick<Step, 'entity' | 'transition'>): string => `${entity.name}.${transition ?? 'created'}`

/** What a change brings about by the effects of documents. */
function nextSteps({ entity, transition }: Step, find: FindEntity): Step[] {
  const effects =
    transition === undefined
      ? (entity.created?.effects ?? [])
      : (transitionsOf(entity).find(({ name }) => name === transition)?.transition.effects ?? [])
  return effects.flatMap((effect): Step[] => {
    const made = effect.create ?? effect.save
    const target = find(plain(made ?? effect.of ?? entity.name))
    if (!target || (made === undefined && effect.transition === undefined)) return []
    const isConditional = effect.only_if !== undefined || choosesByMore(effect)
    return [{ entity: target, transition: effect.transition, isConditional }]
  })
}

const plain = (name: string): string => name.slice(name.indexOf('/') + 1)

/** Whether records are chosen by more than what they refer to. */
const choosesByMore = ({ where }: LifecycleDocumentEffect): boolean =>
  where !== undefined && (typeof where === 'string' ? true : Object.values(where).some((value) => !/^\{[a-z_.]+\}$/.test(String(value))))

/** The way on which a change brings itself about, `order.cancel → invoice.cancel → order.cancel`; undefined where it does not. */
export function effectCircle(
  entity: EntityDocument,
  transition: string | undefined,
  find: FindEntity,
): { way: string; isConditional: boolean } | undefined {
  const start: Step = { entity, transition, isConditional: false }
  const seen = new Set<string>()
  const visit = (way: readonly Step[]): readonly Step[] | undefined => {
    for (const next of nextSteps(way.at(-1)!, find)) {
      if (nameOf(next) === nameOf(start)) return [...way, next]
      if (seen.has(nameOf(next))) continue
      seen.add(nameOf(next))
      const found = visit([...way, next])
      if (found) return found
    }
    return undefined
  }
  const way = visit([start])
  return way && { way: way.map(nameOf).join(' → '), isConditional: way.some((step) => step.isConditional) }
}
