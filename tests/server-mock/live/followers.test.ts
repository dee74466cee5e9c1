import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFollowers, mostOfUser, type LiveMessage } from '#server/live/followers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function follower(userId: number, topics: string[] = ['notifications']) {
  const lines: LiveMessage[] = []
  return { userId, topics: new Set(topics), send: (line: LiveMessage) => void lines.push(line), end: () => {}, lines }
}
const ready = { type: 'ready' }
const news = (topic = 'notifications') => ({ type: 'news', topic })

test('news without names are for all who follow the topic', () => {
  const followers = createFollowers()
  const [one, two] = [follower(1), follower(2, ['stock'])]
  followers.add(one)
  followers.add(two)
  followers.tell({ topic: 'notifications' })
  expect([one.lines, two.lines]).toEqual([[ready, news()], [ready]])
})

test('recent news reach whoever comes just after them, once and only where they are for him', () => {
  let now = 0
  const followers = createFollowers(() => now)
  followers.tell({ topic: 'notifications', users: [1] })
  followers.tell({ topic: 'notifications', users: [1] })
  const [one, two] = [follower(1), follower(2)]
  followers.add(one)
  followers.add(two)
  expect([one.lines, two.lines]).toEqual([[ready, news()], [ready]])
  now = 10_001
  const late = follower(1)
  followers.add(late)
  expect(late.lines).toEqual([ready])
})

test('where notices may have been missed each second, nobody asks oftener than every five', () => {
  const followers = createFollowers()
  const one = follower(1)
  followers.add(one)
  for (let second = 0; second < 10; second += 1) {
    followers.tellAll()
    vi.advanceTimersByTime(1000)
  }
  expect(one.lines).toEqual([ready, news(), news()])
})

test('a user has so many streams, and another one when one ends', () => {
  const followers = createFollowers()
  const first = follower(1)
  expect(followers.add(first)).toBe(true)
  for (let at = 1; at < mostOfUser; at += 1) followers.add(follower(1))
  expect([followers.add(follower(1)), followers.add(follower(2))]).toEqual([false, true])
  followers.remove(first)
  followers.remove(first)
  expect([followers.add(follower(1)), followers.add(follower(1))]).toEqual([true, false])
})
