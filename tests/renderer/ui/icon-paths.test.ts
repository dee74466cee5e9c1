import { expect, it } from 'vitest'
import { iconPaths } from '#renderer/ui/icon-paths.ts'

it.each(Object.entries(iconPaths))('%s is a path', (_, path) => {
  expect(path).toMatch(/^[Mm][\d\s.,MmLlHhVvCcSsQqTtAaZz-]+$/)
  expect(path).not.toMatch(/NaN|undefined/)
})
