import { expect, test } from 'vitest'
import { changedSlide } from '#widgets/slide-stage/slides.ts'

test('the changed or added slide is known from the slides before and after', () => {
  expect(changedSlide(['a', 'b', 'c'], ['a', 'B', 'c'])).toBe(1)
  expect(changedSlide(['a', 'b'], ['a', 'b', 'c'])).toBe(2)
  expect(changedSlide(['a', 'b'], ['a', 'a', 'b'])).toBe(1)
  expect(changedSlide([], ['a'])).toBe(0)
})

test('slides that change places, are removed or stay point to none', () => {
  expect(changedSlide(['a', 'b'], ['b', 'a'])).toBeUndefined()
  expect(changedSlide(['a', 'b'], ['a'])).toBeUndefined()
  expect(changedSlide(['a', 'b'], ['a', 'b'])).toBeUndefined()
})
