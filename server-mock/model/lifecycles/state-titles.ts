import type { NamedTransition, State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, LifecycleDocumentTransition } from '#schemas/types/contract.d.ts'
import { fieldOptions, findField } from '#server/documents/entity-field.ts'
import { humanise, messageOf, textOf, type Expansion, type Reader } from '#server/documents/expansion.ts'
import type { FieldMessage } from '#server/errors.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'

type Owner = Pick<Owned<EntityDocument>, 'module' | 'document'>

const expansionOf = (registry: DocumentRegistry, reader: Reader, { module }: Owner): Expansion => ({ registry, reader, module })

/** What a state is called; the title of "none" for a field without a value. */
export function stateTitle(registry: DocumentRegistry, reader: Reader, owner: Owner, field: string, state: State): string {
  const expansion = expansionOf(registry, reader, owner)
  const described = findField(registry, owner, field)
  const title = described && fieldOptions(expansion, described)?.find((option) => option.value === state)?.title
  return title ?? (state === null ? textOf(expansion, '$lifecycle.no_state') : humanise(String(state)))
}

/** Why a transition does not start in a state: its own sentence, or one that names both. */
export function notFromHere(
  registry: DocumentRegistry,
  reader: Reader,
  owner: Owner,
  { name, field, transition }: NamedTransition,
  state: State,
): FieldMessage {
  if (transition.else !== undefined) return textOf(expansionOf(registry, reader, owner), transition.else)
  const values = {
    transition: transitionTitle(registry, reader, owner, name, transition),
    state: stateTitle(registry, reader, owner, field, state),
  }
  return { key: 'errors.not_from_state', values }
}

/** What the note of a transition is called: the message `transitions.<entity>.<name>.note` of its module, or "Note". */
export function noteTitle(registry: DocumentRegistry, reader: Reader, owner: Owner, name: string): string {
  const expansion = expansionOf(registry, reader, owner)
  return messageOf(expansion, `transitions.${owner.document.name}.${name}.note`) ?? textOf(expansion, '$lifecycle.note')
}

/** What a transition is called: its own title, the message `transitions.<entity>.<name>`, or its name. */
export function transitionTitle(
  registry: DocumentRegistry,
  reader: Reader,
  owner: Owner,
  name: string,
  { title }: Pick<LifecycleDocumentTransition, 'title'>,
): string {
  const expansion = expansionOf(registry, reader, owner)
  return title === undefined
    ? (messageOf(expansion, `transitions.${owner.document.name}.${name}`) ?? humanise(name))
    : textOf(expansion, title)
}
