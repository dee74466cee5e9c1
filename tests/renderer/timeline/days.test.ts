import { describe, expect, it } from 'vitest'
import { groupByDay, kindsOf } from '#renderer/timeline/days.ts'
import type { TimelineNode } from '#renderer/timeline/timeline-types.ts'

const node = (id: string, date: string) => ({ id, date }) as TimelineNode

describe('groupByDay', () => {
  it('keeps the order, and begins a day where the day changes', () => {
    const nodes = [node('c', '2024-03-10T01:00Z'), node('b', '2024-03-09T23:00Z'), node('a', '2024-03-09T01:00Z')]
    const days = groupByDay(nodes, (date) => date.slice(0, 10))
    expect(days.map(({ key, nodes: ofDay }) => [key, ofDay.map(({ id }) => id)])).toEqual([
      ['2024-03-10', ['c']],
      ['2024-03-09', ['b', 'a']],
    ])
    expect(groupByDay([], (date) => date)).toEqual([])
  })
})

describe('kindsOf', () => {
  it('asks for no kind where all are shown, and under changes for all that is neither comment nor transition', () => {
    expect(kindsOf('all')).toBeUndefined()
    expect(kindsOf('comment')).toBe('comment')
    expect(kindsOf('changed')!.split(',')).toEqual(expect.arrayContaining(['changed', 'created', 'trashed', 'event']))
    expect(kindsOf('changed')).not.toMatch(/comment|transition/)
  })
})
