import { isRecord } from '#schemas/rules/is-record.ts'
import { describeSession, useSessionStore } from '#renderer/session/session.ts'
import { followedTopics, onFollowedTopics, tellNews } from './follow-topic.ts'
import { readStream } from './read-stream.ts'

/** The stream opens once a page that starts has painted and asked for its data. */
const startMs = 2000

/** What the tabs of a session tell each other: what one follows, that a new holder of the stream asks for it, and what there is news of. */
type TabMessage = { kind: 'follows'; topics: readonly string[] } | { kind: 'ask' } | { kind: 'news'; topic: string }

/**
 * Keeps one live stream a session open in this browser, in whichever tab holds the lock; the others are told by it. Without locks (a page
 * that is not served securely) there is none, and what follows topics asks at its own pace. Returns a function that ends it.
 */
export function watchLive(): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return () => {}
  let session: string | null = null
  let stop = () => {}
  const compare = () => {
    const { id, forceChangePassword } = describeSession(useSessionStore.getState().auth)
    const now = forceChangePassword ? null : id
    if (now === session) return
    session = now
    stop()
    stop = now === null ? () => {} : joinSession(now)
  }
  compare()
  const unsubscribe = useSessionStore.subscribe(compare)
  return () => {
    unsubscribe()
    stop()
  }
}

function joinSession(session: string): () => void {
  const name = `pishkhan-live-${session}`
  const channel = new BroadcastChannel(name)
  const end = new AbortController()
  const ofOthers = new Set<string>()
  let restart = () => {}
  const send = (message: TabMessage) => channel.postMessage(message)
  const tellFollowed = () => send({ kind: 'follows', topics: followedTopics() })

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return
    const message = data as TabMessage
    if (message.kind === 'news') tellNews(message.topic)
    else if (message.kind === 'ask') tellFollowed()
    else {
      const known = ofOthers.size
      for (const topic of message.topics) ofOthers.add(topic)
      if (ofOthers.size > known) restart()
    }
  }
  onFollowedTopics(() => {
    tellFollowed()
    restart()
  })

  async function hold(): Promise<void> {
    send({ kind: 'ask' })
    let open: { topics: string; controller: AbortController } | undefined
    restart = () => {
      const topics = [...new Set([...followedTopics(), ...ofOthers])].sort()
      if (open?.topics === topics.join()) return
      open?.controller.abort()
      open = undefined
      if (topics.length === 0 || end.signal.aborted) return
      const controller = new AbortController()
      open = { topics: topics.join(), controller }
      void readStream({
        topics,
        signal: AbortSignal.any([end.signal, controller.signal]),
        onNews: (topic) => {
          tellNews(topic)
          send({ kind: 'news', topic })
        },
      })
    }
    restart()
    await new Promise((resolve) => end.signal.addEventListener('abort', resolve, { once: true }))
  }

  const timer = setTimeout(() => {
    navigator.locks.request(name, { signal: end.signal }, hold).catch(() => {})
  }, startMs)
  return () => {
    clearTimeout(timer)
    end.abort()
    onFollowedTopics(() => {})
    channel.close()
  }
}
