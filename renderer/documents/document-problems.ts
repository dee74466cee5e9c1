import type { CallFailure } from '#renderer/api/call-failure.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { showControls } from '#schemas/rules/text/show-controls.ts'
import type { Action, ModalAnswer } from '#schemas/types/contract.d.ts'

/** One thing that a document or an answer got wrong: where, as a JSON pointer, and a message key with its values. */
export interface DocumentProblem {
  pointer: string
  key: string
  values: Record<string, string>
}

/** The sentence of a problem, with the name that was probably meant; invisible characters in names are made visible. */
export function sentenceOf({ key, values }: DocumentProblem, t: (key: string, values?: Record<string, string>) => string): string {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showControls(value)]))
  return `${t(key, shown)}${shown.near ? ` ${t('form.problem.did_you_mean', { name: shown.near })}` : ''}`
}

export type JsonRecord = Record<string, unknown>
type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean'

const longestShown = 60

/** A value as shortened JSON for readers; `—` if there is none. */
export function showJson(value: unknown): string {
  const text = value === undefined ? '—' : (JSON.stringify(value) ?? String(value))
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

export const wrongType = (pointer: string, expected: JsonType, found: unknown): DocumentProblem => ({
  pointer,
  key: 'blocks.wrong_type',
  values: { expected, found: showJson(found) },
})

export const unknownValue = (pointer: string, value: unknown, known: readonly string[]): DocumentProblem => ({
  pointer,
  key: 'blocks.unknown_value',
  values: { value: showJson(value), known: known.join(', ') },
})

export const notThere = (pointer: string, name: string): DocumentProblem => ({ pointer, key: 'blocks.unknown_call', values: { name } })

/** A step of a JSON pointer. */
export const pointerStep = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** The problem of a list entry; null if it can be drawn. */
export type CheckEntry = (entry: unknown, pointer: string) => DocumentProblem | null

/** The entries of a list that can be drawn; the others, and a list that is none, go to `problems`. Absent is empty. */
export function readList<T>(value: unknown, pointer: string, check: CheckEntry, problems: DocumentProblem[]): T[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    problems.push(wrongType(pointer, 'array', value))
    return []
  }
  return value.filter((entry, at) => {
    const problem = check(entry, `${pointer}/${at}`)
    if (problem) problems.push(problem)
    return problem === null
  }) as T[]
}

/** A text, or undefined if there is none. */
export function readText(value: unknown, pointer: string, problems: DocumentProblem[]): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  problems.push(wrongType(pointer, 'string', value))
  return undefined
}

/** An entry that needs texts under these keys. */
export const hasTexts =
  (...keys: string[]): CheckEntry =>
  (entry, pointer) => {
    if (!isRecord(entry)) return wrongType(pointer, 'object', entry)
    const missing = keys.find((key) => typeof entry[key] !== 'string')
    return missing === undefined ? null : wrongType(`${pointer}/${missing}`, 'string', entry[missing])
  }

const actionTypes: Record<Action['type'], true> = {
  call: true,
  modal: true,
  navigate: true,
  refresh: true,
  download: true,
  print: true,
  copy: true,
}
export const isActionType = (type: unknown): type is Action['type'] => typeof type === 'string' && Object.hasOwn(actionTypes, type)

/** Problems that prevent an action from being offered. */
export const checkAction: CheckEntry = (entry, pointer) => {
  if (!isRecord(entry)) return wrongType(pointer, 'object', entry)
  if (!isActionType(entry.type)) return unknownValue(`${pointer}/type`, entry.type, Object.keys(actionTypes))
  for (const key of ['title', 'confirm'] as const)
    if (isRecord(entry[key]) || Array.isArray(entry[key])) return wrongType(`${pointer}/${key}`, 'string', entry[key])
  return entry.options === undefined || isRecord(entry.options) ? null : wrongType(`${pointer}/options`, 'object', entry.options)
}

export const readActions = (value: unknown, pointer: string, problems: DocumentProblem[]): Action[] =>
  readList<Action>(value, pointer, checkAction, problems)

export const readModals = (value: unknown, pointer: string, problems: DocumentProblem[]): ModalAnswer[] =>
  readList<ModalAnswer>(value, pointer, hasTexts('id'), problems)

/** What made an answer unreadable; empty for a failure of another kind. */
export function problemsOf(failure: CallFailure | null | undefined): DocumentProblem[] {
  if (failure?.errorCode !== 'unreadable') return []
  const { pointer, expected, found } = failure.metadata
  return [wrongType(String(pointer ?? ''), expected as JsonType, found)]
}
