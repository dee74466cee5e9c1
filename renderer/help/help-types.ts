/** Help as `content-post-single` and `content-post-list` answer it. */
export interface HelpPost {
  id: number
  slug: string
  title: string
  text: string | null
  locale: string
  tagging_labels: readonly { id: number; title: string }[]
  page: { state: 'open' | 'denied' | 'gone'; to?: string }
  /** Path of its editor, for readers who may change it. */
  edit_page: string | null
}
