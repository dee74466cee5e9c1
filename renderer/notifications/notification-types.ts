import type { Target } from '#schemas/types/contract.d.ts'

/** One thing that the reader was told. */
export interface Notification {
  id: number
  data: { title: string; text?: string; link?: Target }
  icon: string
  /** ISO moment. */
  created_at: string
  /** Null while nobody has read it. */
  read_at: string | null
}

export type NotificationFilter = 'all' | 'unread'
