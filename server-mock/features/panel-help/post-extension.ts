import type { CallContext } from '#server/feature.ts'
import { editorPath } from '#server/features/content/editor.ts'
import type { PostExtension } from '#server/features/content/post-extensions.ts'
import type { Post } from '#server/features/content/posts-store.ts'
import { helpPages } from './help-pages.ts'
import { readHelp, searchHelp } from './help-posts.ts'
import { helpType } from './help-type.ts'

/** Help is read by anyone signed in: one post of each page, in the reader's language or the nearest. */
export const helpPosts: PostExtension = { openTypes: { [helpType]: { list: listHelp, mayRead: isOpenPage, tell: asHelp } } }

/** Published help by title, or the titles with the words first. */
async function listHelp(context: CallContext, words: string): Promise<number[]> {
  const all = await readHelp(context)
  return (words.trim() === '' ? all : searchHelp(all, words)).map(({ id }) => id)
}

/** Help as it is shown beside a page: its chosen labels, and the page that it is about. */
function asHelp(context: CallContext, post: Post): Post {
  return {
    ...post,
    tagging_labels: chosenLabels(post.product_tagging_categories as LabelNode[]),
    page: helpPages(context)(String(post.slug)),
    edit_page: post.can_edit === true ? editorPath(post.type, post.id) : null,
  }
}

interface LabelNode {
  id: number
  title: string
  chosen: boolean
  children: LabelNode[]
}

const chosenLabels = (nodes: readonly LabelNode[]): { id: number; title: string }[] =>
  nodes.flatMap(({ id, title, chosen, children }) => [...(chosen ? [{ id, title }] : []), ...chosenLabels(children)])

/** Help is read by whoever may open its page. */
function isOpenPage(context: CallContext, slug: string): boolean {
  return helpPages(context)(slug).state === 'open'
}
