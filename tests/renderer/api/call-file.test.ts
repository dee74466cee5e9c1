import { describe, expect, it } from 'vitest'
import { fileNameOf } from '#renderer/api/call-file.ts'

describe('the name of a file that is answered', () => {
  it.each([
    [`attachment; filename="____ 1405.xlsx"; filename*=UTF-8''%DA%A9%D8%A7%D8%B1%20%271%27.xlsx`, "کار '1'.xlsx"],
    ['attachment; filename="users.csv"', 'users.csv'],
    [`attachment; filename="plain.csv"; filename*=UTF-8''%E0%A4`, 'plain.csv'],
    ['attachment', undefined],
  ])('%s', (header, name) => expect(fileNameOf(header)).toBe(name))
})
