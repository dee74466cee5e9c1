import type { CallContext } from '#server/feature.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { Post, PostRow } from './posts-store.ts'

type Values = Record<string, unknown>

/** What a module that requires this one adds to how posts are told, stored and read. */
export interface PostExtension {
  /** Columns of posts that `read` looks at. */
  columns?: (context: ModelContext) => readonly string[]
  /** Fields that are answered with each of these posts, in their order. */
  read?: (context: ModelContext, posts: readonly PostRow[]) => Promise<readonly Values[]>
  /** What is stored of a field that was sent, by the name of the field. @throws a 422 on the field */
  accept?: Readonly<Record<string, (context: ModelContext, sent: unknown, stored: unknown) => Promise<unknown>>>
  /** Types of posts whose published posts anyone signed in reads, by their slug. */
  openTypes?: Readonly<Record<string, OpenType>>
}

/** How posts of a type are told to whoever may read no others. */
export interface OpenType {
  /** Published posts for the reader, in their order; `words` narrows them. */
  list: (context: CallContext, words: string) => Promise<readonly number[]>
  /** Whether the reader may read the post of a slug. */
  mayRead: (context: CallContext, slug: string) => boolean
  /** A post as its readers have it. */
  tell: (context: CallContext, post: Post) => Post
}

let extensions: readonly PostExtension[] = []

/** Makes the extensions of posts known; done once, when the features are put together. */
export function extendPosts(added: readonly PostExtension[]): void {
  extensions = added
}

export const addedColumns = (context: ModelContext): string[] => extensions.flatMap(({ columns }) => [...(columns?.(context) ?? [])])

/** The fields that all extensions add to each of these posts. */
export async function readAdditions(context: ModelContext, posts: readonly PostRow[]): Promise<Values[]> {
  const added: (readonly Values[])[] = []
  for (const { read } of extensions) if (read) added.push(await read(context, posts))
  return posts.map((_, at) => Object.assign({}, ...added.map((each) => each[at])) as Values)
}

/** What is stored of a field: what was sent, where no extension says otherwise. */
export async function acceptField(context: ModelContext, field: string, sent: unknown, stored: unknown): Promise<unknown> {
  const accept = extensions.find((extension) => extension.accept && Object.hasOwn(extension.accept, field))?.accept?.[field]
  return accept ? accept(context, sent, stored) : sent
}

export const openTypeOf = (type: string | undefined): OpenType | undefined =>
  type === undefined ? undefined : extensions.find(({ openTypes }) => openTypes && Object.hasOwn(openTypes, type))?.openTypes?.[type]
