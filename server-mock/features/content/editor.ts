import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import { isLocale } from '#schemas/rules/locales.ts'
import type { Action, FormAnswer } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { CallContext, CallOf } from '#server/feature.ts'
import { postButtons } from './buttons.ts'
import { findPost, findSister, forEditor, readPost, readPosts } from './posts-store.ts'
import { defaultSeo } from './seo.ts'
import { text } from './text.ts'
import { localesOfType, requireType, typeSummary, typeTitle, type ContentType } from './types-store.ts'

/** The editor and its buttons take the same parameters. */
type EditorCall = CallOf<'content-post-fetch' | 'content-post-fetch-buttons'>

/**
 * What the editor opens: a stored post, or the start of a new one, which may be a translation of another; `standing` is the
 * page of the translation into that language that there is already.
 */
export async function openPost(context: EditorCall): Promise<{ post: Record<string, unknown>; form: FormAnswer; standing?: string }> {
  const { id, type: slug } = context.params
  if (id === undefined) {
    const type = await requireType(context.trx, slug)
    const standing = await standingTranslation(context, type)
    return {
      post: await newPost(context, type),
      form: editorForm(context),
      ...(standing === undefined ? {} : { standing: editorPath(type.slug, standing) }),
    }
  }
  const post = await readPost(context, id)
  if (slug !== undefined && post.type !== slug) throw new ApiError('not-found')
  return { post: forEditor(post), form: editorForm(context) }
}

export const editorPath = (type: string, id: number): string => `/content/post/${encodeURIComponent(type)}/${id}/edit`

/** Id of the post that is the source in the wanted language already, the source itself and one in the trash included. */
async function standingTranslation(context: EditorCall, type: ContentType): Promise<number | undefined> {
  const { sister } = context.params
  if (sister === undefined) return undefined
  const source = await findPost(context.trx, sister)
  return source.content_type_id === type.id ? (await findSister(context.trx, source.sister_group, localeOf(context)))?.id : undefined
}

async function newPost(context: EditorCall, type: ContentType): Promise<Record<string, unknown>> {
  const { sister } = context.params
  const locale = localeOf(context)
  const source = sister === undefined ? undefined : (await readPosts(context, [sister]))[0]
  if (sister !== undefined && source?.type !== type.slug) throw new ApiError('not-found')
  return {
    title: '',
    synopsis: null,
    text: null,
    slug: '',
    template: source?.template ?? type.template,
    status: 'draft',
    published_at: null,
    thumbnail: source?.thumbnail ?? null,
    images: [],
    categories: source?.categories.map((category) => category.id) ?? [],
    tags: [],
    labels: source?.labels ?? {},
    seo: defaultSeo(type.features.includes('synopsis')),
    type: type.slug,
    type_title: typeTitle(context, type),
    heading: headingOf(context, type, locale, source),
    content_type: typeSummary(context, type),
    locale,
    sisters: source?.sisters ?? localesOfType(type).map((each) => ({ locale: each, id: null })),
    ...(source ? { sister: source.id, sister_group: source.sister_group } : {}),
  }
}

/** What the page of a new post is called; that of a translation, or of a post in another language than the panel's, says which. */
function headingOf(context: CallContext, type: ContentType, locale: string, source: object | undefined): string {
  const { locale: reader } = context.caller
  const named = { type: nounInSentence(typeTitle(context, type), reader), language: text(context, `language.${locale}`) }
  const key = source ? 'post_translate' : locale === reader ? 'post_create_of' : 'post_create_in'
  return asSentence(text(context, key, named), reader)
}

function localeOf(context: EditorCall): string {
  const locale = context.params.locale || context.caller.locale
  if (!isLocale(locale)) throw validationError({ locale: [text(context, 'locale_unknown')] })
  return locale
}

/** The editor's form; its conditions hide what the type has no feature for. */
const editorForm = ({ registry, caller, config }: CallContext): FormAnswer =>
  expandForm(registry, { ...caller, locales: config.locales }, 'content', 'post')

/** A post that is not there yet is a draft as far as rights go. */
const startRow = { id: 0, version: 0, status: 'draft', pinned: false, deleted_at: null }

/** What can be done with the post that the editor has open. */
export async function editorButtons(context: EditorCall): Promise<Action[]> {
  const { id, type: slug, sister } = context.params
  if (id === undefined) {
    const type = await requireType(context.trx, slug)
    return postButtons(context, { type: type.slug, row: startRow, start: { locale: localeOf(context), sister } })
  }
  const row = await findPost(context.trx, id)
  const type = (await context.trx
    .selectFrom('data.content_type')
    .select('slug')
    .where('id', '=', row.content_type_id)
    .executeTakeFirstOrThrow()) as { slug: string }
  if (slug !== undefined && type.slug !== slug) throw new ApiError('not-found')
  return postButtons(context, { type: type.slug, row })
}
