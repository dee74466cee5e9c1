import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findCases } from '#schemas/cli/form-cases.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function folderOf(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-forms-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(content))
  }
  return folder
}

it('finds schemas with what stands beside them, and schemas in one file with their data', () => {
  const folder = folderOf({
    'a.schema.json': { type: 'object' },
    'a.ui.json': { x: {} },
    'a.data.json': { x: 1 },
    'b.json': { schema: { type: 'string' }, uiSchema: {}, formData: 'text' },
    'c/schema.json': { type: 'array' },
    'c/uiSchema.json': {},
    'c/formData.json': [1],
  })
  expect(findCases(folder).map(({ file, read }) => ({ file, ...read() }))).toEqual([
    { file: 'a.schema.json', schema: { type: 'object' }, uiSchema: { x: {} }, data: { x: 1 } },
    { file: 'b.json', schema: { type: 'string' }, uiSchema: {}, data: 'text' },
    { file: 'c/schema.json', schema: { type: 'array' }, uiSchema: {}, data: [1] },
  ])
})

it.each([
  ['its $id', 'https://example.org/schemas/n'],
  ['its file name at an address elsewhere', 'https://cdn.example.org/v2/n.json'],
  ['a path', './n.json'],
])('takes along a schema of the folder that is referred to by %s', (_, reference) => {
  const folder = folderOf({
    'a.json': { $id: 'https://example.org/a', properties: { n: { $ref: `${reference}#/definitions/n` } } },
    'n.json': { $id: 'https://example.org/schemas/n', definitions: { n: { $ref: '#/definitions/m' }, m: { type: 'number' } } },
  })
  const schema = findCases(folder)
    .find(({ file }) => file === 'a.json')!
    .read().schema as object
  expect([isValid(schema, { n: 1 }), isValid(schema, { n: 'x' })]).toEqual([true, false])
})

it('takes along the files that a schema refers to', () => {
  const folder = folderOf({
    'a.json': { properties: { n: { $ref: 'parts/n.json#/definitions/n' } } },
    'parts/n.json': { definitions: { n: { $ref: 'm.json' } } },
    'parts/m.json': { type: 'number' },
  })
  const schema = findCases(folder)
    .find(({ file }) => file === 'a.json')!
    .read().schema as object
  expect([isValid(schema, { n: 1 }), isValid(schema, { n: 'x' })]).toEqual([true, false])
})
