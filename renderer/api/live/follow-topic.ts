type OnNews = () => void

/** News that come together are one; and not all open panels ask in the same moment. */
const waitMs = 100
const spreadMs = 300

const followers = new Map<string, Set<OnNews>>()
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
let onChange: () => void = () => {}

/**
 * Calls `onNews` when the server says that there is something new in a topic, while the page is seen; whoever looks at it again asks
 * anyhow. Returns a function that ends it.
 */
export function followTopic(topic: string, onNews: OnNews): () => void {
  const own = followers.get(topic) ?? new Set()
  followers.set(topic, own.add(onNews))
  if (own.size === 1) onChange()
  return () => {
    own.delete(onNews)
    if (own.size > 0) return
    followers.delete(topic)
    onChange()
  }
}

/** The topics that this page follows. */
export const followedTopics = (): string[] => [...followers.keys()].sort()

/** Called whenever the followed topics change. */
export function onFollowedTopics(call: () => void): void {
  onChange = call
}

/** Tells whoever follows the topic in this page. */
export function tellNews(topic: string): void {
  if (document.visibilityState !== 'visible' || waiting.has(topic)) return
  waiting.set(
    topic,
    setTimeout(
      () => {
        waiting.delete(topic)
        for (const onNews of followers.get(topic) ?? []) onNews()
      },
      waitMs + Math.random() * spreadMs,
    ),
  )
}
