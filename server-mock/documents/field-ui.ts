import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { sequenceOf } from '#schemas/rules/entities/sequence.ts'
import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import type { EntityDocument, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { transitionTitle } from '#server/model/lifecycles/state-titles.ts'
import { fieldLabel, fieldOptions, findEntity, findField, type FieldSchema } from './entity-field.ts'
import { compact, localised, may, messageOf, textOf, type Expansion } from './expansion.ts'
import { formulaWords } from './formula-words.ts'
import { createModalCollector } from './expand-modal.ts'
import { isTranslated, isWithheld } from './form-properties.ts'
import type { Owned } from './registry.ts'

/** Presentation of a form's field: from the document, else derived from entity and schema. */
export function fieldUi(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  path: string,
  schema: FieldSchema,
  written: FormDocumentFieldUi | undefined,
): FormDocumentFieldUi {
  const { access: _, ...ownUi } = written ?? {}
  const field = entity && findField(expansion.registry, entity, path.replaceAll('[]', ''))
  const options = ownUi.options ?? (field ? fieldOptions(expansion, field, { stored: true }) : enumOptions(expansion, schema))
  const reference = schema.references ?? schema.items?.references
  const currency = currencyOf(schema, path, field?.owner.document)
  const title = ownUi.title !== undefined ? textOf(expansion, ownUi.title) : titleOf(expansion, entity, path, schema, field !== undefined)
  return compact<FormDocumentFieldUi>({
    ...(reference && !ownUi.options
      ? remoteSelect(expansion, reference, schema.items !== undefined, title, {
          for: isNarrowed(schema) && field ? `${field.owner.document.name}.${field.path}` : undefined,
          currency: currency.currency,
        })
      : {}),
    ...givenOf(expansion, entity, schema),
    ...(field?.schema.computed !== undefined && { computed_from: formulaWords(expansion, field.owner, field.path) }),
    ...(ownUi.currency === undefined && !reference && currency),
    // What the entity sets follows while the form is filled in.
    ...(Array.isArray(schema.value) && { value: schema.value as FormDocumentFieldUi['value'] }),
    ...localised(expansion, ownUi),
    ...createOf(expansion, ownUi),
    ...asksOf(expansion, ownUi),
    // A reference is filled in as `<name>_id`.
    ...(ownUi.scan && { scan: { ...ownUi.scan, into: `${ownUi.scan.into}_id` } }),
    // `locale-map` draws the field's own widget once for each locale.
    ...(isTranslated(schema) ? { widget: 'locale-map', input: ownUi.widget === 'locale-map' ? ownUi.input : ownUi.widget } : {}),
    title,
    // The reason takes the place of what is said to those who fill the field in.
    ...(entity && isWithheld(expansion, entity.document, path) && { description: messageOf(expansion, 'form.withheld') }),
    options: options && !reference ? localised(expansion, options) : ownUi.options && localised(expansion, ownUi.options),
  })
}

/**
 * The currency of an amount: always the same one, the one in a field beside it as it is filled in, or that of the record which rows belong
 * to, whether they are filled in within its form or by themselves.
 */
function currencyOf(
  { currency }: FieldSchema,
  path: string,
  owner: EntityDocument | undefined,
): { currency?: string; currency_by?: string } {
  if (typeof currency === 'string') return { currency }
  const by = (currency as { field?: string } | undefined)?.field
  const [head = '', ...rest] = by?.split('.') ?? []
  if (by === undefined || rest.length > 1) return {}
  if (rest.length === 0) return { currency: `{item.${by}}`, currency_by: by }
  if (!owner?.parent || head !== parentOf(owner)) return {}
  return { currency: `{${path.includes('[]') ? 'form' : 'parent'}.${rest[0]}}`, currency_by: by }
}

/** When the server gives a field its number. */
function givenOf(expansion: Expansion, entity: Owned<EntityDocument> | undefined, schema: FieldSchema): { placeholder?: string } {
  const sequence = sequenceOf(schema)
  if (!sequence) return {}
  const named = sequence.kind === 'counted' && entity ? findTransition(entity.document, sequence.at) : undefined
  if (!named || !entity) return { placeholder: messageOf(expansion, 'form.given_when_saved') }
  const { registry, reader } = expansion
  const transition = transitionTitle(registry, reader, entity, named.name, named.transition)
  return { placeholder: messageOf(expansion, 'form.given_with', { transition }) }
}

/** A modal in which a new record is made, under the name by which it is asked for; none where the reader may do nothing in it. */
function createOf(expansion: Expansion, { create }: FormDocumentFieldUi): { create?: Record<string, unknown> } {
  const name = (create as { modal?: unknown } | undefined)?.modal
  if (typeof name !== 'string') return {}
  const owned = expansion.registry.modal(expansion.module, name)
  const isOpen = owned !== undefined && createModalCollector().open(expansion, name) !== undefined
  return { create: isOpen ? { ...(create as Record<string, unknown>), modal: `${owned.module}/${owned.document.id}` } : undefined }
}

/** A slug field checks while typing whether the slug is free; not for readers without access to that call. */
function asksOf(expansion: Expansion, { widget, endpoint = 'slug-suggest' }: FormDocumentFieldUi): { asks?: false } {
  if (widget !== 'slug') return {}
  const suggestion = expansion.registry.endpoints.get(`1/${String(endpoint)}`)
  return suggestion && may(expansion, suggestion.document.access) ? {} : { asks: false }
}

function titleOf(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  path: string,
  schema: FieldSchema,
  known: boolean,
): string | undefined {
  if (typeof schema.title === 'string') return textOf(expansion, schema.title)
  const plain = path.replaceAll('[]', '')
  if (entity && known) return fieldLabel(expansion, entity, plain)
  return messageOf(expansion, `fields.${plain}`)
}

/** Choices from the schema's `enum`, with titles from the messages. */
function enumOptions(expansion: Expansion, schema: FieldSchema): FormDocumentFieldUi['options'] {
  const values = schema.enum ?? schema.items?.enum
  return values
    ?.filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => compact({ value, title: messageOf(expansion, `values.${value}`) }))
}

const isNarrowed = ({ where, items }: FieldSchema): boolean => (items ? (items as { where?: unknown }).where : where) !== undefined

/**
 * A reference is a remote select over the generic list of its entity. Of `narrowing`, `for` names the field whose `where` the choices meet,
 * and `currency` is the one that they have to be in.
 */
function remoteSelect(
  expansion: Expansion,
  model: string,
  several: boolean,
  title: string | undefined,
  narrowing: { for?: string; currency?: string },
): FormDocumentFieldUi {
  const { locale } = expansion.reader
  const choose = title && messageOf(expansion, 'form.choose', { type: nounInSentence(title, locale) })
  const name = findEntity(expansion.registry, model)?.document.name ?? model
  return compact({
    widget: 'remote-select',
    endpoint: 'list',
    params: compact({ model: name, ...narrowing }),
    ...(several ? { multiple: true } : {}),
    placeholder: choose && asSentence(choose, locale),
  })
}
