import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  Action,
  EndpointDocument,
  EntityDocument,
  FormDocument,
  FormDocumentFieldUi,
  GridDocument,
  GridDocumentColumn,
  ModalDocument,
  ModuleDocument,
  ScreenDocument,
  ScreenDocumentWidgetBlock,
  Target,
} from '#schemas/types/contract.d.ts'
import { checkAction, checkTarget } from './check-calls.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkEntity } from './check-entity.ts'
import { checkForm } from './check-form.ts'
import { checkGrid } from './check-grid.ts'
import { checkMessages } from './check-messages.ts'
import { checkNames } from './check-names.ts'
import { checkSchema } from './check-schema.ts'
import { checkValues } from './check-values.ts'
import { checkInsertions } from './check-insertions.ts'
import { checkBlocks, checkModal, checkScreen } from './check-screen.ts'
import { checkAcross } from './check-across.ts'
import { checkCell, checkField, checkWidgetBlock } from './check-widgets.ts'
import { error, expectFound, visitsOf, warn, type CheckedDocument } from './checked-document.ts'
import { checkContract } from './contract-check.ts'
import { documentOf, type ModuleDocuments, type ModuleFiles } from './module-documents.ts'
import { place } from './parse-module.ts'
import { maxProblems, sortProblems, type Problem } from './problem.ts'
import { fieldsOf, missing, Scope, type CheckContext } from './scope.ts'
import { soundPart } from './sound-part.ts'
import { readSource, type Source } from './source.ts'

export type { Problem } from './problem.ts'
export type { CheckContext } from './scope.ts'

const maxFiles = 1000
const maxTotalLength = 5_000_000

/**
 * Everything that is wrong with a module's folder: syntax, shape, names that lead nowhere, texts that are missing, rules
 * and expressions that cannot run. No problem of severity `error` means that it can be published. Files are texts by path
 * inside the folder; `fixtures/` and files that are no JSON are left alone.
 */
export function checkModule(files: ModuleFiles, context: CheckContext): Problem[] {
  const refused = checkFolder(files)
  if (refused) return [refused]
  const sources: Source[] = []
  const checked: Omit<CheckedDocument, 'scope'>[] = []
  const own: ModuleDocuments = {
    module: { name: '', title: '', version: '0.0.0' },
    entities: {},
    grids: {},
    forms: {},
    modals: {},
    screens: {},
    endpoints: [],
    locales: {},
  }

  for (const path of Object.keys(files).sort()) {
    if (isIgnored(path)) continue
    const source = readSource(path, files[path]!)
    sources.push(source)
    const found = documentOf(path)
    if (!found) {
      source.report('error', '', pathMessage(path))
      continue
    }
    if (source.value === undefined) continue
    const visits: CheckedDocument['visits'] = []
    checkContract(source, found.kind, (definition, pointer, value) => visits.push({ definition, pointer, value }))
    checkSchemaAddress(source, found.kind)
    const isSound = !source.problems.some((problem) => problem.severity === 'error')
    if (isSound) checked.push({ ...found, source, visits })
    else {
      const part = soundPart(source, found.kind)
      if (part) checked.push({ ...found, source: { ...source, value: part.value }, visits: part.visits })
    }
    const standing = isSound ? source.value : usablePart(found.kind, found.name, source.value)
    if (standing !== undefined) place(own, found.kind, found.name, standing)
    // An entity that is not named as its file is answers to both, so that the one mistake is told once.
    if (found.kind === 'entity' && isRecord(standing) && !Object.hasOwn(own.entities, found.name))
      own.entities[found.name] = standing as unknown as EntityDocument
  }
  const root = sources.find((source) => source.file === 'module.json')
  if (!root)
    return sortProblems([
      { severity: 'error', file: 'module.json', line: 1, column: 1, pointer: '', message: 'there is no module.json: every module has one' },
      ...sources.flatMap((source) => source.problems),
    ])

  // What a file that is no JSON defines is not known: whatever names it would seem wrong.
  if (sources.some((source) => source.value === undefined))
    return sortProblems(sources.flatMap((source) => unique(source.problems))).slice(0, maxProblems)
  const scope = new Scope(own, context)
  const documents = checked.map((document) => ({ ...document, scope }))
  const locales = documents.filter(({ kind }) => kind === 'messages')
  // Every further check looks fields up by their names.
  const areNamed = documents.map(checkNames).every(Boolean)
  if (!areNamed) return sortProblems(sources.flatMap((source) => unique(source.problems))).slice(0, maxProblems)
  for (const document of documents) checkDocument(document, locales)
  checkAcross(documents, scope, sources)
  checkMessages(documents, scope, sources)
  return sortProblems(sources.flatMap((source) => unique(source.problems))).slice(0, maxProblems)
}

export const hasErrors = (problems: readonly Problem[]): boolean => problems.some((problem) => problem.severity === 'error')

