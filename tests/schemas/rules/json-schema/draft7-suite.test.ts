import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it } from 'vitest'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { isValid, validateSchema } from '#schemas/rules/json-schema/json-schema.ts'

interface Group {
  description: string
  schema: object | boolean
  tests: { description: string; data: unknown; valid: boolean }[]
}
interface Score {
  file: string
  passed: number
  total: number
  agreed: number
  failures: string[]
}

// No package holds the official suite of draft-07; this one holds that of draft-06, all of which draft-07 keeps. See docs/decisions/0005.
const official = join(dirname(createRequire(import.meta.url).resolve('skeemas/package.json')), 'tests/json-schema-test-suite/tests/draft6')
const own = 'tests/fixtures/draft7'

/** What ajv takes otherwise than draft-07 says, and the form does not. */
const knownDifferences = [
  'properties that every object of the language has: __proto__ wrong',
  'an identifier beside a reference is not read: a text',
  'an identifier beside a reference is not read: a number',
]

const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))

/** By the server's judge; undefined where it does not take the schema (a document that is not sent along). */
function byServer(schema: object | boolean): ((data: unknown) => boolean) | undefined {
  try {
    return createSchemaAjv().compile(schema)
  } catch {
    return undefined
  }
}

function run(file: string): Score {
  const score: Score = { file: file.split('/').slice(-2).join('/').replace('.json', ''), passed: 0, total: 0, agreed: 0, failures: [] }
  for (const { description, schema, tests } of JSON.parse(readFileSync(file, 'utf8')) as Group[]) {
    const server = byServer(schema)
    for (const { description: what, data, valid } of tests) {
      const found = isValid(schema, data)
      score.total++
      if (found === valid && (validateSchema(schema, data).length === 0) === valid) score.passed++
      else score.failures.push(`${description}: ${what}`)
      if (server?.(data) === found || knownDifferences.includes(`${description}: ${what}`)) score.agreed++
      else if (server) score.failures.push(`the server differs: ${description}: ${what}`)
    }
  }
  return score
}

const scores: Record<string, Score[]> = {}
const say = (title: string, list: Score[]): string => {
  const sum = (of: (score: Score) => number) => list.reduce((total, score) => total + of(score), 0)
  const lines = list.map(
    ({ file, passed, total, failures }) =>
      `  ${file.padEnd(34)} ${passed}/${total}${failures.length > 0 ? `  ${failures.slice(0, 3).join('; ')}` : ''}`,
  )
  return [
    `${title}: ${sum((score) => score.passed)}/${sum((score) => score.total)}, the server agrees on ${sum((score) => score.agreed)}`,
    ...lines,
  ].join('\n')
}

afterAll(() => {
  process.stdout.write(
    `\n${Object.entries(scores)
      .map(([title, list]) => say(title, list))
      .join('\n')}\n`,
  )
})

describe('the test suite of JSON Schema', () => {
  const required = [...filesOf(official).filter((file) => !file.endsWith('refRemote.json')), ...filesOf(own)]
  it.each(required)('passes %s, and the server agrees', (file) => {
    const score = run(file)
    ;(scores.required ??= []).push(score)
    expect(score).toEqual({ ...score, passed: score.total, agreed: score.total, failures: [] })
  })
  it('passes what is optional of formats, and the server agrees', () => {
    const score = run(join(own, 'optional/formats.json'))
    scores.optional = [score]
    expect(score).toEqual({ ...score, passed: score.total, agreed: score.total, failures: [] })
  })
  it('lists what else is optional, and what is about documents that are not sent along', () => {
    scores.optional!.push(...filesOf(join(official, 'optional')).map(run))
    scores.remote = [run(join(official, 'refRemote.json'))]
    for (const { failures } of scores.remote) expect(failures.filter((failure) => failure.startsWith('the server differs'))).toEqual([])
  })
})
