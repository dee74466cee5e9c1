import { unknownParameters, type Seo } from '#schemas/rules/values/seo.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext, CallOf } from '#server/feature.ts'
import { savedFields } from '#server/call-target.ts'
import { refuseTrashed, writeRecord } from '#server/model/model.ts'
import { isLocale } from '#schemas/rules/locales.ts'
import { acceptField } from './post-extensions.ts'
import { findPost, findSister, type PostRow } from './posts-store.ts'
import { defaultSeo, mergeSeo } from './seo.ts'
import { text } from './text.ts'
import { findType, findTypeBySlug, typeTitle, type ContentType } from './types-store.ts'

/** Fields that are stored as they were sent. */
const plainFields = [
  'title',
  'slug',
  'synopsis',
  'text',
  'template',
  'thumbnail',
  'images',
  'categories',
  'tags',
  'moderation_note',
  'published_at',
] as const

/** What the catalogue requires of its `permission` stands for the entity's access; fields that need one of their own stay protected. */
const permitted = { permitted: true } as const

/** Stores a post and takes a transition, both or neither. Answers its id. */
export async function savePost(context: CallOf<'content-post-save'>): Promise<number> {
  const { id, version, fields } = savedFields(context.payload)
  const { action = 'save', type: typeSlug = fields.type, locale = fields.locale, sister = fields.sister } = context.payload
  const present = id === undefined ? undefined : await findPost(context.trx, id, { lock: true })
  if (present?.deleted_at) await refuseTrashed(context, 'post', present.id, version)
  const type = present ? (await findType(context.trx, present.content_type_id))! : await typeOfNew(context, typeSlug)
  // The type of a post does not change: another one must not be dropped unsaid.
  if (present && [context.payload.type, fields.type].some((sent) => sent !== undefined && sent !== type.slug))
    throw validationError({ type: [text(context, 'type_fixed', { type: typeTitle(context, type) })] })
  const origin = present ? {} : await originOfNew(context, type, locale, sister)
  if (action === 'publish') refuseFutureDate(context, fields.published_at, present)
  const values: Record<string, unknown> = Object.fromEntries(
    plainFields.filter((field) => fields[field] !== undefined).map((field) => [field, emptyAsNull(field, fields[field])]),
  )
  Object.assign(values, addedValues(fields))
  // A hidden synopsis or an unset template of a new post follows the type.
  if (!present) Object.assign(values, { content_type: type.id, template: values.template ?? type.template }, origin)
  addSeo(context, values, fields.seo, type, present)
  if (fields.labels !== undefined) values.labels = await acceptField(context, 'labels', fields.labels, present?.labels)
  const step = action === 'save' ? undefined : { transition: action }
  const { id: stored } = await writeRecord(context, 'post', { id, version, data: values, step }, permitted)
  return stored
}

/** What was sent for properties that other modules add to posts; names that none has are refused where it is written. */
const addedValues = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.includes('__')))

/**
 * Publishing happens now: a date in the future that was typed for it is not dropped unsaid. A scheduled post may be published early, and
 * of a published one the transition itself is refused.
 */
function refuseFutureDate(context: CallContext, sent: unknown, present: PostRow | undefined): void {
  const time = typeof sent === 'string' ? Date.parse(sent) : NaN
  if (!(time > context.now.getTime())) return
  const isScheduled = present?.status === 'scheduled' && Date.parse(String(present.published_at)) === time
  if (!isScheduled && present?.status !== 'published') throw validationError({ published_at: [text(context, 'publish_in_future')] })
}

const neverEmpty: readonly string[] = ['title', 'template']
const emptyAsNull = (field: string, value: unknown) => (value === '' && !neverEmpty.includes(field) ? null : value)

async function typeOfNew(context: CallContext, slug: string | undefined): Promise<ContentType> {
  if (!slug) throw validationError({ type: [{ key: 'rules.required' }] })
  const type = await findTypeBySlug(context.trx, slug)
  if (!type) throw validationError({ type: [text(context, 'type_unknown')] })
  return type
}

/** Locale of a new post and, for a translation, the group of the post that it translates. */
async function originOfNew(
  context: CallContext,
  type: ContentType,
  locale: string | undefined,
  sister: number | undefined,
): Promise<{ locale: string; sister_group?: number }> {
  const wanted = locale ?? context.caller.locale
  if (!isLocale(wanted)) throw validationError({ locale: [text(context, 'locale_unknown')] })
  if (sister === undefined) return { locale: wanted }
  const source = await findPost(context.trx, sister)
  if (source.content_type_id !== type.id) throw validationError({ sister: [text(context, 'type_unknown')] })
  if (await findSister(context.trx, source.sister_group, wanted)) throw validationError({ locale: [text(context, 'sister_exists')] })
  return { locale: wanted, sister_group: source.sister_group }
}

function addSeo(
  context: CallContext,
  values: Record<string, unknown>,
  sent: Partial<Seo> | null | undefined,
  type: ContentType,
  present: PostRow | undefined,
) {
  if (present && sent === undefined) return
  const unknown = unknownParameters(sent)
  if (unknown.length > 0)
    throw validationError(
      Object.fromEntries(
        unknown.map(({ field, parameter }) => [`seo.${field}`, [text(context, 'seo_parameter_unknown', { parameter })]]),
      ) as FieldErrors,
    )
  const defaults = defaultSeo(type.features.includes('synopsis'))
  values.seo = mergeSeo({ ...defaults, ...(present?.seo as Partial<Seo> | null | undefined) }, sent)
}
