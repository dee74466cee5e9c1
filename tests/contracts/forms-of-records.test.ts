import { describe, expect, it } from 'vitest'
import { readProductModules } from '#server/publishing/product-modules.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

const modules = [...readProductModules('modules')]

type Json = Record<string, unknown>

/** All objects within a document. */
const within = (value: unknown): Json[] =>
  Array.isArray(value) ? value.flatMap(within) : isRecord(value) ? [value, ...Object.values(value).flatMap(within)] : []

/** What forms send that were filled with a record: of a screen those with `data`, of a modal what follows its `fetch`. */
function sentBy(path: string, document: Json): Json[] {
  const actions = path.startsWith('modals/')
    ? within(document.fetch === undefined ? [] : document.buttons)
    : within(document).flatMap(({ form, data, submit }) => (form !== undefined && data !== undefined ? within(submit) : []))
  return actions.flatMap(({ payload }) => (isRecord(payload) ? [payload] : []))
}

/** Fields that hold no value of the record: a choice that is made anew, and what is said about it. */
const newFields = new Set(['status', 'description'])

/** Whether values that the form has from the record go back to it. */
const overwrites = ({ id, version: _, ...payload }: Json): boolean =>
  id !== undefined &&
  Object.entries(payload).some(([key, value]) => typeof value === 'string' && value.startsWith('{form') && !newFields.has(key))

describe.each(modules)('module %s', (_, files) => {
  it('saves a record that a form was filled with at the version that was read', () => {
    const without = Object.entries(files)
      .filter(([path]) => /^(screens|modals)\//.test(path))
      .filter(([path, text]) =>
        sentBy(path, JSON.parse(text) as Json).some((payload) => overwrites(payload) && payload.version === undefined),
      )
      .map(([path]) => path)
    expect(without).toEqual([])
  })
})
