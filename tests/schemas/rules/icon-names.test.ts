import { expect, it } from 'vitest'
import { iconPaths } from '#renderer/ui/icon-paths.ts'
import { iconNames } from '#schemas/rules/icon-names.ts'

it('icons that documents may name are those that the panel draws', () =>
  expect([...iconNames].sort()).toEqual(Object.keys(iconPaths).sort()))