/** `$schema` is for editors: that of another kind of document makes them mark what is right. */
function checkSchemaAddress(source: Source, kind: string): void {
  const address = isRecord(source.value) ? source.value.$schema : undefined
  const named = typeof address === 'string' ? /\/schemas\/(?:documents\/)?([a-z]+)[.]json$/.exec(address)?.[1] : undefined
  if (named !== undefined && named !== kind)
    source.report('warning', '/$schema', `this is the schema of another kind of document; here it is that of ${kind}`, {
      suggestion: String(address).replace(/[a-z]+[.]json$/, `${kind}.json`),
    })
}

const isIgnored = (path: string): boolean => path.startsWith('fixtures/') || !path.endsWith('.json')

function checkFolder(files: ModuleFiles): Problem | undefined {
  const fail = (file: string, message: string): Problem => ({ severity: 'error', file, line: 1, column: 1, pointer: '', message })
  const paths = Object.keys(files)
  if (paths.length > maxFiles) return fail('module.json', `a module has at most ${maxFiles} files, this one has ${paths.length}`)
  const total = paths.reduce((sum, path) => sum + files[path]!.length, 0)
  if (total > maxTotalLength)
    return fail('module.json', `a module has at most ${maxTotalLength / 1_000_000} MB, this one has ${(total / 1_000_000).toFixed(1)} MB`)
  const outside = paths.find((path) => path.startsWith('/') || path.includes('\\') || path.split('/').includes('..') || path.length > 200)
  return outside === undefined ? undefined : fail(outside.slice(0, 200), 'a path may not lead out of the module')
}

function pathMessage(path: string): string {
  const folders = 'module.json, endpoints.json, layout.json, or a file in entities, grids, forms, modals, screens, locales or fixtures'
  const [folder, name = ''] = path.split('/')
  if (['entities', 'grids', 'forms', 'modals', 'screens', 'locales'].includes(folder!) && path.split('/').length === 2)
    return `"${name}" is not a valid file name: lower-case words joined by hyphens or underscores`
  return `this is no document of a module: ${folders}`
}

/** What of a document with mistakes can stand for its name, so that others may refer to it. */
function usablePart(kind: string, name: string, value: unknown): unknown {
  if (!isRecord(value)) return undefined
  const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [])
  switch (kind) {
    case 'module':
      return {
        name: typeof value.name === 'string' ? value.name : '',
        permissions: texts(value.permissions),
        requires: texts(value.requires),
      }
    case 'entity': {
      const properties = isRecord(value.schema) && isRecord(value.schema.properties) ? value.schema.properties : {}
      return {
        name: typeof value.name === 'string' ? value.name : name,
        schema: { type: 'object', properties: Object.fromEntries(Object.entries(properties).filter(([, property]) => isRecord(property))) },
      }
    }
    case 'grid':
      return typeof value.entity === 'string' ? value : undefined
    case 'screen':
      return typeof value.path === 'string' && typeof value.name === 'string' ? value : undefined
    case 'endpoints':
      return {
        endpoints: (Array.isArray(value.endpoints) ? value.endpoints : []).filter(
          (endpoint) => isRecord(endpoint) && typeof endpoint.name === 'string',
        ),
      }
    case 'messages':
      return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    case 'layout':
      return undefined
    default:
      return value
  }
}

/** What one document says about others. */
function checkDocument(document: CheckedDocument, locales: readonly CheckedDocument[]): void {
  const value = document.source.value
  const inlineModals: { pointer: string; modal: ModalDocument }[] = []
  for (const { pointer, value: action } of visitsOf<Action>(document, 'action')) {
    if (!isRecord(action)) continue
    checkAction(document, pointer, action)
    const modal = action.options?.modal
    if (isRecord(modal)) inlineModals.push({ pointer: `${pointer}/options/modal`, modal: modal as unknown as ModalDocument })
  }
  for (const { pointer, modal } of inlineModals) {
    const before = document.source.problems.length
    checkContract(
      document.source,
      'modal',
      (definition, at, inner) => document.visits.push({ definition, pointer: at, value: inner }),
      modal,
      pointer,
    )
    if (document.source.problems.length === before && checkNames(document)) checkModal(document, modal, pointer)
  }
  const permissions = document.scope.permissions()
  for (const { pointer, value: name } of visitsOf<string>(document, 'permission')) {
    if (!permissions.has(name)) expectFound(document, pointer, missing(name, permissions), `no module defines the permission "${name}"`)
  }
  for (const { pointer, value: schema, definition } of schemasOf(document)) {
    checkSchema(document, pointer, schema, fieldsBeside(document, pointer))
    if (definition === 'json_schema') checkValues(document, pointer, schema)
  }
  for (const { pointer, value: condition } of visitsOf<unknown>(document, 'condition'))
    if (isRecord(condition) && Object.entries(condition).every(([key, part]) => saysNothing(key, part)))
      error(
        document,
        pointer,
        'this condition always holds: name a property, e.g. { "properties": { "status": { "const": "open" } } }, or leave it out',
      )
  const isMenu = document.kind === 'module' || document.kind === 'layout'
  for (const { pointer, value: target } of visitsOf<Target>(document, 'target')) checkTarget(document, pointer, target, { fixed: isMenu })
  for (const { pointer, value: column } of visitsOf<GridDocumentColumn>(document, 'grid/column')) checkCell(document, pointer, column)
  for (const { pointer, value: ui } of visitsOf<FormDocumentFieldUi>(document, 'form/field_ui')) checkField(document, pointer, ui)
  for (const { pointer, value: block } of visitsOf<ScreenDocumentWidgetBlock>(document, 'screen/widget_block'))
    checkWidgetBlock(document, pointer, block)
  for (const { pointer, value: form } of visitsOf<FormDocument>(document, 'form')) if (isRecord(form)) checkForm(document, pointer, form)

  switch (document.kind) {
    case 'module':
      checkModuleDocument(document, value as ModuleDocument)
      break
    case 'entity':
      checkEntity(document, value as EntityDocument)
      break
    case 'grid':
      checkGrid(document, value as GridDocument)
      break
    case 'form':
      checkForm(document, '', value as FormDocument)
      break
    case 'modal':
      checkModal(document, value as ModalDocument)
      break
    case 'screen':
      checkScreen(document, value as ScreenDocument)
      break
    case 'endpoints':
      checkEndpoints(document, (value as { endpoints: EndpointDocument[] }).endpoints)
      break
    case 'layout':
      checkBlocks(document, [])
      break
  }
  checkInsertions(document, locales)
}

