import { expect, it } from 'vitest'
import { iconPaths } from '#renderer/ui/icon-paths.ts'
import { drawForm } from '#tests/helpers/draw-form.ts'

it('folding a row and moving it have different icons', async () => {
  const row = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'string' } } } } }
  const html = await drawForm({ schema: { type: 'object', properties: { rows: { type: 'array', items: row } } } }, { rows: [{}, {}] })
  const iconsOf = (part: RegExp) =>
    [...html.matchAll(part)].map(([button]) => /<path[^>]* d="([^"]+)"/.exec(button)?.[1]).filter((path) => path !== undefined)
  const folds = iconsOf(/<button[^>]*class="pf-fold".*?<\/button>/g)
  const moves = iconsOf(/<button[^>]*id="[^"]*-(?:up|down)-\d+".*?<\/button>/g)
  expect([folds.length, moves.length]).toEqual([2, 4])
  expect(moves).toEqual([iconPaths['arrow-up'], iconPaths['arrow-down'], iconPaths['arrow-up'], iconPaths['arrow-down']])
  expect(folds.every((icon) => !moves.includes(icon))).toBe(true)
})
