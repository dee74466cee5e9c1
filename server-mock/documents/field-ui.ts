import type { EntityDocument, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { fieldLabel, fieldOptions, findEntity, findField, type FieldSchema } from './entity-field.ts'
import { compact, localised, may, messageOf, textOf, type Expansion } from './expansion.ts'
import { createModalCollector } from './expand-modal.ts'
import { isTranslated } from './form-properties.ts'
import type { Owned } from './registry.ts'

/** How one field of a form looks: what the document says, and where it is silent what follows from entity and schema. */
export function fieldUi(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  path: string,
  schema: FieldSchema,
  written: FormDocumentFieldUi | undefined,
): FormDocumentFieldUi {
  const { access: _, ...given } = written ?? {}
  const field = entity && findField(expansion.registry, entity, path.replaceAll('[]', ''))
  const options = given.options ?? (field ? fieldOptions(expansion, field, { stored: true }) : enumOptions(expansion, schema))
  const reference = schema.references ?? schema.items?.references
  const title = given.title !== undefined ? textOf(expansion, given.title) : titleOf(expansion, entity, path, schema, field !== undefined)
  return compact<FormDocumentFieldUi>({
    ...(reference && !given.options ? remoteSelect(expansion, reference, schema.items !== undefined, title) : {}),
    ...localised(expansion, given),
    ...createOf(expansion, given),
    ...asksOf(expansion, given),
    // The map of locales draws the field's own widget once a locale.
    ...(isTranslated(schema) ? { widget: 'locale-map', input: given.widget === 'locale-map' ? given.input : given.widget } : {}),
    title,
    options: options && !reference ? localised(expansion, options) : given.options && localised(expansion, given.options),
  })
}

/** A modal in which a new record is made, under the name by which it is asked for; none where the reader may do nothing in it. */
function createOf(expansion: Expansion, { create }: FormDocumentFieldUi): { create?: Record<string, unknown> } {
  const name = (create as { modal?: unknown } | undefined)?.modal
  if (typeof name !== 'string') return {}
  const owned = expansion.registry.modal(expansion.module, name)
  const isOpen = owned !== undefined && createModalCollector().open(expansion, name) !== undefined
  return { create: isOpen ? { ...(create as Record<string, unknown>), modal: `${owned.module}/${owned.document.id}` } : undefined }
}

/** Whether a slug is free is asked while it is typed, by those who may ask. */
function asksOf(expansion: Expansion, { widget, endpoint = 'slug-suggest' }: FormDocumentFieldUi): { asks?: false } {
  if (widget !== 'slug') return {}
  const asked = expansion.registry.endpoints.get(`1/${String(endpoint)}`)
  return asked && may(expansion, asked.document.access) ? {} : { asks: false }
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

/** Choices that only a schema names, under titles that a message may give them. */
function enumOptions(expansion: Expansion, schema: FieldSchema): FormDocumentFieldUi['options'] {
  const values = schema.enum ?? schema.items?.enum
  return values
    ?.filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => compact({ value, title: messageOf(expansion, `values.${value}`) }))
}

/** A reference is chosen from the records of its entity, found by the generic list. */
function remoteSelect(expansion: Expansion, model: string, several: boolean, title: string | undefined): FormDocumentFieldUi {
  const name = findEntity(expansion.registry, model)?.document.name ?? model
  return compact({
    widget: 'remote-select',
    endpoint: 'list',
    params: { model: name },
    ...(several ? { multiple: true } : {}),
    placeholder: title && messageOf(expansion, 'form.choose', { type: title }),
  })
}
