import { unknownParameters, type Seo } from '#schemas/rules/values/seo.ts'
import { isSlug, slugify } from '#schemas/rules/text/slug.ts'
import { validationError, ApiError, type FieldErrors } from '#server/errors.ts'
import type { CallContext, CallOf } from '#server/feature.ts'
import { savedFields } from '#server/call-target.ts'
import { refuseTrashed, trusted, writeRecord } from '#server/model/model.ts'
import { checkedLabels, type PostLabels } from '#server/features/tagging/post-labels.ts'
import { isLocale } from '#schemas/rules/locales.ts'
import { checkAction, statusOf, untrashedStatus, type PostAction, type PostState, type SaveAction, type Status } from './post-actions.ts'
import { findPost, findSister, type PostRow } from './posts-store.ts'
import { defaultSeo, mergeSeo } from './seo.ts'
import { freeSlug, isSlugFree, type SlugScope } from './slug-store.ts'
import { text } from './text.ts'
import { findType, findTypeBySlug, typeTitle, type ContentType } from './types-store.ts'

/** Fields that are stored as they were sent. */
const plainFields = [
  'title',
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

/** Stores a post and takes a status action, both or neither. Answers its id. */
export async function savePost(context: CallOf<'content-post-save'>): Promise<number> {
  const { id, version, fields } = savedFields(context.payload)
  const { action = 'save', type: typeSlug = fields.type, locale = fields.locale, sister = fields.sister } = context.payload
  const present = id === undefined ? undefined : await findPost(context.trx, id, { lock: true })
  if (present?.deleted_at && checkAction(context.caller, present, action, context.now) !== 'permission')
    await refuseTrashed(context, 'post', present.id, version)
  if (present) requireAction(context, present, action)
  const type = present ? (await findType(context.trx, present.content_type_id))! : await typeOfNew(context, typeSlug)
  // The type of a post does not change: another one must not be dropped unsaid.
  if (present && [context.payload.type, fields.type].some((sent) => sent !== undefined && sent !== type.slug))
    throw validationError({ type: [text(context, 'type_fixed', { type: typeTitle(context, type) })] })
  const origin = present ? { locale: present.locale } : await originOfNew(context, type, locale, sister)
  const values: Record<string, unknown> = Object.fromEntries(
    plainFields.filter((field) => fields[field] !== undefined).map((field) => [field, emptyAsNull(field, fields[field])]),
  )
  // A hidden synopsis or an unset template of a new post follows the type.
  if (!present) Object.assign(values, { content_type: type.id, template: values.template ?? type.template }, origin)
  await addSlug(context, values, fields, { kind: 'post', typeId: type.id, locale: origin.locale }, present)
  addSeo(context, values, fields.seo, type, present)
  addStatus(context, values, action, present)
  if (fields.labels !== undefined)
    values.labels = await checkedLabels(context, fields.labels, present?.labels as PostLabels | null | undefined)
  const { id: stored } = await writeRecord(context, 'post', { id, version, data: values }, trusted)
  return stored
}

const emptyAsNull = (field: string, value: unknown) => (value === '' && field !== 'title' ? null : value)

const isPinning = (action: PostAction): boolean => action === 'pin' || action === 'unpin'

/**
 * @throws `permission-denied`, or `precondition-failed` naming the ability that the type lacks or the status that stands
 * against the action.
 */
export function requireAction(context: Pick<CallContext, 'caller' | 'registry' | 'now'>, post: PostState, action: PostAction): void {
  const verdict = checkAction(context.caller, post, action, context.now)
  if (verdict === 'permission') throw new ApiError('permission-denied')
  if (verdict === 'feature')
    throw new ApiError('precondition-failed', {
      userMessage: text(context, 'feature_missing', { feature: text(context, `feature.${action}`) }),
    })
  if (verdict === 'state' && isPinning(action) && !post.deleted_at)
    throw new ApiError('precondition-failed', { userMessage: text(context, post.pinned ? 'already_pinned' : 'not_pinned') })
  if (verdict === 'state')
    throw new ApiError('precondition-failed', {
      userMessage: text(context, 'action_refused', { status: text(context, `status.${statusOf(post, context.now)}`) }),
    })
}

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

/** The slug that was sent has to be free; without one a new post gets a free one from its title. */
async function addSlug(
  context: CallContext,
  values: Record<string, unknown>,
  fields: Record<string, unknown>,
  scope: SlugScope,
  present: PostRow | undefined,
) {
  const sent = typeof fields.slug === 'string' ? fields.slug.trim() : undefined
  if (sent === undefined && present && fields.slug === undefined) return
  if (!sent) {
    const title = String(fields.title ?? present?.title ?? '')
    if (title) values.slug = await freeSlug(context.trx, scope, title, present?.id)
    return
  }
  if (sent === present?.slug) return
  await requireSlug(context, scope, sent, present?.id)
  values.slug = sent
}

/** @throws a 422 on `slug`, with a free one, for a slug that is taken or has signs that an address does not have. */
export async function requireSlug(
  context: Pick<CallContext, 'trx' | 'caller' | 'registry'>,
  scope: SlugScope,
  slug: string,
  id?: number,
): Promise<void> {
  if (!isSlug(slug)) throw validationError({ slug: [text(context, 'slug_malformed', { suggestion: slugify(slug) || 'slug' })] })
  if (!(await isSlugFree(context.trx, scope, slug, id)))
    throw validationError({ slug: [text(context, 'slug_taken', { suggestion: await freeSlug(context.trx, scope, slug, id) })] })
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

/** What the action makes of status, dates and people. @throws a 422 on the field that the action asks for. */
function addStatus(context: CallContext, values: Record<string, unknown>, action: SaveAction, present: PostRow | undefined) {
  const { caller, now } = context
  const publisher = { published_by: caller.user?.id ?? null }
  const wanted = values.published_at ?? present?.published_at ?? null
  const wantedAt = wanted === null ? undefined : new Date(String(wanted))
  if (wantedAt && Number.isNaN(wantedAt.getTime())) throw validationError({ published_at: [text(context, 'not_a_date')] })
  const status = present ? untrashedStatus(present, now) : 'draft'
  if (action === 'save') requirePublicationKept(context, values, status, present)
  // A note says why the post is rejected: it goes when the post moves on.
  if (action !== 'save' && action !== 'reject') values.moderation_note = null
  switch (action) {
    case 'save':
      if (!present) values.status = 'draft'
      if (status === 'scheduled' && (!wantedAt || wantedAt <= now))
        throw validationError({ published_at: [text(context, 'published_at_future')] })
      if (status === 'published' && values.published_at === null) throw validationError({ published_at: [{ key: 'rules.required' }] })
      if (status === 'published' && values.published_at !== undefined && (!wantedAt || wantedAt > now))
        throw validationError({ published_at: [text(context, 'published_at_past')] })
      return
    case 'draft':
      Object.assign(values, { status: 'draft', sent_to: null, published_by: null }, status === 'published' ? { published_at: null } : {})
      return
    case 'publish':
      if (present ? checkAction(caller, present, 'publish', now) !== 'ok' : !canPublish(context)) throw new ApiError('permission-denied')
      Object.assign(values, { status: 'published', sent_to: null, published_at: now.toISOString() }, publisher)
      return
    case 'schedule':
      if (!present && !canPublish(context)) throw new ApiError('permission-denied')
      if (!wantedAt || wantedAt <= now) throw validationError({ published_at: [text(context, 'published_at_future')] })
      Object.assign(values, { status: 'scheduled', sent_to: null, published_at: wantedAt.toISOString() }, publisher)
      return
    case 'unpublish':
      Object.assign(values, { status: 'draft', published_at: null, published_by: null })
      return
    case 'reject':
      if (!present && !canPublish(context)) throw new ApiError('permission-denied')
      if (typeof values.moderation_note !== 'string' || values.moderation_note.trim() === '')
        throw validationError({ moderation_note: [{ key: 'rules.required' }] })
      Object.assign(values, { status: 'rejected', sent_to: null, published_by: null }, status === 'published' ? { published_at: null } : {})
      return
    case 'send_to_moderator':
      Object.assign(values, { status: 'pending', sent_to: 'moderator' })
      return
    case 'send_to_editor':
      Object.assign(values, { status: 'pending', sent_to: 'editor' })
  }
}

/**
 * When something is or will be published is for those to change who may publish.
 * @throws `permission-denied`, naming the field
 */
function requirePublicationKept(context: CallContext, values: Record<string, unknown>, status: Status, present: PostRow | undefined) {
  if ((status !== 'scheduled' && status !== 'published') || values.published_at === undefined || canPublish(context)) return
  const instant = (value: unknown) => (value === null || value === undefined ? null : new Date(String(value)).getTime())
  const stored = present?.published_at instanceof Date ? present.published_at.getTime() : instant(present?.published_at)
  if (instant(values.published_at) !== stored)
    throw new ApiError('permission-denied', { errors: { published_at: [text(context, 'publish_only')] } })
}

/** A post that is not there yet is a draft as far as permissions go. */
const canPublish = ({ caller, now }: CallContext) =>
  checkAction(caller, { status: 'draft', published_at: null, deleted_at: null, pinned: false }, 'publish', now) === 'ok'
