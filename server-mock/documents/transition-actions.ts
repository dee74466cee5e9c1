import { isOffered, targetsOf, transitionsOf, type NamedTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { Action, EntityDocument, FormDocument, ModalAnswer } from '#schemas/types/contract.d.ts'
import { noteTitle, stateTitle, transitionTitle } from '#server/model/lifecycles/state-titles.ts'
import { entityAccess, typeOf } from './entity-field.ts'
import { expandForm } from './expand-form.ts'
import { compact, may, messageOf, textOf, within, type Expansion } from './expansion.ts'
import type { ModalCollector } from './expand-modal.ts'
import { panelModule } from './messages.ts'
import type { Owned } from './registry.ts'

type Entity = Owned<EntityDocument>

/** Where the buttons stand: whose record they are about, and what is read again afterwards. */
export interface TransitionPlace {
  /** Name under which insertions have the record: `row`, or that of a load. */
  record: string
  refresh: 'row' | 'screen' | 'grid'
  /** For a selection only those that ask nothing of each record. */
  bulk?: boolean
  /** The one that is meant; all of them when left out. */
  only?: string
}

/**
 * A button for each transition that people take and this reader ever may, in the order of the document: a call, with its question, or a
 * modal where it asks for a note, fields or the state. Which of them a record offers, its flags say.
 */
export function transitionActions(expansion: Expansion, entity: Entity, modals: ModalCollector, place: TransitionPlace): Action[] {
  if (!isCallable(entity.document)) return []
  const home = within(expansion, entity.module)
  return transitionsOf(entity.document)
    .filter(
      ({ name, transition }) => isOffered(transition) && (place.only ?? name) === name && mayEver(expansion, entity, transition.access),
    )
    .flatMap((named): Action[] => {
      const { name, transition } = named
      const base = compact<Action>({
        id: name,
        type: 'call',
        title: titleOf(home, entity, named),
        icon: transition.icon,
        color: transition.color,
        primary: place.bulk ? undefined : transition.primary,
        flag: `can_${name}`,
      })
      const confirm = questionOf(home, entity, named, place)
      if (!asksOf(named))
        return [{ ...base, ...(confirm !== undefined && { confirm }), options: callOptions(home, entity, named, place, {}) }]
      if (place.bulk) return []
      return [{ ...base, type: 'modal', options: { modal: modals.add(stepModal(home, entity, named, place, confirm)) } }]
    })
}

/** Whether the generic call, or one of the entity's own, takes its records from state to state. */
const isCallable = ({ generic = 'all', calls }: EntityDocument): boolean => generic === 'all' || calls?.transition !== undefined

const mayEver = (expansion: Expansion, entity: Entity, access: NamedTransition['transition']['access']): boolean =>
  access === undefined
    ? may(expansion, entityAccess(entity.document, 'write'))
    : typeof access === 'string'
      ? may(expansion, access)
      : access.some(({ permission }) => may(expansion, permission))

/** Whether a transition asks for anything. */
const asksOf = ({ transition }: NamedTransition): boolean =>
  transition.note !== undefined || transition.form !== undefined || targetsOf(transition).length > 1

const titleOf = ({ registry, reader }: Expansion, entity: Entity, { name, transition }: NamedTransition): string =>
  transitionTitle(registry, reader, entity, name, transition)

const panelText = ({ registry, reader }: Expansion, key: string, values?: Record<string, unknown>): string =>
  registry.message(panelModule, reader.locale, key, values)

/** What is asked before; `{record.title}` in a sentence of the module is that of the record that the button is about. */
function questionOf(home: Expansion, entity: Entity, named: NamedTransition, { bulk, record }: TransitionPlace): string | undefined {
  const { confirm } = named.transition
  if (confirm === undefined || confirm === false) return undefined
  const values = { transition: titleOf(home, entity, named), type: typeOf(home, entity) }
  if (bulk) return panelText(home, 'lifecycle.selection_confirm', values)
  const own =
    typeof confirm === 'string' ? textOf(home, confirm) : messageOf(home, `transitions.${entity.document.name}.${named.name}.confirm`)
  return own?.replaceAll('{record.', `{${record}.`) ?? panelText(home, 'lifecycle.confirm', values)
}

function callOptions(
  home: Expansion,
  entity: Entity,
  named: NamedTransition,
  { record, refresh, bulk }: TransitionPlace,
  sent: Record<string, unknown>,
): NonNullable<Action['options']> {
  const own = entity.document.calls?.transition
  const done = messageOf(home, `transitions.${entity.document.name}.${named.name}.done`)
  return {
    name: own ?? 'transition',
    method: 'POST',
    payload: {
      ...(own === undefined && { model: entity.document.name }),
      id: bulk ? '{row.id}' : `{${record}.id}`,
      transition: named.name,
      ...sent,
    },
    subject: typeOf(home, entity),
    success: { toast: done ?? doneText(home, entity, named), close: true, refresh: bulk ? 'grid' : refresh },
  }
}

/** What is said where the module has no sentence: that the status has changed, or of a mark, which changes none, that it is done. */
function doneText(home: Expansion, entity: Entity, named: NamedTransition): string {
  const { from, to } = named.transition
  const isMark = !Array.isArray(to) && from.every((state) => state === to)
  return isMark ? panelText(home, 'lifecycle.done', { transition: titleOf(home, entity, named) }) : panelText(home, 'lifecycle.changed')
}

/** The dialog of a transition that asks for something. */
function stepModal(
  home: Expansion,
  entity: Entity,
  named: NamedTransition,
  place: TransitionPlace,
  confirm: string | undefined,
): ModalAnswer {
  const { name, transition } = named
  const fields = transition.form?.fields ?? []
  const states = targetsOf(transition)
  const form: FormDocument = {
    ...(fields.length > 0 && { entity: entity.document.name }),
    schema: {
      type: 'object',
      properties: {
        ...(states.length > 1 && { to: { enum: [...states], rules: 'required' } }),
        ...Object.fromEntries(fields.map((field) => [field, {}])),
        ...(transition.note !== undefined && {
          note: { type: 'string', rules: transition.note === 'required' ? 'required|max:4000' : 'max:4000' },
        }),
      },
      ...(transition.form?.required && { required: transition.form.required }),
    },
    ui: {
      ...transition.form?.ui,
      ...(states.length > 1 && {
        to: {
          title: panelText(home, 'lifecycle.to'),
          widget: states.length > 4 ? 'select' : 'radio',
          options: states.map((value) => ({ value, title: stateTitle(home.registry, home.reader, entity, named.field, value) })),
        },
      }),
      ...(transition.note !== undefined && {
        note: { title: noteTitle(home.registry, home.reader, entity, name), widget: 'textarea', rows: 4 },
      }),
    },
    layout: [...(states.length > 1 ? ['to'] : []), ...fields, ...(transition.note !== undefined ? ['note'] : [])],
  }
  const title = titleOf(home, entity, named)
  const own = entity.document.calls?.transition
  // Fields are filled with the record's own values. Whoever opens it decides by the state that he sees, which somebody may have changed.
  const isFetched = fields.length > 0 && entity.document.generic !== 'none'
  return compact<ModalAnswer>({
    id: `${entity.document.name.replaceAll('_', '-')}-${name.replaceAll('_', '-')}-step`,
    size: fields.length > 3 ? 'md' : 'sm',
    title,
    text: confirm,
    fetch: isFetched
      ? {
          name: 'single',
          method: 'GET',
          params: { model: entity.document.name, id: `{${place.record}.id}`, edit: '1' },
          seen: `{${place.record}.version}`,
        }
      : states.length > 1 && own === undefined
        ? // Its form leaves out the state that the record has.
          { name: 'transitions', method: 'GET', params: { model: entity.document.name, id: `{${place.record}.id}`, transition: name } }
        : undefined,
    body: expandForm(home.registry, home.reader, entity.module, form, undefined, { isLive: false }),
    buttons: [
      { id: 'cancel', title: dismissTitle(home, title) },
      {
        id: 'ok',
        title,
        color: transition.color ?? 'primary',
        action: {
          id: name,
          type: 'call',
          options: callOptions(home, entity, named, place, {
            ...(states.length > 1 && { to: '{form.to}' }),
            ...(transition.note !== undefined && { note: '{form.note}' }),
            ...(isFetched && { version: `{${place.record}.version}` }),
            ...(fields.length > 0 && {
              data: Object.fromEntries(fields.map((field) => [sentName(entity, field), `{form.${sentName(entity, field)}}`])),
            }),
          }),
        },
      },
    ],
  })
}

/** A transition that is itself called "Cancel" is not told apart from a button of that name. */
const dismissTitle = (home: Expansion, title: string): string => {
  const cancel = panelText(home, 'actions.cancel')
  return title === cancel ? panelText(home, 'actions.close') : cancel
}

/** A reference is sent as `<name>_id`. */
const sentName = ({ document }: Entity, field: string): string =>
  (document.schema.properties[field] as { references?: unknown } | undefined)?.references ? `${field}_id` : field
