import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Replayer } from '#schemas/cli/replay/load-replayer.ts'
import { readingOf, type FixtureResult } from '#schemas/cli/replay/result.ts'
import { placeOf } from '#schemas/cli/replay/terminal-report.ts'
import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'

const root = resolve(import.meta.dirname, '../../..')

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any

/** The answers of a session, to be changed in place. */
export interface Answers {
  all: RecordedAnswer[]
  /** The first answer of this name. */
  answer: (name: string) => RecordedAnswer
  /** Its body. */
  of: (name: string) => Json
  /** The document of the session's first grid, its rows, and the modals that come with it. */
  grid: Json
  rows: Json[]
  modals: Json[]
}

export type AnswerChange = (answers: Answers) => void

/** A change of the built panel. Its parts: script that runs before the panel draws, style, and texts of its scripts. */
export interface PanelChange {
  script?: string
  style?: string
  text?: [before: string, after: string]
}

/** A recorded session of the product, of which only the first steps may be wanted. */
export interface Session {
  fixture: string
  steps?: number
}

/** Whether a session was as recorded, and everything that was different: `2 dialog "Book" › list - link "a" + link "b"`. */
export interface Report {
  reading: string
  lines: string
}

const folders: string[] = []

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-changes-'))
  folders.push(folder)
  return folder
}

/** Takes away what this process has copied. */
export const removeFolders = (): void => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))

/** A copy of a session in which answers are others. */
export function copySession({ fixture, steps }: Session, folder: string, changes: readonly AnswerChange[] = []): string {
  cpSync(join(root, 'modules', fixture), folder, { recursive: true })
  editJson(join(folder, 'fixture.json'), (document) => (document.steps = document.steps.slice(0, steps)))
  editJson(join(folder, 'answers.json'), ({ answers: all }: { answers: RecordedAnswer[] }) => {
    const answer = (name: string): RecordedAnswer => all.find((each) => each.name === name)!
    const of = (name: string): Json => answer(name).body
    const { metadata, results: rows } = all.find(({ name }) => /(^|-)grid$/.test(name))!.body as Json
    if (steps !== undefined) all.splice(0, all.length, ...all.filter(({ step }) => step <= steps))
    for (const change of changes) change({ all, answer, of, grid: metadata.grid, rows, modals: metadata.modals })
  })
  return folder
}

function editJson(file: string, edit: (value: Json) => void): void {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  edit(value)
  writeFileSync(file, JSON.stringify(value))
}

/** What scripts of changes may use: each element that is drawn, now and later. */
const kit = `
const pkEach = (selector, then) => {
  const seen = new WeakSet()
  const look = () => document.querySelectorAll(selector).forEach((each) => {
    if (seen.has(each)) return
    seen.add(each)
    then(each)
  })
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  look()
}
`

/** The product with a panel that has been changed after its build. */
export function copyProduct(folder: string, changes: readonly PanelChange[]): string {
  for (const name of ['node_modules', 'schemas', 'modules', 'widgets', 'package.json']) symlinkSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(root, 'dist/server'), join(folder, 'dist/server'))
  const panel = join(folder, 'dist/app')
  cpSync(join(root, 'dist/app'), panel, { recursive: true, filter: (path) => !/[.](br|gz)$/.test(path) })
  const texts = changes.flatMap(({ text }) => (text ? [text] : []))
  for (const name of texts.length > 0 ? readdirSync(join(panel, 'assets')) : [])
    if (name.endsWith('.js')) replaceTexts(join(panel, 'assets', name), texts)
  const scripts = changes.map(({ script = '' }) => `{\n${script}\n}\n`)
  writeFileSync(join(panel, 'assets/changes.js'), kit + scripts.join(''))
  writeFileSync(join(panel, 'assets/changes.css'), changes.map(({ style = '' }) => `${style}\n`).join(''))
  const page = join(panel, 'index.html')
  const html = readFileSync(page, 'utf8')
    .replace('<script type="module"', () => '<script type="module" src="/assets/changes.js"></script><script type="module"')
    .replace('</head>', () => '<link rel="stylesheet" href="/assets/changes.css"></head>')
  writeFileSync(page, html)
  return folder
}

function replaceTexts(file: string, texts: readonly [string, string][]): void {
  const before = readFileSync(file, 'utf8')
  const after = texts.reduce((text, [from, to]) => text.replaceAll(from, to), before)
  if (after !== before) writeFileSync(file, after)
}

/** The reports of sessions, by the names of their folders. */
export async function replay(folders: readonly string[], product = root): Promise<Map<string, Report>> {
  const { replayFixtures } = (await import(pathToFileURL(join(root, 'dist/server/replay.js')).href)) as Replayer
  const results = await replayFixtures(folders, { root: product, env: process.env })
  return new Map(results.map((result) => [basename(result.folder), { reading: readingOf(result), lines: linesOf(result) }]))
}

const linesOf = ({ problems, steps }: FixtureResult): string =>
  [
    ...problems.map(({ message }) => message),
    ...steps.flatMap(({ index, failures, changes }) => [
      ...failures.map((failure) => `${index} failed: ${failure}`),
      ...changes.map((change) =>
        [
          index,
          placeOf(change),
          change.before && `- ${change.before.replace(/^- /, '')}`,
          change.after && `+ ${change.after.replace(/^- /, '')}`,
        ]
          .filter((part) => part !== undefined && part !== '')
          .join(' '),
      ),
    ]),
  ].join('\n')
