import type { TopicNews } from './topics.ts'

/** An open stream of a user. */
export interface Follower {
  userId: number
  topics: ReadonlySet<string>
  send: (message: LiveMessage) => void
  end: () => void
}

/** A line of the stream. */
export type LiveMessage = { type: 'ready' } | { type: 'beat' } | { type: 'news'; topic: string }

/** Most streams of one user in one process: a browser has one. */
export const mostOfUser = 10
/** Most streams of one process. */
export const mostOfAll = 5000
/** News are told again to whoever opens a stream so soon after them: he may have asked just before. */
const recentMs = 10_000
const mostRecent = 1000
/** While there is no connection on which notices come, some may have been missed each second. */
const catchUpMs = 5000

/** The open streams of this process. `now` is in milliseconds. */
export function createFollowers(now: () => number = () => performance.now()) {
  const all = new Map<number, Set<Follower>>()
  let count = 0
  let catchUp: NodeJS.Timeout | undefined
  let recent: { at: number; news: TopicNews }[] = []

  const concerns = ({ topic, users }: TopicNews, follower: Follower) =>
    follower.topics.has(topic) && (users === undefined || users.includes(follower.userId))
  const toldTo = (news: TopicNews): Iterable<Follower> =>
    (news.users ? news.users.map((id) => all.get(id) ?? []) : [...all.values()]).flatMap((followers) => [...followers])

  return {
    /** False where there are too many already. */
    add(follower: Follower): boolean {
      const own = all.get(follower.userId) ?? new Set()
      if (count >= mostOfAll || own.size >= mostOfUser) return false
      all.set(follower.userId, own.add(follower))
      count += 1
      follower.send({ type: 'ready' })
      const since = now() - recentMs
      const missed = recent.filter(({ at, news }) => at >= since && concerns(news, follower))
      for (const topic of new Set(missed.map(({ news }) => news.topic))) follower.send({ type: 'news', topic })
      return true
    },
    remove(follower: Follower): void {
      const own = all.get(follower.userId)
      if (!own?.delete(follower)) return
      count -= 1
      if (own.size === 0) all.delete(follower.userId)
    },
    tell(news: TopicNews): void {
      const at = now()
      recent = [...recent.filter((each) => each.at >= at - recentMs), { at, news }].slice(-mostRecent)
      for (const follower of toldTo(news)) if (follower.topics.has(news.topic)) follower.send({ type: 'news', topic: news.topic })
    },
    /** News may have been missed: every follower asks for all that he follows, within five seconds and no oftener. */
    tellAll(): void {
      catchUp ??= setTimeout(() => {
        catchUp = undefined
        for (const followers of all.values())
          for (const follower of followers) for (const topic of follower.topics) follower.send({ type: 'news', topic })
      }, catchUpMs)
    },
    endAll(): void {
      clearTimeout(catchUp)
      for (const followers of all.values()) for (const follower of followers) follower.end()
    },
  }
}
