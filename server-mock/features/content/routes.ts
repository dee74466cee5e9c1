import { isLocale } from '#schemas/rules/locales.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { serveDemoImages } from './demo-images.ts'
import { findModel, type ModelContext } from '#server/model/context.ts'
import { suggestSlug } from '#server/model/write/slugs.ts'
import type { Guard } from '#server/model/lifecycles/hooks.ts'
import { listAuthors } from './list-authors.ts'
import { editorButtons, editorPath, openPost } from './editor.ts'
import { listPosts } from './list-posts.ts'
import { extendPosts, type PostExtension } from './post-extensions.ts'
import { postGrid } from './post-grid.ts'
import { postSingle } from './post-single.ts'
import { forEditor, readPost, readPosts } from './posts-store.ts'
import { savePost } from './save-post.ts'
import { seedContent } from './seed.ts'
import { text } from './text.ts'
import { findType, findTypeBySlug, requireType, typeSummary } from './types-store.ts'

const typeSingle: Handler<'content-type-single'> = async (context) => ({
  results: typeSummary(context, await requireType(context.trx, context.params.type)),
})

const postFetch: Handler<'content-post-fetch'> = async (context) => {
  const { post, form, standing } = await openPost(context)
  return { results: post, metadata: { form, ...(standing === undefined ? {} : { redirect: { url: standing } }) } }
}

interface PostPicture {
  link?: string
  src?: string
  thumbnail?: string
  versions?: { original?: string; panel_thumb?: string }
}

/** A picture of a post as the quick view has it: an uploaded file, or one from elsewhere. */
function pictureOf(picture: PostPicture | null): { src: string; thumbnail: string }[] {
  const small = picture?.versions?.panel_thumb ?? picture?.thumbnail
  const src = picture?.link ?? picture?.src ?? picture?.versions?.original ?? small
  return src === undefined ? [] : [{ src, thumbnail: small ?? src }]
}

/** A post as its quick view shows it. */
async function quickView(context: ModelContext, ids: readonly number[]) {
  const posts = await readPosts(context, ids)
  return posts.map((post) => {
    const own = (post.images as PostPicture[]).flatMap(pictureOf)
    const images = own.length > 0 ? own : pictureOf(post.thumbnail as PostPicture | null)
    const shown = Object.fromEntries(quickViewFields.map((field) => [field, post[field]]))
    return { ...shown, id: post.id, version: post.version, is_draft: post.status === 'draft', images }
  })
}

const quickViewFields = [
  'type',
  'locale',
  'title',
  'synopsis',
  'status',
  'categories',
  'moderation_note',
  'created_at',
  'created_name',
  'published_at',
  'published_name',
  'updated_at',
  'updated_name',
]

const postSave: Handler<'content-post-save'> = async (context) => {
  const isNew = context.payload.id === undefined
  const post = await readPost(context, await savePost(context))
  return { results: forEditor(post), metadata: isNew ? { redirect: { url: editorPath(post.type, post.id) } } : {} }
}

/** Posts are pinned where their type has that feature. */
const typeHasPins: Guard = async (context, post) => {
  const type = await findType(context.trx, post.content_type_id as number)
  return type?.features.includes('pin') === false ? text(context, 'feature_missing', { feature: text(context, 'feature.pin') }) : undefined
}

const features: Handler<'content-post-features'> = async (context) => {
  const type = await requireType(context.trx, context.params.type)
  return { results: type.features.map((slug) => ({ slug, title: text(context, `feature.${slug}`) })) }
}

const templates: Handler<'content-post-templates'> = async (context) => {
  if (context.params.type !== undefined) await requireType(context.trx, context.params.type)
  const values = (context.registry.entities.get('post')!.document.schema.properties.template as { enum: string[] }).enum
  return { results: values.map((id) => ({ id, title: text(context, `template.${id}`) })) }
}

/** Where a slug has to be the only one, by what `type` names: all content types, all categories, or the posts of a type in a language. */
async function slugScope(context: CallContext, type: string, locale: string) {
  if (type === 'content_type') return { model: 'content_type', row: {} }
  if (type === 'content_category') return { model: 'category', row: {} }
  const contentType = await findTypeBySlug(context.trx, type)
  return contentType && { model: 'post', row: { content_type_id: contentType.id, locale } }
}

const slugSuggestion: Handler<'slug-suggest'> = async (context) => {
  const { type, slug, id, locale } = context.payload
  const wanted = locale ?? context.caller.locale
  if (!isLocale(wanted)) throw validationError({ locale: [text(context, 'locale_unknown')] })
  const scope = await slugScope(context, type, wanted)
  if (!scope) throw validationError({ type: [text(context, 'type_unknown')] })
  return { results: await suggestSlug(context, findModel(context, scope.model), 'slug', slug, scope.row, id ?? undefined) }
}

const content: Feature = {
  module: 'content',
  serve: serveDemoImages,
  handlers: {
    'content-type-single': typeSingle,
    'content-post-fetch': postFetch,
    'content-post-grid': postGrid,
    'content-post-single': postSingle,
    'content-post-list': listPosts,
    'content-post-features': features,
    'content-post-templates': templates,
    'content-post-fetch-buttons': async (context) => ({ results: await editorButtons(context) }),
    'content-post-save': postSave,
    'content-author-list': listAuthors,
    'slug-suggest': slugSuggestion,
  },
  guards: { 'type-has-pins': typeHasPins },
  answers: { post: readPosts, 'quick-view': quickView },
  seed: seedContent,
}

/** Posts, their types and categories, with what other modules add to posts. */
export function createContent(extensions: readonly PostExtension[]): Feature {
  extendPosts(extensions)
  return content
}
