import { expect, test } from 'vitest'
import { productModules } from '#tests/helpers/product-modules.ts'

test('the trail calls the users’ pages by the word of the menu', () => {
  const { module } = productModules().find(({ module: { name } }) => name === 'persons')!
  expect(module.title).toBe(module.menu![0]!.label)
})