/** JSON Schemas and conditions of a document; what its fields are, an entity says in one schema. */
function schemasOf(document: CheckedDocument): { pointer: string; value: unknown; definition: string }[] {
  const found = visitsOf<unknown>(document, 'json_schema', 'condition')
  if (document.kind !== 'entity') return found
  const { schema } = document.source.value as EntityDocument
  return [
    { pointer: '/schema', value: schema, definition: 'json_schema' },
    ...found.filter(({ pointer }) => !pointer.startsWith('/schema/')),
  ]
}

/** Keywords of a condition that every record meets. */
const saysNothing = (key: string, part: unknown): boolean =>
  ['title', 'description', '$comment', '$schema'].includes(key) ||
  (key === 'type' && part === 'object') ||
  (['properties', 'required'].includes(key) && part !== null && typeof part === 'object' && Object.keys(part).length === 0)

/** Fields of the record that a schema is a part of: those of the entity in which, or over which, it stands. */
function fieldsBeside({ kind, scope, source }: CheckedDocument, pointer: string): Record<string, unknown> {
  if (kind === 'entity') return isRecord(source.value) ? fieldsOf(source.value as unknown as EntityDocument) : {}
  if (!pointer.endsWith('/schema')) return {}
  const form = pointer
    .split('/')
    .slice(1, -1)
    .reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      source.value,
    )
  const entity = isRecord(form) && typeof form.entity === 'string' ? scope.entity(form.entity).found : undefined
  return entity ? fieldsOf(entity) : {}
}

function checkModuleDocument(document: CheckedDocument, module: ModuleDocument): void {
  const { scope } = document
  module.requires?.forEach((name, index) => {
    const way = name === scope.name ? [name] : wayOfRequires(scope, name, scope.name)
    if (way?.length === 1) error(document, `/requires/${index}`, 'a module cannot require itself')
    else if (way)
      error(
        document,
        `/requires/${index}`,
        `"${name}" requires "${scope.name}" itself (${[scope.name, ...way].join(' → ')}): neither could be published, seeded or taken away before the other`,
      )
  })
  module.requires?.forEach((name, index) =>
    expectFound(
      document,
      `/requires/${index}`,
      scope.modules.has(name) ? { found: true, module: name } : missing(name, scope.modules.keys()),
      `there is no module "${name}"`,
    ),
  )
  module.permissions?.forEach((name, index) => {
    const other = [...scope.modules].find(([owner, documents]) => owner !== scope.name && documents.module.permissions?.includes(name))
    if (other) warn(document, `/permissions/${index}`, `the permission "${name}" is also defined by the module "${other[0]}"`)
  })
}

/** The modules over which one requires another, both ends included; undefined where it does not. */
function wayOfRequires(scope: Scope, from: string, to: string): string[] | undefined {
  const seen = new Set<string>()
  const waiting = [[from]]
  for (let way = waiting.shift(); way; way = waiting.shift()) {
    const last = way.at(-1)!
    if (last === to) return way
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of scope.modules.get(last)?.module.requires ?? []) waiting.push([...way, next])
  }
  return undefined
}

/** The same sentence at the same place is said once. */
function unique(problems: Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ pointer, message }) => !seen.has(`${pointer} ${message}`) && seen.add(`${pointer} ${message}`))
}
