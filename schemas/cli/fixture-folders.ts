import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { maxAnswersLength, readFixture, type ReadFixture } from '#schemas/fixtures/check-fixture.ts'
import { formatState } from '#schemas/fixtures/state-text.ts'
import type { PageState } from '#schemas/fixtures/page-state.ts'
import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import type { FixtureDocument } from '#schemas/types/contract.d.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { productRoot } from './contract-bundle.ts'
import { UsageError } from './usage-error.ts'

const maxDepth = 6
const fileOfStep = (step: number): string => String(step).padStart(2, '0')

/**
 * Folders with a `fixture.json` in or under a folder, in order.
 * @throws UsageError when there is no such folder, or no fixture in it
 */
export function findFixtures(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`${folder} is no folder`)
  const found: string[] = []
  const walk = (directory: string, depth: number): void => {
    if (existsSync(join(directory, 'fixture.json'))) {
      found.push(directory)
      return
    }
    if (depth > maxDepth) return
    for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name)))
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') walk(join(directory, entry.name), depth + 1)
  }
  walk(resolve(folder), 0)
  if (found.length === 0) throw new UsageError(`there is no fixture.json in ${folder}`)
  return found
}

/** Reads the folder of one fixture. Files that are too large are not read, only reported. */
export function readFixtureFolder(folder: string): ReadFixture {
  const path = (name: string): string => join(folder, name)
  const names = (name: string): string[] => (existsSync(path(name)) ? readdirSync(path(name)) : [])
  const answers = existsSync(path('answers.json')) ? path('answers.json') : undefined
  const isHuge = answers !== undefined && statSync(answers).size > 2 * maxAnswersLength
  const states = Object.fromEntries(
    names('states').flatMap((name) => {
      const step = /^(\d{2,3})[.]txt$/.exec(name)?.[1]
      return step === undefined ? [] : [[Number(step), readFileSync(join(folder, 'states', name), 'utf8')]]
    }),
  )
  const read = readFixture({
    fixture: readFileSync(path('fixture.json'), 'utf8'),
    ...(answers === undefined || isHuge ? {} : { answers: readFileSync(answers, 'utf8') }),
    states,
    uploads: names('files'),
  })
  if (!isHuge) return read
  const megabytes = Math.round(statSync(answers).size / 1_000_000)
  const message = `the answers take ${megabytes} MB, and ${maxAnswersLength / 1_000_000} MB are the most: record fewer steps`
  return {
    problems: [...read.problems, { severity: 'error', file: 'answers.json', line: 1, column: 1, pointer: '', message }],
    answers: [],
    states: [],
  }
}

export const readPicture = (folder: string, step: number): Buffer | undefined => {
  const file = join(folder, 'pictures', `${fileOfStep(step)}.png`)
  return existsSync(file) ? readFileSync(file) : undefined
}

export const fixtureName = (folder: string): string => {
  const module = /modules[\\/]([^\\/]+)[\\/]fixtures[\\/](.+)$/.exec(folder)
  return module ? `${module[1]!}/${module[2]!.replaceAll('\\', '/')}` : relative('.', folder) || basename(folder)
}

const write = (file: string, content: string | Buffer): void => {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
}

export function writeFixture(folder: string, fixture: FixtureDocument): void {
  const { $schema, format, kind, title, note, made, ...rest } = fixture
  write(join(folder, 'fixture.json'), formatJson({ $schema, format, kind, title, note, made, ...rest }))
}

/** Version of the panel, and the publication that the answers tell. */
export function madeWith(answers: readonly RecordedAnswer[]): { panel: string; publication?: number } {
  const { version } = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as { version: string }
  const publications = answers.map(({ body }) => (isRecord(body) && isRecord(body.metadata) ? body.metadata.publication : undefined))
  const publication = publications.findLast((each) => typeof each === 'number')
  return { panel: version, ...(publication !== undefined && { publication }) }
}

export function writeAnswers(folder: string, answers: readonly RecordedAnswer[]): void {
  write(join(folder, 'answers.json'), formatJson({ answers }))
}

/** Writes the files that a session uploads, and removes those of an earlier recording. */
export function writeUploads(folder: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(join(folder, 'files'), { recursive: true, force: true })
  for (const [name, content] of files) write(join(folder, 'files', basename(name)), content)
}

/** Writes the states of a session, and removes those of steps that are no longer there. */
export function writeStates(
  folder: string,
  states: readonly (PageState | undefined)[],
  pictures: readonly (Buffer | undefined)[] = [],
): void {
  rmSync(join(folder, 'states'), { recursive: true, force: true })
  rmSync(join(folder, 'pictures'), { recursive: true, force: true })
  for (const [step, state] of states.entries())
    if (state) write(join(folder, 'states', `${fileOfStep(step)}.txt`), formatState(state, states[step - 1]))
  for (const [step, picture] of pictures.entries()) if (picture) write(join(folder, 'pictures', `${fileOfStep(step)}.png`), picture)
}

/** JSON in which whatever fits into 140 columns stands on one line. */
export function formatJson(value: unknown): string {
  const format = (node: unknown, indent: string, room: number): string => {
    const short = JSON.stringify(node)
    if (node === null || typeof node !== 'object' || indent.length + short.length <= room) return spaced(node)
    const inner = `${indent}  `
    if (Array.isArray(node)) return `[\n${node.map((each) => inner + format(each, inner, 140)).join(',\n')}\n${indent}]`
    const lines = Object.entries(node)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${inner}${JSON.stringify(key)}: ${format(each, inner, 138 - key.length)}`)
    return `{\n${lines.join(',\n')}\n${indent}}`
  }
  return `${format(value, '', 140)}\n`
}

/** A value on one line, with spaces as in a document. */
function spaced(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(spaced).join(', ')}]`
  if (node === null || typeof node !== 'object') return JSON.stringify(node)
  const entries = Object.entries(node).filter(([, each]) => each !== undefined)
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`).join(', ')} }`
}
