import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, NotificationDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing } from '#schemas/check/scope.ts'
import { checkTarget } from './check-calls.ts'
import { checkChannels } from './check-channels.ts'
import { expectHook, expectOwn } from './check-effects.ts'
import { conditionFields } from './check-endpoints.ts'

/** Checks what a notification tells of, whom, and that what it inserts may be read by everybody who is told. */
export function checkNotification(
  document: CheckedDocument,
  notification: NotificationDocument,
  locales: readonly CheckedDocument[],
): void {
  const { on, link, to, only_if: condition, name } = notification
  if (name !== document.name) error(document, '/name', `the file must be called notifications/${name}.json`)
  if (on.event !== undefined) return checkEvent(document, notification)
  if (on.entity === undefined)
    return error(document, '/on', 'say what it tells of: records of an "entity", or an "event" of the server', {
      allowed: ['entity', 'event'],
    })
  const entity = expectFound(document, '/on/entity', document.scope.entity(on.entity), `there is no entity "${on.entity}"`)
  if (link) checkTarget(document, '/link', link)
  to.forEach((recipient, index) => {
    if (typeof recipient === 'object' && 'audience' in recipient)
      expectHook(document, at('/to', index, 'audience'), recipient.audience, 'audiences', 'tell')
  })
  if (occasions.every((occasion) => on[occasion] === undefined))
    error(document, '/on', `say what it tells of: ${occasions.map((each) => JSON.stringify(each)).join(', ')}`, { allowed: [...occasions] })
  if (!entity) return
  checkChannels(document, notification, entity, locales)
  conditionFields(document, '/only_if', condition, entity)
  on.changed?.forEach((field, index) => expectOwn(document, at('/on/changed', index), entity, field))
  checkTransitions(document, on.transition, entity)
  if (on.reaches) {
    const found = fieldAt(document, '/on/reaches/field', entity, on.reaches.field)
    if (found && found.format !== 'decimal' && !['number', 'integer'].includes(String(found.type)))
      error(document, '/on/reaches/field', `"${on.reaches.field}" is no number`)
  }
  if (on.before) {
    const found = fieldAt(document, '/on/before/field', entity, on.before.field)
    if (found && !['date', 'date-time'].includes(String(found.format)))
      error(document, '/on/before/field', `"${on.before.field}" is no day and no moment`)
  }
  to.forEach((recipient, index) => {
    if (recipient === userOfEvent) error(document, at('/to', index), `${userOfEvent} is there where "on" names an event`)
    else if (typeof recipient === 'string') checkRecipient(document, at('/to', index), recipient.slice('{record.'.length, -1), entity)
  })
}

const userOfEvent = '{event.user}'

/** Of an event nothing is told but to the user whom it concerns: there is no record that says anybody else. */
function checkEvent(document: CheckedDocument, { on, link, to, only_if: condition }: NotificationDocument): void {
  expectHook(document, '/on/event', on.event, 'events', 'tell of')
  for (const other of ['entity', ...occasions] as const)
    if (on[other] !== undefined) error(document, at('/on', other), 'has no effect beside an event', { atKey: true })
  if (condition !== undefined) error(document, '/only_if', 'has no effect with an event', { atKey: true })
  if (link) checkTarget(document, '/link', link)
  to.forEach((recipient, index) => {
    if (recipient !== userOfEvent) error(document, at('/to', index), `an event is told to ${userOfEvent}`, { allowed: [userOfEvent] })
  })
}

/** What a notification may tell of. */
const occasions = ['created', 'changed', 'transition', 'reaches', 'before'] as const

const fieldAt = (document: CheckedDocument, pointer: string, entity: EntityDocument, name: string) =>
  expectOwn(document, pointer, entity, name) ? document.scope.field(entity, name).found : undefined

function checkTransitions(document: CheckedDocument, named: string | string[] | undefined, entity: EntityDocument): void {
  const names = transitionsOf(entity).map((each) => each.name)
  ;[named ?? []].flat().forEach((name, index) => {
    if (!names.includes(name))
      error(
        document,
        Array.isArray(named) ? at('/on/transition', index) : '/on/transition',
        `there is no transition "${name}" in the entity "${entity.name}"`,
        missing(name, names),
      )
  })
}

/** Those who wrote a record are users too, though no document says so. */
const writers: readonly string[] = ['created_by', 'updated_by']

function checkRecipient(document: CheckedDocument, pointer: string, path: string, entity: EntityDocument): void {
  const last = path.split('.').at(-1)!
  if (writers.includes(last) && (path === last || document.scope.field(entity, path.slice(0, -last.length - 1)).found)) return
  const field = expectFound(
    document,
    pointer,
    document.scope.field(entity, path),
    `there is no field "${path}" in the entity "${entity.name}"`,
  )
  if (field && field.references !== 'user') error(document, pointer, `"${path}" holds no user`)
}
