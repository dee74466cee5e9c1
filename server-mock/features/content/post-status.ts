export type StoredStatus = 'draft' | 'pending' | 'scheduled' | 'published' | 'rejected'
export type Status = StoredStatus | 'trashed'
export const statuses: readonly Status[] = ['published', 'draft', 'trashed', 'scheduled', 'rejected', 'pending']

/** What a post is told to be: the trash is a status among others. */
export const statusOf = (post: { status: StoredStatus; deleted_at: unknown }): Status => (post.deleted_at ? 'trashed' : post.status)
