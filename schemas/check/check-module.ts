import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { checkDocument } from './check-document.ts'
import { checkMessages, missingTexts } from './module/check-messages.ts'
import { checkNames } from './module/check-names.ts'
import { checkAcross } from './module/check-across.ts'
import type { CheckedDocument } from './checked-document.ts'
import { explainOwnWords } from './extension/check-extension.ts'
import { checkExtensions } from './extension/check-extensions.ts'
import { checkContract } from './schema/contract-check.ts'
import { documentOf, type ModuleFiles } from './module-documents.ts'
import { checkFolder, isIgnored, pathMessage } from './module-folder.ts'
import { emptyModule, place } from './parse-module.ts'
import { maxProblems, sortProblems, type Problem } from './problem.ts'
import { Scope, type CheckContext } from './scope.ts'
import { soundPart } from './schema/sound-part.ts'
import { readSource, type Source } from './source.ts'
import { usablePart } from './schema/usable-part.ts'

export type { Problem } from './problem.ts'
export type { CheckContext } from './scope.ts'

/**
 * Finds all problems of a module's folder: syntax, shape, names that do not exist, missing texts, rules and expressions
 * that cannot run. The module can be published if no problem has the severity `error`. Files are texts by path inside
 * the folder; `fixtures/` and files that are not JSON are ignored.
 */
export function checkModule(files: ModuleFiles, context: CheckContext): Problem[] {
  return examineModule(files, context, () => undefined)
}

/** Keys of texts that a module uses and does not have, by language; empty for a module that cannot be published. */
export function findMissingTexts(files: ModuleFiles, context: CheckContext): Map<string, string[]> {
  let missing = new Map<string, string[]>()
  examineModule(files, context, (documents, scope, sources) => (missing = missingTexts(documents, scope, sources)))
  return missing
}

type Examined = (documents: CheckedDocument[], scope: Scope, sources: Source[]) => void

function examineModule(files: ModuleFiles, context: CheckContext, onExamined: Examined): Problem[] {
  const refused = checkFolder(files)
  if (refused) return [refused]
  const sources: Source[] = []
  const checked: Omit<CheckedDocument, 'scope'>[] = []
  const own = emptyModule()
  const misshapen: string[] = []

  for (const path of Object.keys(files).sort()) {
    if (isIgnored(path)) continue
    const source = readSource(path, files[path]!)
    sources.push(source)
    const documentName = documentOf(path)
    if (!documentName) {
      source.report('error', '', pathMessage(path))
      continue
    }
    if (source.value === undefined) continue
    const visits: CheckedDocument['visits'] = []
    checkContract(source, documentName.kind, (definition, pointer, value) => visits.push({ definition, pointer, value }))
    if (documentName.kind === 'extension') explainOwnWords(source)
    checkSchemaAddress(source, documentName.kind)
    const isSound = !source.problems.some((problem) => problem.severity === 'error')
    const part = isSound ? { value: source.value, visits } : soundPart(source, documentName.kind)
    if (part) checked.push({ ...documentName, source: isSound ? source : { ...source, value: part.value }, visits: part.visits })
    // What an extension adds is looked for in the extended documents, so that all of it that is sound stands there.
    const standing =
      isSound || (part && documentName.kind === 'extension') ? part!.value : usablePart(documentName.kind, documentName.name, source.value)
    if (standing !== undefined) place(own, documentName.kind, documentName.name, standing)
    if (documentName.kind === 'entity' && !isSound)
      misshapen.push(documentName.name, ...(isRecord(standing) && typeof standing.name === 'string' ? [standing.name] : []))
    // An entity whose name differs from its file's is found under both names, so that the mistake is reported only once.
    if (documentName.kind === 'entity' && isRecord(standing) && !Object.hasOwn(own.entities, documentName.name))
      own.entities[documentName.name] = standing as unknown as EntityDocument
  }
  const root = sources.find((source) => source.file === 'module.json')
  if (!root)
    return sortProblems([
      { severity: 'error', file: 'module.json', line: 1, column: 1, pointer: '', message: 'there is no module.json: every module has one' },
      ...sources.flatMap((source) => source.problems),
    ])

  // What an unreadable file defines is unknown, so every use of its names would seem wrong.
  if (sources.some((source) => source.value === undefined))
    return sortProblems(sources.flatMap((source) => unique(source.problems))).slice(0, maxProblems)
  const scope = new Scope(own, context)
  for (const name of misshapen) scope.misshapen.add(name)
  const documents = checked.map((document) => ({ ...document, scope }))
  const locales = documents.filter(({ kind }) => kind === 'messages')
  // All further checks look up fields by name.
  const areNamed = documents.map(checkNames).every(Boolean)
  if (!areNamed) return sortProblems(sources.flatMap((source) => unique(source.problems))).slice(0, maxProblems)
  for (const document of documents) if (document.kind !== 'extension') checkDocument(document, locales)
  checkExtensions(documents, scope, locales)
  checkAcross(documents, scope, sources)
  checkMessages(documents, scope, sources)
  onExamined(documents, scope, sources)
  return sortProblems(sources.flatMap((source) => unique(source.problems))).slice(0, maxProblems)
}

export const hasErrors = (problems: readonly Problem[]): boolean => problems.some((problem) => problem.severity === 'error')

/** Checks `$schema`, which editors use: with that of another kind of document they would mark correct properties as wrong. */
function checkSchemaAddress(source: Source, kind: string): void {
  const address = isRecord(source.value) ? source.value.$schema : undefined
  const named = typeof address === 'string' ? /\/schemas\/(?:documents\/)?([a-z]+)[.]json$/.exec(address)?.[1] : undefined
  if (named !== undefined && named !== kind)
    source.report('warning', '/$schema', `this is the schema of another kind of document; here it is that of ${kind}`, {
      suggestion: String(address).replace(/[a-z]+[.]json$/, `${kind}.json`),
    })
}

/** Removes problems with the same message at the same place. */
function unique(problems: Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ pointer, message }) => !seen.has(`${pointer} ${message}`) && seen.add(`${pointer} ${message}`))
}
