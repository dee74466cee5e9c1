import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import { expect, test } from 'playwright/test'

const root = resolve(import.meta.dirname, '../..')
const session = join(root, 'modules/content/fixtures/types-on-a-phone')

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
interface Answers {
  all: RecordedAnswer[]
  of: (name: string) => Json
  grid: Json
  rows: Json[]
}

/** Made on purpose, with what the report has to name. */
const changes: Record<string, [change: (answers: Answers) => void, told: RegExp]> = {
  'a column is gone': [({ grid }) => grid.columns.splice(1, 1), /- - gridcell "نامک news کپی"/],
  'a column has another title': [({ grid }) => (grid.columns[2].title = 'ردیف'), /ردیف/],
  'columns change places': [({ grid }) => grid.columns.push(grid.columns.splice(3, 1)[0]), /قالب/],
  'an amount is rounded otherwise': [({ rows }) => (rows[0].order = 10.5), /۱۰\/۵/],
  'a row is missing': [({ rows }) => rows.pop(), /- - 'row "راهنما/],
  'rows are in another order': [({ rows }) => rows.reverse(), /[+-] - '?row/],
  'a value is lost': [({ rows }) => (rows[1].slug = null), /article/],
  'an action is gone': [({ grid }) => grid.toolbar.pop(), /- - button "افزودن نوع محتوا"/],
  'an action has no name': [({ grid }) => (grid.toolbar[0].title = ''), /button "افزودن نوع محتوا"/],
  'a right is gone': [({ rows }) => rows.forEach((row) => (row.can_edit = false)), /- - button "ویرایش عنوان"/],
  'a tab counts otherwise': [({ grid }) => (grid.tabs[0].count = 6), /همه ۶/],
  'a page has another heading': [({ of }) => (of('content-type-grid').metadata.page_title = 'محتواها'), /heading "محتواها"/],
  'an entry of the menu is gone': [({ of }) => of('layout').results.sidebar.shift(), /link|button/],
  'the site has another name': [({ of }) => (of('site-settings').results.site_title = 'دفتر'), /title of the window/],
  'the server fails': [
    ({ all }) =>
      Object.assign(
        all.find(({ name }) => name === 'content-type-grid')!,
        { status: 500, body: {} },
      ),
    /- - region "انواع محتوا"/,
  ],
  'a call is not answered': [
    ({ all }) =>
      all.splice(
        all.findIndex(({ name }) => name === 'task-list'),
        1,
      ),
    /no answer was recorded for GET task-list/,
  ],
}

/** Of which a user sees nothing. */
const harmless: Record<string, (answers: Answers) => void> = {
  'answers come in another order': ({ all }) => all.reverse(),
  'properties are in another order': ({ all }) => all.forEach((answer) => (answer.body = reversed(answer.body))),
  'the server tells more than the panel knows': ({ rows, of }) => {
    rows.forEach((row) => (row.score = 7))
    of('screen').metadata.trace = 'a1'
  },
  'records have other versions': ({ rows }) => rows.forEach((row) => (row.version += 3)),
  'a title that the page does not show is another one': ({ of }) => (of('screen').results.title = 'محتواها'),
  'a ticket is another one': ({ of }) => (of('screen').metadata.access_ticket = 'other'),
}

const reversed = (value: Json): Json =>
  value === null || typeof value !== 'object'
    ? value
    : Array.isArray(value)
      ? value.map(reversed)
      : Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, each]) => [key, reversed(each)]),
        )

function copyWith(folder: string, change: (answers: Answers) => void): void {
  cpSync(session, folder, { recursive: true })
  const file = join(folder, 'answers.json')
  const { answers: all } = JSON.parse(readFileSync(file, 'utf8')) as { answers: RecordedAnswer[] }
  const of = (name: string): Json => all.find((answer) => answer.name === name)!.body
  const list = of('content-type-grid')
  change({ all, of, grid: list.metadata.grid, rows: list.results })
  writeFileSync(file, JSON.stringify({ answers: all }))
}

test('every change that a user sees is found and named, and none that nobody sees', async () => {
  test.setTimeout(900_000)
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-changes-'))
  const cases = [
    ...Object.entries(changes).map(([name, [change]]) => ({ name, change })),
    ...Object.entries(harmless).map(([name, change]) => ({ name, change })),
  ]
  for (const { name, change } of cases) copyWith(join(folder, name.replaceAll(' ', '-')), change)
  const out = await new Promise<string>((done) => {
    const script = join(root, 'schemas/cli/pishkhan.mjs')
    execFile('node', [script, 'replay', folder], { cwd: root, maxBuffer: 50_000_000 }, (_, stdout, stderr) => done(stdout + stderr))
  })
  const reports = new Map(
    out
      .split(/^(?=(?:ok|DIFFERENT|FAILED|NEW|BROKEN) +\S+ \()/m)
      .map((text) => [/([^/ ]+) \(\d/.exec(text)?.[1]?.replaceAll('-', ' ') ?? '', text]),
  )
  for (const [name, [, told]] of Object.entries(changes)) {
    expect.soft(reports.get(name), name).toMatch(/^(DIFFERENT|FAILED)/)
    expect.soft(reports.get(name), name).toMatch(told)
  }
  for (const name of Object.keys(harmless)) expect.soft(reports.get(name), name).toMatch(/^ok/)
})
